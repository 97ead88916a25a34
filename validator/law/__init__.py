"""The Law, one module per section. Importing this package declares all of it."""

from validator.law import (
    s02_terms,
    s03_victory,
    s04_battle,
    s04_craft_and_move,
    s06_marquise,
    s07_eyrie,
    s08_alliance,
    s09_vagabond,
    s10_cult,
    s11_riverfolk,
    s12_duchy,
    s13_corvids,
    s14_hundreds,
    s15_keepers,
    s16_maps,
    unwritten,
)

__all__ = [
    "s02_terms",
    "s03_victory",
    "s04_battle",
    "s04_craft_and_move",
    "s06_marquise",
    "s07_eyrie",
    "s08_alliance",
    "s09_vagabond",
    "s10_cult",
    "s11_riverfolk",
    "s12_duchy",
    "s13_corvids",
    "s14_hundreds",
    "s15_keepers",
    "s16_maps",
    "unwritten",
]

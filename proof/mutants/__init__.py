"""Mutants of legal games: every module here declares operators of one chapter of the Law."""

from proof.mutants import (
    s03_points,
    s04_battle,
    s04_common,
    s04_craft,
    s05_setup,
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
)
from proof.mutants.catalogue import CATALOGUE

__all__ = [
    "CATALOGUE",
    "s03_points",
    "s04_battle",
    "s04_common",
    "s04_craft",
    "s05_setup",
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
]

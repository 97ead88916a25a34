"""Mutants of legal games: every module here declares operators of one chapter of the Law."""

from proof.mutants import s04_common, s13_corvids, s14_hundreds
from proof.mutants.catalogue import CATALOGUE

__all__ = ["CATALOGUE", "s04_common", "s13_corvids", "s14_hundreds"]

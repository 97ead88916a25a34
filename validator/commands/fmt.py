"""`rootlaw fmt`: records in the canonical form."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import click

from notation.writer import format_record
from validator.commands import common


@click.command(context_settings=common.CONTEXT)
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=click.Path())
@click.option("--check", is_flag=True, help="Only name the files that would change; exit 1 if any.")
@click.option("--diff", is_flag=True, help="Only show what would change.")
@click.option("-w", "--write", is_flag=True, help="Write the result back to the files.")
@click.pass_context
def command(
    ctx: click.Context, files: tuple[str, ...], check: bool, diff: bool, write: bool
) -> None:
    """Print the records in FILES (- is standard input) in the canonical form.

    No file is touched unless --write is given. Comments stay, and what cannot be read stays as it
    is. Exit codes: 0 done, 1 with --check if a file would change, 3 a file is no record.

    \b
    Examples:
      rootlaw fmt game.rootlog
      rootlaw fmt --check --diff games/*.rootlog
      rootlaw fmt --write games/*.rootlog
    """
    if write and (check or diff):
        raise click.UsageError("--write goes with neither --check nor --diff")
    if write and common.STDIN in files:
        raise click.UsageError("standard input cannot be written back")
    changed = unreadable = False
    for path in files:
        try:
            changed |= _format(path, check, diff, write)
        except common.Unreadable as error:
            error.show()
            unreadable = True
    if unreadable:
        ctx.exit(common.UNREADABLE)
    ctx.exit(1 if check and changed else 0)


def _format(path: str, check: bool, diff: bool, write: bool) -> bool:
    """Print, compare or write one record; whether it changes. Raises Unreadable."""
    before = common.read_bytes(path)
    record = common.parse_record(before, path)
    common.tell_unread(record)
    after = format_record(record).encode()
    if not (check or diff or write):
        sys.stdout.buffer.write(after)
        return False
    if after == before:
        return False
    if diff:
        _show_difference(path, before, after)
    if check:
        click.echo(f"{path}: would change", err=diff)
    if write:
        _replace(path, after)
        click.echo(f"{path}: written", err=True)
    return True


def _show_difference(path: str, before: bytes, after: bytes) -> None:
    from difflib import unified_diff

    old, new = (_lines(data) for data in (before, after))
    for line in unified_diff(old, new, path, path):
        text = line.rstrip("\n").replace("\r", "^M")
        if common.wants_colour():
            shade = {"+": "green", "-": "red", "@": "cyan"}.get(text[:1])
            text = click.style(text, fg=shade)
        click.echo(text)
        if not line.endswith("\n"):
            click.echo("\\ no newline at the end of the file")


def _lines(data: bytes) -> list[str]:
    """Lines with their ends; only LF ends one."""
    text = data.decode("utf-8-sig")
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def _replace(path: str, data: bytes) -> None:
    """Put the new text where the old one was, whole or not at all. Raises Unreadable."""
    target = Path(os.path.realpath(path))
    new = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "may not be written")
        new.write_bytes(data)
        new.chmod(target.stat().st_mode & 0o7777)
        new.replace(target)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise common.Unreadable(f"{path}: {error.strerror or error}") from None

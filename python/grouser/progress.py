# SPDX-License-Identifier: BSD-3-Clause
"""Progress of long work: a bar by tqdm where that is installed, a line of ours else, or a function of the caller."""
from __future__ import annotations

import contextlib
import sys
import typing

from . import _check
from .errors import wrong

Report = typing.Callable[[float, float], None]
Progress = typing.Union[bool, Report]


@contextlib.contextmanager
def reporter(progress: Progress, what: str) -> typing.Iterator[Report | None]:
    """What the library calls with what is done and the total: None, the caller's function, or a bar called `what`."""
    if progress is False or progress is None:
        yield None
    elif callable(progress):
        yield progress
    elif progress is True:
        try:
            import tqdm.auto
        except ImportError:
            yield _line(what)
            print(file=sys.stderr)
            return
        with tqdm.auto.tqdm(total=100.0, desc=what, bar_format="{desc}: {percentage:3.0f} % |{bar}| {elapsed}") as bar:
            def report(done: float, total: float) -> None:
                bar.update(100.0 * min(done / total, 1.0) - bar.n)
            yield report
    else:
        raise wrong("progress", _check.shown(progress), "True, False or a function of what is done and the total")


def _line(what: str) -> Report:
    def report(done: float, total: float) -> None:
        print(f"\r{what}: {100.0 * min(done / total, 1.0):3.0f} %", end="", file=sys.stderr, flush=True)
    return report

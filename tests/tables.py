"""Tests of tables: all rows in one test."""

import inspect
from functools import wraps

import pytest

# Errors that are printed of a table; the others are counted.
_SHOWN = 10
# Characters of a row in a message.
_LONGEST = 300


def each_row(names, rows, ids=None):
    """Run a test for each row of a table, with the same arguments as `pytest.mark.parametrize`, but as one test.

    So a row costs no more time than what is tested. All rows run, and an error has its row in a note. Fixtures are the
    same for all rows.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [(row,) if len(columns) == 1 else tuple(row) for row in rows]
    assert all(len(row) == len(columns) for row in table), columns
    labels = _labels(table, ids)

    def decorate(test):
        @wraps(test)
        def every(**fixtures):
            errors = []
            for label, row in zip(labels, table, strict=True):
                try:
                    test(**fixtures, **dict(zip(columns, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    found = error if isinstance(error, Exception) else AssertionError(str(error))
                    found.add_note(f"in the row {label}")
                    errors.append(found)
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(table)} rows", errors[:_SHOWN])

        every.__signature__ = _without(inspect.signature(test), columns)
        del every.__wrapped__
        return every

    return decorate


def slow_after(count, rows):
    """Rows of `pytest.mark.parametrize` for a test that starts processes: after the first ones, they are slow."""
    others = (row if isinstance(row, tuple) else (row,) for row in [*rows][count:])
    return [*[*rows][:count], *(pytest.param(*row, marks=pytest.mark.slow) for row in others)]


def _labels(table, ids):
    """The names of rows in messages."""
    if ids is None:
        return [repr(row)[:300] for row in table]
    return (
        [repr([ids(value) for value in row])[:300] for row in table] if callable(ids) else [repr(name) for name in ids]
    )


def _without(signature, columns):
    """The signature of a test without the columns of its table, which pytest would take for fixtures."""
    assert set(columns) <= set(signature.parameters), columns
    return signature.replace(parameters=[value for name, value in signature.parameters.items() if name not in columns])

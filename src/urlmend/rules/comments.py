"""Family 0: comments that suppress findings."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend.rules.registry import Case, Hit, rule


@rule("URL001", "warning")
def unused_ignore(case: Case) -> Iterator[Hit]:  # noqa: ARG001  # the linter reports it, once per document
    """A comment silences nothing.

    `urlmend: ignore` on a line silences the findings on it, `urlmend: ignore[URL501,URL2]`
    those with these codes, `urlmend: ignore-next` those on the line behind it, and
    `urlmend: off` all up to `urlmend: on`. What silences nothing any more hides the next
    fault: take it out.

    ```bad
    see http://www.example.org/ # urlmend: ignore
    ```

    ```good
    see http://www.example.org/100% # urlmend: ignore[URL208]
    ```
    """
    yield from ()

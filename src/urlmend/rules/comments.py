"""Family 0: comments that suppress findings."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend.rules.registry import Case, Hit, rule


@rule("URL001", "warning")
def unused_ignore(case: Case) -> Iterator[Hit]:  # noqa: ARG001  # the linter reports it, once per document
    """A comment suppresses nothing.

    `urlmend: ignore` suppresses the findings on its line, `urlmend: ignore[URL501,URL2]` those with
    these codes or prefixes, `urlmend: ignore-next` those on the next line, `urlmend: ignore-file`
    those in the file, and `urlmend: off` all up to `urlmend: on`. Remove a comment that suppresses
    nothing: it would hide the next finding. Codes may also follow a colon, `=`, a comma or a space. If
    other text follows that may be meant as a code, the comment suppresses nothing: write a reason after
    `--`. Comments of other linters, such as `disable=` and `noqa`, are reported, too.

    ```bad
    see http://www.example.org/ # urlmend: ignore
    see http://www.example.org/ # urlmend: ignore: all
    ```

    ```good
    see http://www.example.org/100% # urlmend: ignore[URL208]
    ```
    """
    yield from ()

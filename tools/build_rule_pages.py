"""Generate the pages and the index in `docs/rules/` from the docstrings of the rules.

usage: build_rule_pages.py [--check]

With --check nothing is written; the exit status is 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from urlmend.linting.about_urls import FAMILIES as EXEMPT_IN_SOURCE
from urlmend.model.finding import DEFAULT_PROFILE, PROFILES
from urlmend.model.scope import ALL_SCOPES, Scope
from urlmend.rules import RULES, Rule

FIGURES = json.loads((Path(__file__).parent / "rule_figures.json").read_text("utf-8"))
# The counts are those of `benchmarks/rule_figures.py`.
SAMPLE = f"{FIGURES['samples']} samples of source trees and {FIGURES['trees']:,} complete ones"
# Fewer findings do not tell how often a rule is right, or that it is rarely so: less often than this share.
MIN_READ = 5
MIN_RARE, RARE = 3, 0.25
FOLDER = Path(__file__).parent.parent / "docs" / "rules"
FAMILIES = {
    "URL0": "Comments",
    "URL1": "Wrappers and the text around the URL",
    "URL2": "Characters",
    "URL3": "Reserved characters",
    "URL4": "Authority",
    "URL5": "Credentials",
    "URL6": "Security",
    "URL7": "Syntax of single schemes",
    "URL8": "Schemes",
}


ON = "on by default"
LEGEND = """\
A rule without properties is a warning, is on by default, has no fix, and applies under all profiles.

| property | meaning |
| --- | --- |
| error, info | the severity |
| off | off by default: enable it with [`extend-select`](../configuration.md#extend-select) |
| on in `rfc1738` | on by default under the named [profiles](../configuration.md#profile) only |
| safe fix, unsafe fix | the kind of [fix](../fixes.md) |
| only `rfc1738` | applies under the named profiles only |

`urlmend rules` prints this list, `urlmend explain CODE` the page of a rule. To ignore a finding or disable a rule, see
[Comments and baselines](../configuration.md#comments-and-baselines)."""


def properties(rule: Rule) -> str:
    """One line: severity, whether the rule is on by default, kind of fix, profiles."""
    severity = f"**{rule.severity}**"
    if rule.whatwg_severity != rule.severity:
        severity += f" ({rule.whatwg_severity} in `whatwg`)"
    fix = f"[{rule.fix} fix](../fixes.md#{rule.fix}-fixes)" if rule.fix else "no fix"
    profiles = "all profiles" if rule.profiles == PROFILES else f"only {_names(rule.profiles)}"
    return " · ".join((severity, rule.state, fix, f"[{profiles}](../configuration.md#profile)"))


def deviations(rule: Rule) -> str:
    """The properties in which the rule differs from most rules, for the index."""
    state = f"on in {_names(rule.default_profiles)}" if rule.state.startswith("on in ") else rule.state
    found = [
        "" if rule.severity == "warning" else rule.severity,
        "" if state == ON else state.removesuffix(" by default"),
        f"{rule.fix} fix" if rule.fix else "",
        "" if rule.profiles == PROFILES else f"only {_names(rule.profiles)}",
    ]
    return ", ".join(filter(None, found))


def _names(profiles: tuple[str, ...]) -> str:
    return " and ".join(f"`{profile}`" for profile in profiles)


SCOPES = {
    Scope.TEXT: "prose and mail",
    Scope.LINK: "links",
    Scope.COMMENT: "comments",
    Scope.STRING: "strings of programs",
    Scope.DATA: "data files",
}
IN_EVERY_SCOPE = (
    "In every [scope](../scopes.md), and in [files that programs write for the project](../scopes.md#unattended-files) "
    "if the secret looks random."
)
PLACEHOLDERS = (
    "words that manuals use as passwords, masks and variables; passwords for hosts that are reserved for documentation "
    "(RFC 2606) or that are placeholders, and lower-case words as passwords for the same machine (127.0.0.1)"
)
TEMPLATES = "templates, grammars and regular expressions"
EXAMPLES = (
    "hosts such as `example.com` (RFC 2606 section 3), and malformed escapes in their place, in source code, except "
    "under the profile `rfc1738`"
)
UNATTENDED = "unattended files: test data, vendored, generated and lock files, patches, reports of linters"
# An RFC, or its sections, outside code.
RFC = re.compile(r"RFC ([0-9]+)((?: sections? [0-9.]*[0-9](?:(?:, | and | to )[0-9.]*[0-9])*)?)")
SECTION = re.compile(r"[0-9.]*[0-9]")
RULE_CODE = re.compile(r"(?<!\[)\b(URL[0-9]{3})\b(?!\])")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`|\]\([^)]*\))", re.MULTILINE | re.DOTALL)


def linked(text: str) -> str:
    """The text with links from RFCs and their sections to these."""
    pieces = CODE.split(text)
    pieces[::2] = [
        RFC.sub(_rfc_link, re.sub(r"(RFC [0-9]+|sections?)\n(?=[0-9s])", r"\1 ", piece)) for piece in pieces[::2]
    ]
    return "".join(pieces)


def with_rule_links(text: str, code: str) -> str:
    """The text of the page of a rule, with links from the codes of other rules to their pages."""
    pieces = CODE.split(text)
    pieces[::2] = [
        RULE_CODE.sub(
            lambda match: f"[{match[1]}]({match[1]}.md)" if match[1] in RULES.keys() - {code} else match[1], piece
        )
        for piece in pieces[::2]
    ]
    return "".join(pieces)


def _rfc_link(match: re.Match[str]) -> str:
    address = f"https://www.rfc-editor.org/rfc/rfc{match[1]}"
    if not match[2]:
        return f"[RFC {match[1]}]({address})"
    sections = SECTION.findall(match[2])
    if len(sections) == 1:
        return f"[RFC {match[1]} section {sections[0]}]({address}#section-{sections[0]})"
    return f"RFC {match[1]}" + SECTION.sub(lambda part: f"[{part.group()}]({address}#section-{part.group()})", match[2])


def where(rule: Rule) -> str:
    """Where the rule applies, and what is exempt."""
    if rule.code.startswith("URL0"):
        return "In suppression comments of urlmend."
    exempt = [PLACEHOLDERS] if rule.code.startswith("URL5") else []
    if rule.scopes == ALL_SCOPES:
        return f"{IN_EVERY_SCOPE}\n\nNot reported are {PLACEHOLDERS}."
    exempt += [TEMPLATES, *([EXAMPLES] if rule.code[3] in EXEMPT_IN_SOURCE else []), UNATTENDED]
    places = [words for scope, words in SCOPES.items() if scope in rule.scopes]
    return (
        f"In {', '.join(places[:-1])} and {places[-1]} ([scopes](../scopes.md)).\n\nNot reported are\n\n"
        + "\n".join(f"- {one}{';' if one is not exempt[-1] else '.'}" for one in exempt)
    )


def accuracy(rule: Rule) -> str:
    """How often findings of the rule were right."""
    if rule.code not in FIGURES["figures"]:
        return "Not measured: it was not among the findings that were read in the source trees that were checked."
    right, noise, wrong = FIGURES["figures"][rule.code]
    read = right + noise + wrong
    source = f"read one by one in {SAMPLE}; {FIGURES['when']}"
    is_off = DEFAULT_PROFILE in rule.profiles and DEFAULT_PROFILE not in rule.default_profiles
    if is_off and read >= MIN_RARE and right < RARE * read:
        exception = f", except under {_names(rule.default_profiles)}," if rule.default_profiles else ""
        return (
            f"The rule is off by default{exception} because it was rarely right: a maintainer would act on {right} of "
            f"{read} findings ({source})."
        )
    if read < MIN_READ:
        return f"Not known: there were fewer than {MIN_READ} findings to judge ({source})."
    return (
        f"Of {read} findings, a maintainer would act on {right}; {noise} were correct but of no use, and {wrong} wrong "
        f"({source})."
    )


def ignoring(rule: Rule) -> str:
    """How to ignore one finding, and how to disable the rule."""
    if rule.code.startswith("URL0"):
        return f"Remove the comment, or disable the rule with `--ignore {rule.code}` or the settings below."
    comment = f"`urlmend: ignore-next[{rule.code}]` into a comment on the line before"
    if not rule.code.startswith("URL1"):  # on a line that a URL breaks, it would be in the middle of the URL
        comment = (
            f"`urlmend: ignore[{rule.code}]` into a comment on the line, or "
            f"`urlmend: ignore-next[{rule.code}]` on the line before"
        )
    return (
        f"One finding: write {comment} "
        "([comments and baselines](../configuration.md#comments-and-baselines)).\n\n"
        f"All findings: `--ignore {rule.code}`, or the settings below."
    )


def configuration(rule: Rule) -> str:
    """Settings of the rule."""
    switch = ("ignore", "disable") if rule.state == ON else ("extend-select", "enable")
    lines = {
        f'{switch[0]} = ["{rule.code}"]': f"{switch[1]} the rule",
        f'severity = {{ {rule.code} = "{rule.severity}" }}': "error, warning or info",
        f'allow = {{ {rule.code} = ["*.internal"] }}': "hosts, or URLs if they contain ://",
        f'per-file-ignores = {{ "docs/" = ["{rule.code}"] }}': "disable it in these files",
    }
    settings = "\n".join(f"# {comment}\n{line}" for line, comment in lines.items())
    return f"```toml\n[tool.urlmend]\n{settings}\n```"


def page(rule: Rule) -> str:
    """The page of a rule, in Markdown."""
    sections = {
        "Where it applies": where(rule),
        "How often it is right": accuracy(rule),
        "How to ignore it": ignoring(rule),
        "How to configure it": configuration(rule),
    }
    text = "".join(f"\n## {title}\n\n{body.rstrip()}\n" for title, body in sections.items())
    head = f"# {rule.code} {rule.name}\n\n{properties(rule)}\n\n"
    return head + with_rule_links(linked(f"{rule.page.rstrip()}\n{text}"), rule.code)


def index() -> str:
    """The page that lists all rules by family, in Markdown."""
    lines = ["# Rules", "", LEGEND, ""]
    for family, title in FAMILIES.items():
        rules = [rule for code, rule in sorted(RULES.items()) if code.startswith(family)]
        if rules:
            lines += [f"## {title}", "", "| rule | reports | properties |", "| --- | --- | --- |"]
            lines += [_row(rule) for rule in rules]
            lines.append("")
    return "\n".join(lines)


def _row(rule: Rule) -> str:
    summary = rule.summary.replace("|", "\\|")
    return f"| [{rule.code}]({rule.code}.md) {rule.name} | {summary} | {deviations(rule)} |"


def main() -> None:
    """Write the pages, or check that they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    pages = {f"{code}.md": page(rule) for code, rule in RULES.items()} | {"index.md": index()}
    present = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    if options.check:
        outdated = sorted(name for name in pages.keys() | present.keys() if pages.get(name) != present.get(name))
        sys.exit(f"not current: {', '.join(outdated)}; run {Path(__file__).name}" if outdated else 0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in present.keys() - pages.keys():
        (FOLDER / name).unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()

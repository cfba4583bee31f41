"""The documentation site: it builds without warnings, is self-contained, fits a phone, and its search finds pages."""

import ast
import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import pytest

import urlmend
from urlmend.rules import RULES

MISSING = [name for name in ("furo", "myst_parser") if find_spec(name) is None]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=f"no package {MISSING}")]

ROOT = Path(__file__).parents[2]
CONF = (ROOT / "docs" / "conf.py").read_text("utf-8")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site and return its folder."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_site_has_every_page(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not (site / page).with_suffix(".html").exists()} == set()
    assert len(list((site / "rules").glob("URL*.html"))) == len(RULES)


def test_pages_load_nothing_from_other_hosts(site):
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.findall(r"<(?:script|img|iframe|source)[^>]*\bsrc=\"(?:https?:)?//[^\"]*", text), path.name
        assert not re.findall(r"<link[^>]*\bhref=\"(?:https?:)?//[^\"]*", text), path.name


def test_api_page_has_no_default_docstrings(site):
    page = (site / "api.html").read_text("utf-8")
    assert "Alias for field number" not in page
    assert [name for name in urlmend.__all__ if page.count(f'id="urlmend.{name}"') != 1] == []


def test_home_has_a_description_a_logo_and_a_favicon(site):
    home = (site / "index.html").read_text("utf-8")
    assert '<meta content="Finds URLs' in home
    assert home.count("_static/logo.svg") >= 2
    assert (site / "_static" / "logo.svg").exists()


def test_names_of_tests_are_folded(site):
    page = (site / "guarantees.html").read_text("utf-8")
    tables = "".join(re.findall(r"<table.*?</table>", page, re.DOTALL))
    assert "test_" not in tables
    shown = re.findall(r"test_\w+\.py::[tT]est\w+", (ROOT / "docs" / "guarantees.md").read_text("utf-8"))
    folded = "".join(re.findall(r"<details class=\"tests\">.*?</details>", page, re.DOTALL))
    assert set(shown) == set(re.findall(r"test_\w+\.py::[tT]est\w+", re.sub(r"<[^>]*>", "", folded)))


@pytest.fixture(scope="module")
def browser():
    if not (CHROMIUM and CHROMEDRIVER):
        pytest.skip("needs chromium and chromedriver")
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"):
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    yield driver
    driver.quit()


def sized(browser, width, *, mobile=False):
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": mobile}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    return browser


def test_pages_fit_a_phone_and_load_their_images(site, browser):
    sized(browser, 390, mobile=True)
    for path in [*sorted(site.glob("*.html")), *sorted((site / "rules").glob("URL1*.html"))]:
        browser.get(path.as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390, path.name
        broken = browser.execute_script("return [...document.images].filter(i => !i.naturalWidth).map(i => i.src)")
        assert broken == [], path.name


def test_long_pages_are_short_on_a_phone(site, browser):
    sized(browser, 390, mobile=True)
    for page in ("rules/index", "guarantees"):
        browser.get((site / f"{page}.html").as_uri())
        assert browser.execute_script("return document.documentElement.scrollHeight") < 10_000


@pytest.mark.parametrize("width", [390, 1400])
def test_lines_of_code_scroll_instead_of_wrapping(site, browser, width):
    sized(browser, width)
    script = """
        const wraps = (style) => style.whiteSpace !== "pre" || style.overflowX !== "auto";
        return [...document.querySelectorAll("pre")].filter((block) => wraps(getComputedStyle(block))).length;
    """
    for path in sorted(site.glob("*.html")):
        browser.get(path.as_uri())
        assert browser.execute_script(script) == 0, path.name


@pytest.mark.parametrize("width", [390, 1400])
def test_copy_buttons_are_visible_and_cover_no_code(site, browser, width):
    sized(browser, width, mobile=width == 390)
    script = """
        return [...document.querySelectorAll(":not(.highlight-text) > div.highlight")].map((block) => {
            const button = block.querySelector(".copy");
            if (!button || getComputedStyle(button).opacity < 1) return true;
            const [lines, box] = [block.querySelector("pre").getBoundingClientRect(), button.getBoundingClientRect()];
            return box.width < 20 || box.left < lines.right || box.right > document.documentElement.clientWidth;
        });
    """
    for page in ("index", "ci", "fixes", "library", "tutorial"):
        browser.get((site / f"{page}.html").as_uri())
        bad = browser.execute_script(script)
        assert bad, page
        assert not any(bad), page


def test_tables_fit_a_desktop_and_examples_in_them_are_not_wrapped(site, browser):
    sized(browser, 1400)
    script = """
        const wide = [...document.querySelectorAll(".table-wrapper")].filter((e) => e.scrollWidth > e.clientWidth);
        const lines = [...document.querySelectorAll(".forms td:nth-child(3) code .pre")];
        return [wide.length, lines.filter((line) => line.getClientRects().length > 1).length];
    """
    for path in sorted(site.glob("*.html")):
        browser.get(path.as_uri())
        assert browser.execute_script(script) == [0, 0], path.name


def test_headings_end_at_their_text_and_icons_are_apart_on_a_phone(site, browser):
    sized(browser, 390, mobile=True)
    script = """
        const gaps = [...document.querySelectorAll("h1, h2, h3")].map((heading) => {
            const range = document.createRange();
            range.selectNodeContents(heading);
            range.setEndBefore(heading.querySelector(".headerlink"));
            return heading.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom;
        });
        const [left, right] = document.querySelector(".header-right").children;
        return [Math.max(...gaps), right.getBoundingClientRect().left - left.getBoundingClientRect().right];
    """
    for page in ("questions", "guarantees"):
        browser.get((site / f"{page}.html").as_uri())
        below, between = browser.execute_script(script)
        assert below < 10, page
        assert between >= 12, page


COPIED = """
    const done = arguments[arguments.length - 1];
    const texts = [];
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => texts.push(text) } });
    for (const button of document.querySelectorAll(".copy")) button.click();
    setTimeout(() => done(texts), 50);
    """


def test_copy_button_copies_commands_without_prompts_and_output(site, browser):
    sized(browser, 1400)
    browser.get((site / "index.html").as_uri())
    session, shell = browser.execute_async_script(COPIED)
    assert session == "cat notes.txt\nurlmend find notes.txt\nurlmend lint notes.txt\n"
    assert shell.startswith("pip install git+https://")


@pytest.mark.parametrize(
    ("page", "start", "end"),
    [
        ("tutorial", "From ada@canal.example Mon Jan", "north-bank.html\n"),
        ("plugins", "from collections", "[staging_host]\n"),
    ],
)
def test_copy_button_copies_the_file_that_a_session_shows(site, browser, page, start, end):
    sized(browser, 1400)
    browser.get((site / f"{page}.html").as_uri())
    copied = browser.execute_async_script(COPIED)
    (shown, *_) = [text for text in copied if text.startswith(start)]
    assert shown.rstrip("\n") + "\n" == shown
    assert shown.endswith(end)
    assert any(text.startswith("urlmend ") or "\nurlmend " in text for text in copied)


def test_filter_of_the_rules(site, browser):
    browser.get((site / "rules" / "index.html").as_uri())
    script = """
        const input = document.querySelector(".filter input");
        input.value = arguments[0];
        input.dispatchEvent(new Event("input"));
        const shown = [...document.querySelectorAll(".rules tbody tr:not([hidden])")];
        return [shown.map((row) => row.textContent.trim().slice(0, 6)),
                document.querySelector(".filter [role=status]").textContent,
                document.querySelectorAll("section#rules > section:not([hidden])").length];
    """
    assert browser.execute_script(script, "URL501") == [["URL501"], f"1 of {len(RULES)} rules", 1]
    off, _, families = browser.execute_script(script, "info off")
    assert {code for code, rule in RULES.items() if (rule.severity, rule.state) == ("info", "off by default")} <= set(
        off
    )
    assert families > 1
    assert browser.execute_script(script, "no such rule") == [[], f"0 of {len(RULES)} rules", 0]
    assert len(browser.execute_script(script, "")[0]) == len(RULES)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_drawings_follow_the_theme_of_the_page(site, browser, theme):
    browser.get((site / "performance.html").as_uri())
    script = """
        document.body.dataset.theme = arguments[0];
        return getComputedStyle(document.querySelector("article img")).colorScheme;
    """
    assert browser.execute_script(script, theme) == theme
    for drawing in (ROOT / "docs").rglob("*.svg"):
        if drawing.name != "logo.svg":
            assert "@media (prefers-color-scheme: dark)" in drawing.read_text("utf-8"), drawing.name


# What people type, and the page or section that is the first result.
SEARCHES = {
    "disable a rule": "questions.html#how-do-i-disable-a-rule",
    "noqa": "questions.html#how-do-i-ignore-one-finding-as-with-noqa",
    "ignore": "questions.html#how-do-i-ignore-one-finding-as-with-noqa",
    "false positive": "questions.html#what-do-i-do-about-a-false-positive",
    "ruff": "questions.html#does-it-work-next-to-ruff",
    "vscode": "editors.html#vs-code",
    "VS Code": "editors.html#vs-code",
    "neovim": "editors.html#neovim",
    "exit code": "command-line.html#exit-status",
    "exit status": "command-line.html#exit-status",
    "baseline": "configuration.html#comments-and-baselines",
    "severity": "configuration.html#severity",
    "pre-commit": "hook.html#with-pre-commit",
    "git hook": "hook.html",
    "github action": "ci.html#github-actions",
    "gitlab": "ci.html#gitlab",
    **dict.fromkeys(
        ("dead link", "dead links", "404", "broken link", "broken links", "link checker", "check links"),
        "questions.html#does-it-check-whether-a-link-works",
    ),
    "thunderbird": "questions.html#does-it-read-the-mail-of-thunderbird-gmail-or-outlook",
    "outlook": "gateways.html",
    "fix": "fixes.html",
    "unsafe fix": "fixes.html#unsafe-fixes",
    "autofix": "fixes.html",
    "benchmark": "performance.html",
    "wrapped lines": "rejoining.html",
    "pyproject": "configuration.html",
    "password": "secrets.html",
    "api key": "secrets.html",
    "URL205": "rules/URL205.html",
    "unsafe-national": "rules/URL205.html",
    **dict.fromkeys(("plugin", "plugins", "custom rule"), "plugins.html"),
    "hyphen": "rules/URL106.html",
    **dict.fromkeys(("Url.breaks", "urlmend.Url.breaks", "url.breaks"), "api.html#urlmend.Url.breaks"),
    "Document.locate": "api.html#urlmend.Document.locate",
    "scan_chunks": "api.html#urlmend.scan_chunks",
}


FOUND = """
    const done = arguments[arguments.length - 1];
    const wait = () => {
        if (!/finished|did not match/.test(document.querySelector(".search-summary")?.textContent)) {
            return setTimeout(wait, 20);
        }
        done([...document.querySelectorAll("ul.search li > a")].slice(0, 8).map((a) => a.getAttribute("href")));
    };
    wait();
    """


def found(site, browser, words):
    browser.get(f"{(site / 'search.html').as_uri()}?q={quote(words)}")
    return browser.execute_async_script(FOUND)


def test_search_leads_to_the_section_that_answers(site, browser):
    first = {words: found(site, browser, words)[:1] for words in SEARCHES}
    assert first == {words: [address] for words, address in SEARCHES.items()}


def test_words_for_the_search_belong_to_pages_and_sections(site):
    index = json.loads(re.search(r"\((.*)\)", (site / "searchindex.js").read_text("utf-8"), re.DOTALL)[1])
    words = ast.literal_eval(re.search(r"^SEARCH_WORDS = (.*?^\})", CONF, re.DOTALL | re.MULTILINE)[1])
    assert set(words) - set(index["docnames"]) == set()


def test_search_ignores_generated_sections_of_rules(site, browser):
    for words in ("how to configure it", "maintainer", "safe fix", "read one by one"):
        assert [address for address in found(site, browser, words) if address.startswith("rules/URL")] == []


def test_search_ranks_pages_before_members_of_the_api(site, browser):
    for words in ("password", "secret", "fix"):
        first = found(site, browser, words)[:4]
        assert not any(address.startswith("api.html#") for address in first), first

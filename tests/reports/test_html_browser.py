"""The page in a browser: no requests or errors, no injection, keyboard use, and layout."""

import json
import os
import shutil
from itertools import pairwise

import pytest

from page_results import HOSTILE, make_result, update

pytest.importorskip("jinja2")
pytest.importorskip("selenium")

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from urlmend.reports.html.page import page
from urlmend.reports.scan_result.result_file import open_result

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="needs chromium and chromedriver"),
]

OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


class Browser:
    """A browser with the queries of these tests."""

    def __init__(self, driver):
        self.driver = driver
        self.run = driver.execute_script

    def open(self, path, *, width=1280, scheme="light", script=True):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.driver.get(path.as_uri())
        return self

    def requests(self):
        """The addresses that were requested since the page was opened."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def focus(self):
        return self.driver.switch_to.active_element

    def press(self, *keys):
        for key in keys:
            self.focus().send_keys(key)

    def tab_to(self, test):
        """Press Tab until the focused element passes the test, and return it."""
        for _ in range(60):
            self.press(Keys.TAB)
            if test(self.focus()):
                return self.focus()
        raise AssertionError("not reached by keyboard")

    def column(self, table, index):
        cells = self.driver.find_elements(By.CSS_SELECTOR, f"#{table}-table tbody tr > :nth-child({index})")
        return [cell.text for cell in cells]

    def count(self, selector):
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(CHROMEDRIVER, env={**os.environ, "NO_PROXY": "127.0.0.1,localhost"})
    driver = webdriver.Chrome(options=options, service=service)
    yield Browser(driver)
    driver.quit()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Make the page of a result, once for each name: `made("name", urls=3)`."""
    folder = tmp_path_factory.mktemp("pages")

    def make(name, title="Towpath", **options):
        path = folder / f"{name}.html"
        if not path.exists():
            with open_result(str(make_result(folder / f"{name}.sqlite", **options))) as connection:
                path.write_text(page(connection, f"{name}.sqlite", title), "utf-8")
        return path

    return make


@pytest.fixture(scope="module")
def usual(made):
    return made("usual", hosts=120, urls=1500)


@pytest.fixture(scope="module")
def hostile(made):
    return made("hostile", title="".join(HOSTILE), hostile=True)


@pytest.mark.parametrize("fixture", ["usual", "hostile"])
def test_the_page_makes_no_requests_and_has_no_errors(browser, fixture, request):
    path = request.getfixturevalue(fixture)
    browser.open(path)
    assert browser.requests() == [path.as_uri()]
    assert browser.errors() == []


def test_requests_and_errors_are_detected(browser, tmp_path):
    path = tmp_path / "loud.html"
    path.write_text("<!DOCTYPE html><script>console.error('loud')</script><img src=missing.png>", "utf-8")
    browser.open(path)
    assert len(browser.requests()) == 2
    assert any("loud" in message for message in browser.errors())


def test_injected_scripts_do_not_run(browser, hostile):
    browser.open(hostile)
    assert "owned'" in browser.driver.title, "the title has it as text"
    assert browser.count("img, main script, main style, iframe, form") == 0
    search = browser.driver.find_element(By.ID, "findings-search")
    search.send_keys("<script>")
    WebDriverWait(browser.driver, 5).until(lambda _: 0 < browser.count("#findings-table tbody tr") < 50)
    assert browser.run("return document.title !== 'owned'")
    assert browser.errors() == []


def test_the_policy_blocks_injected_handlers_and_styles(browser, usual):
    browser.open(usual)
    browser.run(
        "document.body.insertAdjacentHTML('beforeend', "
        '\'<img src=x onerror="document.title = 1"><p id=new style="color: red">\')'
    )
    assert browser.run("return getComputedStyle(document.getElementById('new')).color") != "rgb(255, 0, 0)"
    assert len(browser.errors()) >= 2
    assert browser.driver.title == "Towpath"


def test_the_first_tab_stop_skips_to_the_content(browser, usual):
    browser.open(usual)
    browser.press(Keys.TAB)
    skip = browser.focus()
    assert skip.get_attribute("class") == "skip"
    assert skip.rect["x"] >= 0
    browser.press(Keys.ENTER)
    assert browser.focus().get_attribute("id") == "content"


def test_search_works_by_keyboard(browser, usual):
    browser.open(usual)
    browser.tab_to(lambda element: element.get_attribute("id") == "domains-search")
    status = browser.driver.find_element(By.CSS_SELECTOR, "#domains [role=status]")
    everything = status.text
    browser.press(*"FERRY time")
    WebDriverWait(browser.driver, 5).until(lambda _: browser.count("#domains-table tbody tr") == 1)
    assert browser.column("domains", 1) == ["timetable.ferry.example"]
    assert status.text.startswith("1 of ")
    browser.press(*"x")
    WebDriverWait(browser.driver, 5).until(lambda _: browser.count("#domains-table tbody tr") == 0)
    browser.press(*[Keys.BACKSPACE] * 11)
    WebDriverWait(browser.driver, 5).until(lambda _: status.text == everything)


def test_sorting_works_by_keyboard(browser, usual):
    browser.open(usual)
    browser.tab_to(lambda element: element.get_attribute("id") == "domains-search")
    button = browser.tab_to(lambda element: element.tag_name == "button" and element.text.startswith("Findings"))
    heading = button.find_element(By.XPATH, "..")
    assert heading.get_attribute("aria-sort") == "none"
    for order, backwards in (("descending", True), ("ascending", False)):
        browser.press(Keys.ENTER)
        assert heading.get_attribute("aria-sort") == order
        numbers = [int(text.replace(",", "")) for text in browser.column("domains", 4)]
        assert numbers == sorted(numbers, reverse=backwards)
    first = browser.driver.find_element(By.CSS_SELECTOR, "#domains-table thead button")
    first.send_keys(Keys.SPACE)
    assert heading.get_attribute("aria-sort") == "none"
    names = browser.column("domains", 1)
    assert names.index("h9.quay.example") < names.index("h10.quay.example"), "numbers in names count as such"


def test_the_overview_is_on_the_first_screen(browser, usual):
    for width in (390, 1400):
        browser.open(usual, width=width)
        assert browser.driver.find_element(By.CSS_SELECTOR, ".columns").rect["y"] < 600
        assert browser.run("return document.documentElement.scrollHeight") < {390: 24_000, 1400: 13_000}[width]


def test_rows_are_cards_on_a_phone(browser, usual):
    browser.open(usual, width=390)
    script = """
        return [...document.querySelectorAll(".cards")].map((table) => {
            const cells = [...table.tBodies[0].rows[0].cells].map((cell) => cell.getBoundingClientRect());
            const titles = [...table.tBodies[0].rows[0].cells].map((cell) =>
                getComputedStyle(cell, "::before").content);
            return [table.id, Math.max(...cells.map((cell) => cell.right)), titles];
        });
    """
    cards = {name: (right, titles) for name, right, titles in browser.run(script)}
    assert set(cards) == {f"{name}-table" for name in ("years", "broken", "misleading", "findings", "urls", "problems")}
    for right, titles in cards.values():
        assert right <= 390
        assert len(titles) > 1
    assert '"Broken "' in cards["urls-table"][1]
    browser.run("document.querySelector('#urls-table thead th:nth-child(3) button').click()")
    numbers = [int(text.removeprefix("Broken ").replace(",", "")) for text in browser.column("urls", 3)]
    assert numbers == sorted(numbers, reverse=True)
    tree = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {node["role"]["value"] for node in tree if not node["ignored"]}
    assert {"table", "row", "cell", "columnheader", "rowheader"} <= roles


def test_severities_sort_by_weight(browser, usual):
    browser.open(usual)
    button = browser.driver.find_element(By.CSS_SELECTOR, "#rules-table thead th:nth-child(4) button")
    for expected in ("error", "info"):
        button.send_keys(Keys.ENTER)
        assert browser.column("rules", 4)[0] == expected


def test_more_rows_are_shown_by_keyboard(browser, usual):
    browser.open(usual)
    assert browser.count("#urls-table tbody tr") == 10
    more, everything = browser.driver.find_elements(By.CSS_SELECTOR, "#urls .more button")
    more.send_keys(Keys.ENTER)
    assert browser.count("#urls-table tbody tr") == 60
    assert browser.focus() == more
    everything.send_keys(Keys.ENTER)
    assert browser.count("#urls-table tbody tr") == 1000
    assert browser.focus() == browser.driver.find_element(By.CSS_SELECTOR, "#urls-table tbody tr:nth-child(61)")
    assert not more.is_displayed()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_is_visible(browser, usual, scheme):
    browser.open(usual, scheme=scheme)
    seen = set()
    for _ in range(50):
        browser.press(Keys.TAB)
        element = browser.focus()
        seen.add(element.tag_name)
        style = browser.run("let s = getComputedStyle(arguments[0]); return [s.outlineStyle, s.outlineWidth]", element)
        assert style == ["solid", "3px"], element.get_attribute("outerHTML")[:200]
    assert {"a", "input", "div", "button"} <= seen


@pytest.mark.parametrize("fixture", ["usual", "hostile"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 600, 1280])
def test_only_tables_scroll_horizontally(browser, fixture, scheme, width, request):
    browser.open(request.getfixturevalue(fixture), width=width, scheme=scheme)
    assert browser.run("return innerWidth") == width
    script = """
        const width = document.documentElement.clientWidth;
        const shown = [...document.querySelectorAll(".box, .label, dd")].filter((one) => one.getClientRects().length);
        const fits = ({ left, right }) => left >= 0 && right <= width + 1;
        const outside = shown.filter((one) => !one.matches(".box *") && !fits(one.getBoundingClientRect()));
        return [document.documentElement.scrollWidth - width, outside.map((one) => one.textContent)];
    """
    assert browser.run(script) == [0, []]


@pytest.mark.parametrize("width", [390, 1280])
def test_bars_have_the_lengths_of_their_numbers(browser, usual, width):
    browser.open(usual, width=width)
    script = """
        const heights = [...document.querySelectorAll(".column")].map((column) =>
            [Number(column.title.split(": ")[1].replace(",", "")),
             column.querySelector(".rod").getBoundingClientRect().height]);
        return heights;
    """
    heights = browser.run(script)
    most = max(number for number, _ in heights)
    for number, height in heights:
        assert height == pytest.approx(192 * number / most, abs=2)


@pytest.mark.parametrize("width", [320, 1280])
def test_the_years_below_the_columns_do_not_overlap(browser, usual, width):
    browser.open(usual, width=width)
    script = """
        return [...document.querySelectorAll(".label")].filter((one) => one.getClientRects().length)
            .map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]);
    """
    labels = browser.run(script)
    assert len(labels) > 3
    assert all(right < left for (_, right), (left, _) in pairwise(labels))


def test_deleted_spaces_wrap_on_a_phone(browser, made, tmp_path):
    result = make_result(tmp_path / "r.sqlite", urls=20, findings=20)
    spaces = " " * 300
    update(result, "UPDATE findings SET before = ?, after = 'http://ab', safe = 1", (f"http://a\n{spaces}b",))
    path = tmp_path / "r.html"
    with open_result(str(result)) as connection:
        path.write_text(page(connection, "r.sqlite", "Spaces"), "utf-8")
    browser.open(path, width=390)
    right = "return Math.max(...[...document.querySelectorAll('del')].flatMap((one) => [...one.getClientRects()])"
    assert 0 < browser.run(f"{right}.map(({{ right }}) => right))") <= 390


def test_narrow_tables_leave_columns_out(browser, usual):
    for width, columns in ((390, 2), (1280, 6)):
        browser.open(usual, width=width)
        cells = browser.driver.find_elements(By.CSS_SELECTOR, "#domains-table thead th")
        assert sum(cell.is_displayed() for cell in cells) == columns


def test_the_printed_page_shows_tables_and_bars_only(browser, usual):
    browser.open(usual)
    features = {"media": "print", "features": []}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    try:
        for selector, is_shown in ((".tools, nav, .more", False), (".columns, table", True)):
            elements = browser.driver.find_elements(By.CSS_SELECTOR, selector)
            assert {element.is_displayed() for element in elements} == {is_shown}
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def test_the_dark_colour_scheme_is_dark(browser, usual):
    shades = {}
    for scheme in ("light", "dark"):
        browser.open(usual, scheme=scheme)
        script = (
            "return [getComputedStyle(document.body).backgroundColor,"
            " getComputedStyle(document.body).color,"
            " getComputedStyle(document.querySelector('.rod')).backgroundColor]"
        )
        shades[scheme] = [sum(map(int, colour[4:-1].split(","))) for colour in browser.run(script)]
    (page_light, text_light, line_light), (page_dark, text_dark, line_dark) = shades["light"], shades["dark"]
    assert (page_light > 700, page_dark < 100) == (True, True)
    assert (text_light < 150, text_dark > 600) == (True, True)
    assert line_light != line_dark


def test_the_accessibility_tree_has_names_and_roles(browser, usual):
    browser.open(usual)
    tree = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    nodes = [node for node in tree if not node["ignored"]]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    roles = [role for role, _ in named]
    assert {"banner", "navigation", "main", "contentinfo", "searchbox", "status", "columnheader", "rowheader"} <= set(
        roles
    )
    assert ("image", "URLs by year") in named
    assert all(name for role, name in named if role in {"image", "button", "link", "searchbox", "region"})


def test_tables_are_shown_without_the_script(browser, usual):
    browser.open(usual, script=False)
    assert browser.count("#domains-table tbody tr") > 50
    assert browser.count("#urls-table tbody tr") == 1000
    assert browser.count("thead button") == 0
    boxes = browser.driver.find_elements(By.CSS_SELECTOR, ".box")
    assert max(box.rect["height"] for box in boxes) < 500, "long tables scroll"
    assert not any(element.is_displayed() for element in browser.driver.find_elements(By.CSS_SELECTOR, ".tools, .more"))
    assert browser.errors() == []


def test_a_page_of_the_largest_size_is_fast(browser, made):
    path = made("large", urls=9000, findings=6000, hosts=10_000)
    browser.open(path)
    assert browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd") < 3000
    script = """
        const [kind, done] = [arguments[0], arguments[arguments.length - 1]];
        const start = performance.now();
        const finish = () => done(performance.now() - start);
        if (kind === "sort") document.querySelector("#findings-table thead th:nth-child(3) button").click();
        else {
            const search = document.getElementById("findings-search");
            search.value = "ferry";
            search.dispatchEvent(new Event("input"));
        }
        requestAnimationFrame(() => setTimeout(finish, kind === "sort" ? 0 : 130));
    """
    for kind in ("sort", "search"):
        assert browser.driver.execute_async_script(script, kind) < 1000

"""The documentation site builds without warnings, is self-contained, and fits a phone."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from urlmend.rules import RULES

pytest.importorskip("furo")
pytest.importorskip("myst_parser")

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
PHONE = {"width": 390, "height": 844, "pixelRatio": 1.0}


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
    assert "Alias for field number" not in (site / "api.html").read_text("utf-8")


@pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="needs chromium and chromedriver")
def test_pages_fit_a_phone_and_load_their_images(site):
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"):
        options.add_argument(option)
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": PHONE})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    try:
        for path in [*sorted(site.glob("*.html")), *sorted((site / "rules").glob("URL1*.html"))]:
            driver.get(path.as_uri())
            assert driver.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"], path.name
            broken = driver.execute_script("return [...document.images].filter(i => !i.naturalWidth).map(i => i.src)")
            assert broken == [], path.name
    finally:
        driver.quit()

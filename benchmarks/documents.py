"""How many URLs of PDF files are found, with their link annotations as the truth.

    python benchmarks/documents.py FOLDER...

For each annotation whose address is printed where it is linked, whether `find` gives it: from the text alone, and from
the file with its annotations; apart for addresses that are unbroken and that are broken over lines or pages. Peers
that are installed read the same files: `pdftotext` with a regular expression, pdfx, linkrot.
"""

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from urlmend.documents import pdf, printed_links
from urlmend.documents.assembly import Assembler, _PAGE_BREAK
from urlmend.documents.passages import DocumentError
from urlmend.finder import find_urls

_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"]+")
_WEB = re.compile(r"(?:https?|ftp)://")


def truth(pages):
    """The printed targets of the links of pages, each with its page and whether it is broken."""
    found = []
    for number, page in enumerate(pages):
        links = sorted(page.links)
        text, following = page.text, list(links)
        if number + 1 < len(pages):  # a target may continue on the next page
            shift = len(text) + len(_PAGE_BREAK)
            following += [link._replace(start=link.start + shift, stop=link.stop + shift) for link in sorted(pages[number + 1].links)]
            text += _PAGE_BREAK + pages[number + 1].text
        end = 0
        for index, link in enumerate(links):
            if link.start < end or not _WEB.match(link.target) or link.start >= link.stop:
                continue
            printed = printed_links.printed_target(text, following[index:])
            if printed and _WEB.match(text, printed.spans[0].start):
                end = printed.spans[-1].stop
                found.append((link.target, page.page, printed_links.is_broken(text, printed), printed_links.may_be_cut(text, printed)))
    return found


def found_by_page(pages, name):
    urls = Counter()
    for document in Assembler(name, "pdf", is_typeset=True).documents(pages):
        for url in find_urls(document):
            if url.counts:
                urls[document.layout.page(url.outer.start), _key(url.text)] += 1
    return urls


def _key(url):
    return re.sub(r"/\Z", "", url)


def by_pdftotext(path):
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, timeout=100)
    urls = Counter()
    for number, text in enumerate(done.stdout.decode("utf-8", "replace").split("\f"), 1):
        for url in _URL.findall(text):
            urls[number, _key(url.rstrip(".,;:)]}'’"))] += 1
    return urls


def by_pdfx(path):
    import pdfx
    return Counter((0, _key(found.ref)) for found in pdfx.PDFx(str(path)).get_references() if found.reftype != "pdf" or True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--misses", action="store_true", help="print what text alone misses")
    parser.add_argument("--peers", action="store_true")
    options = parser.parse_args()
    totals, got = Counter(), Counter()
    pages_read = seconds = 0
    files = sorted({path for folder in options.folders for path in Path(folder).rglob("*.pdf")})
    for path in files:
        begin = time.process_time()
        pages = []
        try:
            for page in pdf.passages(path.read_bytes()):
                pages.append(page)
        except DocumentError as error:
            print(path, error, file=sys.stderr)
        pages_read += len(pages)
        expected = truth(pages)
        if not expected:
            continue
        bare = [page._replace(links=()) for page in pages]
        results = {"text": found_by_page(bare, str(path)), "annotations": found_by_page(pages, str(path))}
        if options.peers:
            results["pdftotext"] = by_pdftotext(path)
        seconds += time.process_time() - begin
        for target, number, broken, cut in expected:
            kind = "broken" if broken else "unbroken"
            totals[kind] += 1
            for reader, urls in results.items():
                if urls[number, _key(target)] > 0:
                    got[reader, kind] += 1
                elif options.misses and reader != "pdftotext":
                    near = [url for (on, url) in urls if on == number and url[:15] == target[:15]]
                    print(reader, kind, "CUT?" if cut else "", path.name, number, target, near[:4], sep=" | ")
    print(f"{len(files)} files, {pages_read} pages, {totals['unbroken']} unbroken and {totals['broken']} broken addresses")
    for reader in dict.fromkeys(reader for reader, _ in got):
        shares = ", ".join(f"{kind} {got[reader, kind] / max(1, totals[kind]):.1%}" for kind in ("unbroken", "broken"))
        print(f"{reader}: {shares}")


if __name__ == "__main__":
    main()

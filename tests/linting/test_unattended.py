"""Files whose findings nobody acts on."""

import pytest

from tables import each_row
from urlmend import lint
from urlmend.linting.attended_parts import may_open_something
from urlmend.linting.unattended import unattended_kind
from urlmend.model.document import Document
from urlmend.model.named_paths import NamedPaths
from urlmend.reports.formats import FORMATS

KINDS = {
    "test": """
        tests/a.txt test/a t/uri.t __tests__/a.js src/test/java/A.java lib/test_url.py test-url.c tests.url.c
        url_test.go url.test.js url-tests.py url_spec.rb url.spec.ts UrlTest.java UrlTests.kt UrlSpec.scala
        url_test.md url.test.md url-test.txt
        UrlTestCase.php UrlIT.groovy aTest.cs aTest.swift aTest.hs a/fixtures/b.html fixture/b test_data/a.txt
        Intruder/a.txt wordlists/b/a.lst XSS-payloads.txt
        testdata/a test-cases/a test-suite/a test_files/a e2e/a unittest/a unittests/a unit-tests/a.c unit-test/a
        unit_test/a.py tests_unit/a test-unit/a testing_data/b/a.html
        api_tests/a.py load-tests/a.md spec/url_spec.rb spec/url.rb spec/a.js spec/a.ts spec/a.coffee
        spec/a.lua spec/a.php spec/a.json spec/a.yml spec/a.yaml spec/a.html spec/b/a.hrx spec/a.cr conftest.py
        src/Plans.Tests/a.cs src/Plans.Core.UnitTests/a.bin Plans.Test/a Tests/PlanTests/a.swift TestGeneration/a.txt
        TestData/a testFixtures/a src/testFixtures/a.txt src/androidTest/a.kt src/integrationTest/a
        Tests/a.ttx testurl.c b/testurls2.cpp src/t-url.c tests.py src/a/tests.rs a/b.phpt a/b.bats a/b.caddyfiletest
    """,
    "vendored": """
        vendor/a.c vendors/a vendors/a.md docs/vendors/a.js docs/vendor/a.md
        lib/vendors/docs/a.md vendored/a _vendor/a _vendored/a node_modules/b/README.md bower_components/a
        third_party/a.md third-party/a thirdparty/a 3rdparty/a 3rd_party/a external/a externals/a _external/a
        public/lib/a/b.js wwwroot/admin/lib/a/README.md b/public/a/assets/libs/c/index.html
        admin/js/plugins/a/b.js assets/plugins/a.css
        wp-includes/a.php wp-admin/a.php b/wp-content/plugins/c/README.txt
        src/github.com/a/b/c.go data/gitlab.com/a/b/c.md bitbucket.org/a/b/c extern/a Godeps/a
        3rdPartyLibs/a.h thirdparty_src/a ThirdParty/a.c plan-master/a.md lib/plan-1.x-master/a.c
        Pods/a Carthage/a .yarn/a .bundle/a site-packages/a dist-packages/a jspm_packages/a missing-sources/a
        bundled/a gnulib/a gnulib_po/a gnulib-lib/a dist/a.js a/_vendor/b.py configure configure.in configure.ac
        configure~ configure.ac~ config.guess config.sub config.rpath ltmain.sh aclocal.m4 libtool.m4 install-sh
        missing depcomp compile texinfo.tex gradlew gradlew.bat mvnw mvnw.cmd jquery.js jquery-3.7.js bootstrap.js
        Scripts/ckeditor/samples/a.html js/tinymce/b.js lib/font-awesome/a.md MathJax/a.js
        b/library/4.5/c/a.scss js/v1.12.4/a.js
        bootstrap.css bootstrap.bundle.css b/_cacache/c upstream/a.c src/upstream/b/c.html
    """,
    "copied": """
        LICENSE COPYING LICENCE.txt LICENSE-MIT LICENSE.md COPYING.LIB a/THIRD_PARTY_LICENSES.txt LICENSES/MIT.txt
        a/CONTAINER-LICENSE a.smali tools/decompiled/apktool/a.xml jadx/b.java license.txt licence copying
        license-apache-2
        content/docs.canal.com/en/plan.md a/plan.canal.org/b/c.rst
        NOTICES a/NOTICES.txt ThirdPartyNotices.txt third-party-notices.md THIRD_PARTY_NOTICE
    """,
    "patch": """
        debian/patches/one fix.patch a/b.diff patches/a
    """,
    "backup": """
        doc/release-notes/release-notes-0.12.0.md releasenotes/1.4.rst
        plan.conf.bak a/README.md.orig plan.old plan.md~ .env.backup a/b.html.save archive/a.md b/archives/a.rst
        minutes-archive/2019.md archived/a.md
    """,
    "generated": """
        a.min.js a.min.css a.min.mjs a.bundle.js a-bundle.js app.js.map app.css.map a.pb.go a.pb.cc a.pb.h a.pb.dart
        a.log logs/a.log a.mht a/b.mhtml .idea/workspace.xml a/.idea/libraries/b.xml .vs/a.json
        _site/a.html docs/_build/a.txt a/target/scala-2.12/b.properties target/classes/a.xml
        sitemap.xml public/sitemap-2.xml sitemap_index.xml
        debug_output.txt debug_output_30s.txt all_tests_out.txt outputs/a.md b/plan_outputs/c/a.md
        build-log.txt a/stderr.txt log.txt docs/superpowers/plans/2026-05-25-plan.md
        .cursor/plans/a.md docs/plans/2026-05-25-a.md plan/0309a.md
        a.g.dart a_pb2.py a_pb2_grpc.py po/a.pot
    """,
    "data": """
        a.jsonl a.ndjson a.obo maps/a.geojson data/a.json public/data/b/a.json data/a.txt b/data/c/d.txt raw/a.md
        a/raw/b/c.txt a.dat static/data/b/a.csv data/a.tsv
        docs/SRC-5AD59E3C40.md docs/3930A38085.md Plan%203c9b1f0a77de4d21.md f81d4fae-7dec-11d0-a765-00a0c91e6bf6.txt
        notes/9f86d081884c7d.md
        benchmark/datasets/a/docs/b.md datasets/a/b/c.html
        a/1052.json 7.html 12.xml a-5.json plans_3.json dataset/a/Dockerfile datasets/a.json Datasets/b.c
    """,
    "lock": """
        package-lock.json a-lock.yaml a-lock.yml Cargo.lock yarn.lock go.sum pnpm-lock.yaml npm-shrinkwrap.json
        gradle.lockfile Package.resolved
    """,
}
ATTENDED = """
    README.md tests/README.md docs/testing.md contest/a.txt latest.txt docs/specs/a.md src/tester.py attest/a.c
    distribution/a.txt locksmith.txt lock.c patches.md a.js protest.txt inventory/vendors.md spec/a.md spec.rb
    testament.c testers.c testing.cpp testimony.c test.c testurl.txt
    test.py tests UrlTest.txt Test.java vendor node_modules.md configure.md a.map amin.js a.bundle.css a.pb.py
    Contests/a.txt Testimonials/a.txt Latest/a.md contest/b.cs Attests/a testimony/a.md src/protests/a
    t-shirt.md a.latest a.contest a.attest a.test.txt.c a-t.c pot a.pots
    lib/a.js src/lib/a.md public/a.js src/libs/a.js
    wp-content/themes/b/a.php plugins/a.php docs/github.com/a.md github.com/a/b.md docs/pages/vendors/a.adoc
    doc/vendors/b/a.md spec/a.rst spec/b/a.txt spec/a.adoc spec/index.bs
    docs/licensing.md licenses.py license.py license.md UNLICENSED docs/copying.rst src/LICENSER.c relicense
    .vscode/settings.json idea/a.xml .idea NOTICE notices.py a.log.md log
    data/a.md data/a.yaml raw.md a.json a.sql a.csv 2026/04/14/a.md _posts/2026-04-14-plan.md 2026-04/a.md 4-Apr/a.md
    14-Apr-2026/AI/README.md posts/2026-04-14/index.md src/layers/datasets/a/b.mdx src/dataset/a.tsx
    database/a.json a/b7.json 7.md draw/a.md docs/datasets/a/b/c.md datasets/a/b/README.md datasets/a.md
    dataset/a/b.html
    testing/a.md docs/load_testing/a.md a/testing_plan.md load-tests.md latest_plan/a
    target/a.py src/target/a.c site/a.md build/a.md _sites/a
    test-report.md docs/test_plan.rst tests-of-locks.adoc
    docs/load-test.md a-tests.rst plan-spec.md docs/plans/a.md docs/2026-05-25-a.md docs/superpowers.md
    superpowers/README.md docs/release-notes/index.md docs/release-notes/template.md RELEASE_NOTES_v1.0.0.md
    docs/SRC-5AD59E.md decade2024.md facade.md 20240105120000.md 2024-01-05-plan.md deadbeefcafe.md a1b2c3d4e5f/a.md
    www.canal.com/plan.md canal.com/plan.md docs.canal.com/plan.html docs.canal.com/plan.js docs.canal.md
    docs/upstream/b.md upstreams/a.c smali.c sitemap.md
    docs/4.5/a.md 8.2/Dockerfile versions/1.2/a.html v2/a.js 2004/a.css
    catalog.txt blog.txt out.txt output.txt outputs.txt a/output/b.txt input.txt
    archive/README.md archive/2009.mbox archive/a.txt archive.md archiver/a.md a-archived/b.md
    bak.md orig old/a.md a.older ~ .bak a.backups backup/a.md threshold save.txt
    a_pb3.py pb2.py lock a.locked go.sums npm-shrinkwrap.yaml patch diff patches.txt
"""


def kind(path, text="", named=(".",)):
    return unattended_kind(Document(text, path), NamedPaths(named).path_below(path))


@each_row("expected", KINDS)
def test_kind_by_path(expected):
    paths = KINDS[expected].split()
    assert [path for path in paths if kind(f"./{path}") != expected] == []
    assert [path for path in paths if kind(f"a/{path}", named=("a/",)) != expected] == []
    assert [path for path in paths if kind(f"a.zip!{path}", named=("a.zip",)) != expected] == []
    assert [path for path in paths if kind(path, named=(path,))] == []


# A URL with a second `#` is reported where people maintain the text.
WRONG = "http://a.internal/b##cd"
HYPHEN = "http://a.internal/plans/the-long-plan-of-the-\n# canal-boats-in-town-2004.html"
MESSAGE = f'msgid "{WRONG}"\nmsgstr'


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("src/a.rs", f"// {WRONG}\n#[cfg(test)]\n// {WRONG}", [1]),
        ("src/a.rs", f"// {WRONG}\nfn a()\n// {WRONG}", [1, 3]),
        ("src/a.rst", f"// {WRONG}\n#[cfg(test)]\n// {WRONG}", [1, 3]),
        ("a.po", f'{MESSAGE} ""', []),
        ("a.po", f'{MESSAGE} "{WRONG}"', []),
        ("a.po", f'{MESSAGE} "{WRONG}e"', [2]),
        ("a.po", f'msgid "x"\nmsgstr "{WRONG}"', [2]),
        ("a.po", f'msgid ""\n"x"\n"{WRONG}"\nmsgstr ""\n"x"\n"{WRONG}e"', [6]),
        ("a.po", f'msgid "x"\nmsgid_plural "{WRONG}"\nmsgstr[0] "{WRONG}"\nmsgstr[1] "{WRONG}e"', [4]),
        ("a.po", f'msgid "x"\nmsgstr "y"\n# {WRONG}', [3]),
        ("a.po", f'#. see {WRONG}\nmsgid "x"\nmsgstr "y"\n# {WRONG}', [4]),
        ("a.po", f'#~ msgid "x"\n#~ msgstr "{WRONG}"', []),
        ("a.pot", f'msgid "x"\nmsgstr "{WRONG}"', []),
        ("a.po.txt", f'{MESSAGE} "{WRONG}"', [1, 2]),
        ("Doxyfile", f"# {WRONG}\nPROJECT_BRIEF = {WRONG}", [2]),
        ("Doxyfile", "# see http://a.internal/plan-9f86d081884c7d65|b\nPROJECT_BRIEF = plan", []),
        ("a.dox", f"# Doxyfile 1.8.13\n\n# {WRONG}\n", []),
        ("a.dox.in", f"# Doxyfile 1.8.13\n\n# {WRONG}\n", [3]),
        ("a.dox.in", f"# Doxyfile 1.8.13\n\n# see {HYPHEN}\nPROJECT_BRIEF = a", []),
        ("a.dox.in", f"#{'=' * 79}\n# A licence.\n\n# Doxyfile 1.8.13\n\n# see {HYPHEN}\nPROJECT_BRIEF = a", []),
        ("a.dox", f"# A licence.\n\n# Doxyfile 1.8.13\n\n# {WRONG}\n", []),
        ("a.conf.in", f"# Canal 1.8.13\n\n# see {HYPHEN}\nPROJECT_BRIEF = a", [3]),
        ("Doxyfile", f"# Doxyfile 1.8.13\n\nPROJECT_BRIEF = {WRONG}\n", [3]),
        ("a.txt", f"INTERNET-DRAFT{' ' * 40}A. Lee\n\nsee {WRONG}\n", []),
        ("a.txt", f"Internet-Draft of a plan\n\nsee {WRONG}\n", [3]),
        ("Doxyfile.in", f"# {WRONG}\nPROJECT_BRIEF = {WRONG}", [1, 2]),
        ("plan.Doxyfile", f"# {WRONG}\nPROJECT_BRIEF = {WRONG}", [2]),
    ],
)
def test_parts_that_people_maintain(name, text, lines, tree, urlmend):
    tree({name: text})
    found = urlmend("lint", "--isolated", "--format", "jsonl", ".")
    assert [row["line"] for row in found.rows] == lines


@each_row(
    ("url", "random"),
    [
        ("https://a.internal/b?token=9f86d081884c7d659a2feaa0c55ad015", True),
        ("https://a.internal/b?Expires=9999999999&Signature=9f86d081884c7d659a2feaa0c55ad015", True),
        ("https://a.internal/b?Expires=1576454400&Signature=9f86d081884c7d659a2feaa0c55ad015", False),
        ("https://a.internal/b?sv=2019-02-02&se=2020-07-28T21:03:00Z&sig=9f86d081884c7d659a2feaa0c55ad015", False),
        ("https://a.internal/b?sv=2019-02-02&se=2999-07-28T21:03:00Z&sig=9f86d081884c7d659a2feaa0c55ad015", True),
        ("https://raw.githubusercontent.com/a/b/main/c?token=AABOBYcuttEPbItwO32pGc-Snz7XoCfXks5Y-ZCewA", False),
        ("https://github.internal/a/b/main/c?token=AABOBYcuttEPbItwO32pGc-Snz7XoCfXks5Y-ZCewA", True),
    ],
)
def test_expired_secrets_in_tests(url, random):
    (finding,) = lint(url, select=["URL506", "URL507"])
    assert may_open_something(Document(url), finding, "lock") == random


def test_other_files_are_attended():
    assert [path for path in ATTENDED.split() if kind(f"./{path}")] == []


@each_row(
    ("name", "text", "expected"),
    [
        ("a.py", "# Code generated by x. DO NOT EDIT.\n", "generated"),
        ("a.txt", "one\n" * 7 + "@generated\n", "generated"),
        ("a.md", "---\n" + "one: 2\n" * 9 + "---\n\n<!---\nThis is an autogenerated file!\n--->\n", "generated"),
        ("a.md", "---\n" + "one: 2\n" * 9 + "---\n\n" + "three\n" * 8 + "This is an autogenerated file!\n", ""),
        ("a.txt", "one\n" * 8 + "@generated\n", ""),
        ("a.js", "x=1;" * 1000, "minified"),
        ("a.js", "x=1;" * 1000 + "\n'b',\n", "minified"),
        ("a.js", "x = [\n" + f"  '{'words ' * 50}',\n" * 20 + "];\n", ""),
        ("a.js", "x = 1;\n" * 1000, ""),
        ("a.html", "<!doctype html>\n<script>x=" + "[1,2]," * 2000 + "</script>\n", "minified"),
        ("a.html", "<!doctype html>\n" + f"<p>{'words ' * 70}</p>\n" * 50, ""),
        ("a.html", f"<p>{'words ' * 700}</p>\n", ""),
        ("a.js", "x = 1;\n" * 75_000, "minified"),
        ("a.md", "x = 1;\n" * 75_000, ""),
        ("a.txt", "words " * 1000, ""),
        ("a.txt", "Network Working Group\nRequest for Comments: 1738\n", "copied"),
        (
            "a.txt",
            "Internet Engineering Task Force (IETF)              D. Muster\nRequest for Comments: 9844     X\n",
            "copied",
        ),
        ("a.c", "/* See RFC 6234.\n   Copyright (c) 2011 IETF Trust and the persons\n */", "copied"),
        ("a.txt", "Our request for comments: 4 people wrote\n", ""),
        ("a.c", "/* This file was\n * originally copied from the canal. */\nint a;\n", "copied"),
        ("a.c", "/* The names were taken directly from the canal. */\nint a;\n", "copied"),
        ("a.c", "int a;\n/* This file was copied from the canal. */\n", ""),
        ("a.c", "/* Copy it from the canal, take it from there. */\nint a;\n", ""),
        ("a.md", "<!-- This file was copied from the canal. -->\n", ""),
        ("a.txt", "words " * 1000 + "\nRequest for Comments: 1738\n", ""),
        ("a.txt", "usage: plan [-h]\n\noptions:\n  -h, --help  show this help message and exit\n", "generated"),
        ("a.txt", "usage: plan [-h]\n\nWrite to us.\n", ""),
        ("a", "{u'b': u'c', 'd': 7}\n" * 5, "data"),
        ("a.txt", '{"b": "c", "d": "e"},\n' * 40, "data"),
        ("a", "{u'b': u'c', 'd': 7}\n" * 4, ""),
        ("a", "{u'b': u'c', 'd': 7}\n" * 4 + "b\n" + "{u'b': u'c'}\n", ""),
        ("a.md", "[b](c)\n" * 9, ""),
        ("a.txt", "The usage: plan\n  -h, --help  show this help message and exit\n", ""),
    ],
)
def test_kind_by_content(name, text, expected):
    assert kind(f"./{name}", text) == expected


LINKS = "# Plan\n\n" + "  * see [the plan](<https://a.internal/b>)\n" * 5


@each_row(
    ("name", "text", "expected"),
    [
        ("a.md", LINKS, "generated"),
        (
            "a.md",
            f"{LINKS}![plan](https://a.internal/b.png)\n[![c](https://a.internal/c.svg)](<https://a.internal>)",
            "generated",
        ),
        ("a.rst", LINKS, ""),
        ("a.md", LINKS.replace("  * ", "* "), ""),
        ("a.md", f"{LINKS}see [the map](https://a.internal/c)\n", ""),
        ("a.md", LINKS.replace("](<", "](", 1), ""),
        ("a.texi", "\\input texinfo\n@ifinfo\n@*Generated by Sphinx 1.8.2.@*\n@end ifinfo\n", "generated"),
        ("a.texi", "\\input texinfo\n@node Top\nHTML is generated by Sphinx 1.8.2.\n", ""),
        (".gitignore", "\n# Created by https://www.gitignore.io/api/vim\n*.swp\n", "copied"),
        (".gitignore", "*.o\n# Created by https://www.toptal.com/developers/gitignore/api/vim\n", "copied"),
        (".gitignore", "# see https://www.gitignore.io\n*.swp\n", ""),
        ("a.py", "import b\nfrom attrs import define as _attrs_define\n", "generated"),
        ("a.py", "import b\nfrom attrs import define\n", ""),
        ("a.md", "import b\nfrom attrs import define as _attrs_define\n", ""),
    ],
)
def test_files_of_generators_without_a_notice(name, text, expected):
    assert kind(f"./{name}", text) == expected


@each_row(
    ("name", "text", "expected"),
    [
        ("a.md", "> Source: https://a.internal/b.pdf\n\nThe Plan\n", "copied"),
        ("a.md", "[Skip to main content](#main)\n# Plan\n", "copied"),
        ("a.txt", "Canal\nSkip to content\n", "copied"),
        ("a.md", "# Plan\xb6\nb\n## Canal\xb6\n", "copied"),
        ("a.md", "# Plan\u200b\n## Canal\u200b\n", "copied"),
        ("a.md", "# Plan\xb6\nb\n", ""),
        ("a.md", "Link: Skip to content\n", ""),
        ("a.md", "# Plan\n\n### User Input\n\nb\n\n### Planner Response\n\nc\n", "generated"),
        ("a.md", 'see <a href="https://redirect.github.com/a/b/pull/7">7</a>\n' * 2, "generated"),
        ("a.md", "We link to https://redirect.github.com/a/b/pull/7.\n", ""),
        ("a.md", "Read [](file:///c%3A/b.md), lines 1 to 9\n\nRead [](file:///c%3A/d.md)\n", "generated"),
        ("a.md", "# Plan\n\n## User Input\n\nb\n\n## Output\n\n[](file:///c%3A/b.md)\n".replace("[]", "[b]"), ""),
        ("a.md", "# The Plan\n\n> Source: <https://a.internal/b>\n> Read in 2004\n", "copied"),
        ("a.txt", "Title: The Plan\n\nURL Source: https://a.internal/b\n\nMarkdown Content:\n", "copied"),
        ("a.md", '---\ntitle: "The Plan"\nsource_url: "https://a.internal/b"\n---\n', "copied"),
        ("a.md", '---\nid: 7\noriginal_pdf: "pdf/7.pdf"\n---\n', "copied"),
        ("a.md", '---\nsource: "https://a.internal/b"\ntags:\n  - "clippings"\n---\n', "copied"),
        ("a.md", "Source: https://a.internal/b\n", ""),
        ("a.md", "> Source: the plan, https://a.internal/b\n", ""),
        ("a.md", "# The Plan\n\n" + "words " * 100 + "\n> Source: https://a.internal/b\n", ""),
        ("a.py", "> Source: https://a.internal/b\n", ""),
        ("a.md", '---\ntitle: "The Plan"\n---\nsource_url: "https://a.internal/b"\n', ""),
        ("a.md", '---\nsource: "https://a.internal/b"\ntags:\n  - "plans"\n---\n', ""),
    ],
)
def test_copies_of_pages_say_where_they_are_from(name, text, expected):
    assert kind(f"./{name}", text) == expected


LICENCE = "Permission is granted to use, copy and change this program.\n"
BELOW_A_LICENCE = [
    ("a.go", "// " + LICENCE, 24, "// Code generated by make_plan.go. DO NOT EDIT.\n\npackage plan\n"),
    ("a.go", "// " + LICENCE, 59, "\n//go:build linux\n\n// Code generated by x; DO NOT EDIT.\npackage plan\n"),
    ("a.py", "# " + LICENCE, 59, "# Code generated by make_plan. DO NOT EDIT.\nimport plan\n"),
    ("a.sql", "-- " + LICENCE, 20, "-- Code generated by sqlc. DO NOT EDIT.\n"),
    ("a.php", "// " + LICENCE, 20, "<?php\n/* Code generated by x. DO NOT EDIT. */\n"),
]


@each_row(("name", "line", "lines", "rest"), BELOW_A_LICENCE)
def test_a_notice_below_a_licence_counts(name, line, lines, rest):
    assert kind(f"./{name}", line * lines + rest) == "generated"
    assert kind(f"./{name}", "/*\n" + LICENCE * lines + "*/\n" + rest) == "generated"
    assert kind(f"./{name}", line * lines + rest.replace("Code", "See code")) == ""
    assert kind(f"./{name}", line * lines + "plan = make(`\n" + rest) == ""


NOTICES = """\
// Code generated by protoc-gen-go. DO NOT EDIT.
# Generated by the protocol buffer compiler.  DO NOT EDIT!
# Generated by Django 4.1 on 2023-01-05
# This file is autogenerated by pip-compile with Python 3.11
# This file is automatically @generated by Cargo.
// This file is generated - do not edit directly!
 * @generated SignedSource<<0123456789abcdef>>
// @flow @generated
// <auto-generated>
# THIS FILE IS AUTOMATICALLY GENERATED BY CARGO
# !!!!!!!   DO NOT EDIT THIS FILE   !!!!!!!
# This file is machine-generated by lib/make_tables
/* Automatically generated by make_plan.py */
# Makefile.in generated by automake 1.16.1 from Makefile.am.
# Generated by GNU Autoconf 2.69 for plan 1.0.
# generated automatically by aclocal 1.15 -*- Autoconf -*-
.\\" Automatically generated by Pod::Man 4.14
.\\" DO NOT MODIFY THIS FILE!  It was generated by help2man 1.47
<!-- DO NOT EDIT: generated by tools/make_plan -->
<!-- This document was automatically generated. -->
> This file is auto-generated.
" Generated from menu.vim, DO NOT EDIT
// autogenerated: do not edit!
// GENERATED CODE - DO NOT MODIFY BY HAND
# AUTO-GENERATED FILE, DO NOT EDIT
; Auto-generated. Please do not edit!
 * Autogenerated by Thrift Compiler (0.9.3)
Disclaimer: Autogenerated by CDBS
% This is an automatically generated file.  Do not edit!
-- This file has been generated by sqlc
# Warning: do not edit
# NOTE: Please do not modify this file, as it is overwritten
/* This is generated code. */
// generated by x86test -amd64
;;; plan.el --- autogenerated file, do not edit  -*- lexical-binding: t -*-
 * This file is (mostly) automatically generated from plan.decls.
This code generated by bin/update_tables.py
<!-- THIS FILE IS GENERATED -*- buffer-read-only: t -*- -->
/* THIS IS A GENERATED FILE */
# Generated by: https://plan.internal/openapi-generator
> \u6b64\u9875\u7531\u811a\u672c\u81ea\u52a8\u751f\u6210\uff0c\u8bf7\u52ff\u624b\u52a8\u4fee\u6539\u3002
"""
MENTIONS = """\
# \u81ea\u52a8\u751f\u6210\u6587\u6863\u7684\u5de5\u5177
# Note that not all possible configuration values are present in this autogenerated file.
# All configuration values have a default value; values that are commented out in this autogenerated file
Files marked DO NOT EDIT are generated; edit foo.in instead.
Files marked "DO NOT EDIT THIS FILE" are generated; edit foo.in instead.
Files with `@generated` in their first lines are skipped.
Do not edit the files in `dist`; they are generated.
Do not edit generated files by hand.
Do not modify plan.c: edit plan.y.
Documentation generated by Sphinx is in `build`.
The API documentation is generated by a tool of ours.
This project was generated by [Angular CLI](https://github.com/angular/angular-cli).
This page lists the automatically generated names.
Automatically generated names begin with an underscore.
Auto-generated identifiers are explained below.
// Called by C code generated by cmd/cgo.
// Test that random numbers generated by a seed are the same
our $VERSION = '2.34'; # VERSION: Generated by a plugin
Generated by 'django-admin startproject' using Django 4.1.
# This table was generated by a call to make_plan
    Do not edit the list PLANS by hand.
VERSION = "2.0"  # DO NOT EDIT THIS LINE MANUALLY
/* Do not edit or override these styles!
# This file was generated by sphinx-quickstart
# This file was automatically generated by dh-make
"""


@each_row("line", NOTICES.splitlines())
def test_a_notice_says_that_its_file_is_generated(line):
    assert kind("./a", f"{line}\n") == "generated"
    assert kind("./a", f"#!/bin/sh\n#\n{line}\nmore\n") == "generated"


@each_row("line", MENTIONS.splitlines())
def test_a_mention_of_generated_files_is_no_notice(line):
    assert kind("./a", f"{line}\n") == ""
    assert kind("./a", f"# Plan\n\nThese files and\n{line}\nmore\n") == ""


def test_a_line_of_a_paragraph_is_no_notice():
    assert kind("./a.rst", "PDB\n---\n\nName of the debug symbols\ngenerated by the linker.\n") == ""
    assert kind("./a.c", "/* These tables are\n * automatically generated by the tool of the same name.\n */") == ""
    assert kind("./a.c", "/*\n * generated by the tool\n */") == "generated"
    assert kind("./a.c", "/* Plan 1.0.\n * generated by the tool\n */") == "generated"


def test_a_text_whose_words_are_divided_is_generated():
    paragraph = "The canal is open to boats of all towns, and their own-\n  ers pay a toll that is\nprinted below.\n\n"
    assert kind("./a.txt", paragraph * 10) == "generated"
    assert kind("./a.txt", paragraph * 9) == ""
    assert kind("./a.txt", "http://a.internal/north-\nsouth-plan.html\n" * 12) == ""
    assert kind("./a.txt", paragraph * 10 + "- a list\n" * 400) == ""
    assert kind("./a.txt", "The boats pay a toll - \nit is printed below,\nfrom 9-\n10 o'clock.\n" * 10) == ""
    assert kind("./a.txt", "The boats pay a toll.--\nit is printed below: A-\nB.\n" * 10) == ""


BAD = "see http://a.example/b|c and ftp://al:h7Tq92xRw0ZkLm4@a.internal/\n"

REPORTS = [
    '{"version": "2.1.0", "$schema": "https://a.example/sarif-schema-2.1.0.json", "runs": [',
    '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n  "version": "2.1.0",',
    '\ufeff{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}}}]}',
    '{"runs": [{"results": [], "tool": {}}], "version": "2.1.0"}',
    '<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest">',
    '<?xml version="1.0"?>\n<testsuite name="a">',
]
NO_REPORTS = [
    '{"version": "2.1.0", "name": "canal", "runs": ["http://a.example/b|c"]}',
    '{"$schema": "https://json.schemastore.org/package.json", "version": "2.1.0"}',
    '{"runs": [{"date": "2004-01-05", "url": "http://a.example/b|c"}]}',
    '{"file": "a.txt", "url": "http://a.example/b|c"}',
    '{"code": "NO", "file": "a.txt"}',
    '[{"description": "URL of the page"}]',
    '{"id": 1, "url": "http://a.example/b|c", "title": "Map"}',
    "file,line,url\na.txt,1,http://a.example/b|c\n",
    "id,url,title\n",
    '<?xml version="1.0"?>\n<tests>',
    "At 10:15: URL101 is a code\n",
    "see a.txt\na.txt:1:2: URL205 '|' in URL\n",
    '<meta name="generator" content="LibreOffice 7.4.5.1 (Linux)"/>',
]
TRANSLATED = """\
<meta name="generator" content="pandoc" />
<meta name=generator content="Hugo 0.111.3">
<meta name="generator" content="DocBook XSL Stylesheets V1.79.1">
<meta name="Generator" content="Asciidoctor 2.0.18">
<meta name="generator" content="Docutils 0.19: https://docutils.sourceforge.io/">
<meta name="Generator" content="Org Mode">
"""
WRITTEN = """\
<meta name="GENERATOR" content="Mozilla/4.7 [en] (WinNT) [Netscape]">
<meta name="generator" content="Vim/9.0">
<meta name="description" content="pandoc and its options">
<meta name="author" content="Hugo">
The element has the content="pandoc".
"""


def test_reports_of_other_programs_are_recognised():
    assert [text for text in REPORTS if kind("./a", text) != "report"] == []
    assert [text for text in NO_REPORTS if kind("./a", text)] == []


@each_row("line", TRANSLATED.splitlines())
def test_a_page_that_a_program_translated_is_generated(line):
    assert kind("./a.html", f"<!DOCTYPE html>\n<html>\n<head>\n{line}\n") == "generated"


@each_row("line", WRITTEN.splitlines())
def test_a_page_of_an_editor_is_not_generated(line):
    assert kind("./a.html", f"<!DOCTYPE html>\n<html>\n<head>\n{line}\n") == ""


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("form", FORMATS)
def test_a_report_is_not_linted_again(urlmend, tree, tmp_path, form):
    tree({"a.txt": "see <URL:http://a.example/b|c> and http://a.example/long/\npath?d|e\n"})
    urlmend("lint", "--format", form, "--output", "report", ".")
    assert {row["file"] for row in urlmend("lint", "--format", "jsonl", ".").rows} == {"a.txt"}
    before = (tmp_path / "report").read_bytes()
    urlmend("lint", "--fix", "--unsafe-fixes", ".")
    assert (tmp_path / "report").read_bytes() == before


def test_a_report_is_named_with_verbose(urlmend, tree):
    tree({"urlmend.sarif": f'{REPORTS[0]}{{"message": "{BAD.strip()}"}}]}}'})
    found = urlmend("lint", "--verbose", ".")
    assert [line.split()[1] for line in found.lines] == ["URL501"]  # other programs do not hide secrets
    assert "urlmend: urlmend.sarif: linted for random-looking secrets only, as a report file" in found.err.splitlines()
    assert len(urlmend("lint", "urlmend.sarif").lines) == 2


OTHER_OUTPUT = [
    ("find", "--format", "jsonl", "a.txt"),
    ("lint", "--baseline", "found.json", "--update-baseline", "a.txt"),
    ("scan", "--output", "found.jsonl", "a.txt"),
    ("scan", "--output", "found.csv", "a.txt"),
    ("report", "--html", "found.html", "result.sqlite"),
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("command", OTHER_OUTPUT, ids=" ".join)
def test_other_output_of_urlmend_is_not_linted_either(urlmend, tree, command):
    tree({"a.txt": "see http://a.example/b|c\n"})
    if command[0] == "report":
        urlmend("scan", "--output", "result.sqlite", "a.txt")
    tree({"out.json": urlmend(*command).out})
    assert {row["file"] for row in urlmend("lint", "--format", "jsonl", ".").rows} == {"a.txt"}


@each_row("named", [("tests",), ("./tests/",), ("tests/unit",), (".", "tests/unit")])
def test_a_named_folder_is_attended(named):
    prefix = "./" if named[0].startswith("./") else ""
    assert kind(f"{prefix}tests/unit/a.txt", named=named) == ""


def test_unattended_files_are_linted_for_credentials(urlmend, tree, tmp_path):
    tree({"a.txt": BAD, "tests/b.txt": BAD, "vendor/c.txt": BAD})
    shown = [line.split(": ")[0].split(":")[0] + " " + line.split(": ")[1][:6] for line in urlmend("lint", ".").lines]
    assert shown == ["a.txt URL205", "a.txt URL501", "tests/b.txt URL501", "vendor/c.txt URL501"]
    assert len(urlmend("lint", "a.txt", "tests/b.txt", "vendor").lines) == 6
    assert len(urlmend("lint", "--force-exclude", "a.txt", "tests/b.txt", "vendor").lines) == 4
    named = [tmp_path / name for name in ("a.txt", "tests/b.txt", "vendor")]
    assert len(urlmend("lint", "--force-exclude", *named).lines) == 4
    tree({"urlmend.toml": "unattended = true\n"})
    assert len(urlmend("lint", ".").lines) == 6


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("ftp://al:h7Tq92xRw0ZkLm4@mirror.canal.org/", ["a.lock", "tests/a.txt", "vendor/a.txt"]),
        ("ftp://al:h7Tq92xRw0ZkLm4@mirror.internal/", ["a.lock", "tests/a.txt", "vendor/a.txt"]),
        ("ftp://al:h7Tq92xRw0ZkLm4@mirror/", ["a.lock"]),
        ("ftp://al:h7Tq92xRw0ZkLm4@192.168.7.3/", ["a.lock"]),
        ("ftp://al:password2@mirror.canal.org/", []),
        ("https://canal.org/?token=h7Tq92xRw0ZkLm4Vb81Yc", ["a.lock"]),
    ],
)
def test_only_passwords_of_reachable_hosts_are_reported_in_tests_and_copies(text, reported, urlmend, tree):
    tree(dict.fromkeys(("a.lock", "tests/a.txt", "vendor/a.txt"), f"see {text}\n"))
    assert [line.split(":")[0] for line in urlmend("lint", ".").lines] == reported


NOTE = (
    "urlmend: looked for random-looking secrets only in {}; "
    "to run all rules there, name them or set `unattended = true`"
)


def test_statistics_count_unattended_files_on_standard_error(urlmend, tree):
    ordinary, none = "see http://a.example/\n", "none\n"
    tree({"a.txt": BAD, "tests/b.txt": BAD, "tests/c.txt": ordinary, "tests/d.txt": none, "vendor/c.txt": none})
    for options in ([], ["--extend-select", "ALL"], ["--select", "URL205"]):
        done = urlmend("lint", "--statistics", *options, ".")
        assert done.err.splitlines()[0] == NOTE.format("3 test files, 1 vendored file")
        assert all(line.split()[0].isdecimal() for line in done.lines)
    assert "looked" not in urlmend("lint", "--statistics", "--quiet", ".").err
    assert "looked" not in urlmend("lint", ".").err
    assert "looked" not in urlmend("lint", "--statistics", "a.txt").err
    tree({"urlmend.toml": "unattended = true\n"})
    assert "looked" not in urlmend("lint", "--statistics", ".").err


# Read in windows, of which several have a finding.
LONG = (
    "a line of text that is as long as most lines of text in most files\n" * 9_000 + "see http://a.example/b|c\n"
) * 8


def test_a_long_file_and_the_messages_of_a_mailbox_count_once(urlmend, tree):
    message = "From ann@a.example Mon Jan  5 10:00:00 2004\nFrom: ann@a.example\nSubject: plan\n\n{}\n\n"
    tree({"vendor/a.txt": LONG, "tests/box": message.format(BAD) * 3})
    note = urlmend("lint", "--statistics", ".").err.splitlines()[0]
    assert note == NOTE.format("1 test file, 1 vendored file")


def test_a_notice_holds_for_all_of_a_long_file(urlmend, tree):
    tree({"a.txt": f"@generated\n{LONG}"})
    assert urlmend("lint", ".").status == 0
    assert urlmend("lint", "--statistics", ".").err.splitlines()[0] == NOTE.format("1 generated file")


def test_secrets_of_a_generated_file_count_from_its_first_finding_on(urlmend, tree):
    secret = "https://canal.internal/b?token=9f86d081884c7d659a2feaa0c55ad015"
    tree({"a.txt": f"@generated\n{WRONG}\n{secret}|x\n{WRONG}\n# urlmend: ignore-next\n{secret}\n{secret}\n"})
    found = urlmend("lint", "--format", "jsonl", ".")
    assert [(row["line"], row["code"]) for row in found.rows] == [(3, "URL506"), (7, "URL506")]


def test_a_message_does_not_tell_that_its_mailbox_is_generated(urlmend, tree):
    tree(
        {"box": f"From: ann@a.example\nSubject: plan\nTo: b@a.example\n\nThis report was generated by a robot.\n{BAD}"}
    )
    assert [line.split()[1] for line in urlmend("lint", ".").lines] == ["URL205", "URL501"]


def test_a_class_may_say_that_it_is_generated():
    documented = "package plan;\n/**\n * A plan.\n *\n * {}\n */\nclass Plan {{}}\n"
    assert kind("./a.java", documented.format("Generated by plan-plugin - do not edit this file!")) == "generated"
    assert kind("./a.java", documented.format("Files generated by plan-plugin: do not edit them!")) == ""
    assert kind("./a.java", "class Plan {}\n" * 400 + documented.format("Generated by plan: do not edit!")) == ""


LICENCE = "The Canal Licence\n\nCopyright 2004 Erika\n"


@pytest.mark.parametrize(
    ("licences", "lines"),
    [
        ({"LICENSE": LICENCE}, 2),
        ({"LICENSE": LICENCE, "lib/b/LICENSE.md": LICENCE.replace("2004", "2007")}, 2),
        ({"LICENSE": LICENCE, "lib/b/COPYING": LICENCE.replace("Erika", "Max")}, 1),
        ({"LICENSE": LICENCE, "lib/COPYING": LICENCE.replace("Erika", "Max")}, 2),
        ({"LICENSE": LICENCE, "lib/b/EULA_Plans.txt": "The words of another licence.\n"}, 1),
        ({"LICENSE": LICENCE * 9, "lib/b/license.rst": "=======\nLicence\n=======\n\n" + LICENCE * 9}, 2),
        ({"LICENSE": LICENCE * 9, "lib/b/license.rst": "=======\nLicence\n=======\n\nOther\n" * 9}, 1),
        ({"LICENSE": LICENCE, "lib/b/eulalia.txt": "The words of another licence.\n"}, 2),
        ({"LICENSE": LICENCE, "lib/b/licensing.md": "Other\n"}, 2),
        ({"lib/b/COPYING": LICENCE}, 1),
        ({"lib/b/UNLICENSE": LICENCE}, 1),
        ({"lib/b/copying.md": LICENCE}, 1),
        ({"other/COPYING": LICENCE}, 2),
        ({"LICENSE": LICENCE, "COPYING": "Other\n", "lib/b/COPYING": "Other\n"}, 2),
        ({"LICENSE": LICENCE, "other/COPYING": "Other\n"}, 2),
    ],
)
def test_folders_with_another_licence_than_the_tree_are_vendored(licences, lines, urlmend, tree):
    tree({"a.txt": WRONG, "lib/b/c.txt": WRONG, **licences})
    assert len(urlmend("lint", ".").lines) == lines
    assert len(urlmend("lint", "lib/b/c.txt").lines) == 1


@pytest.mark.parametrize(
    ("licence", "name", "head", "reported"),
    [
        (
            "MIT License\n",
            "a/b.c",
            "/*\n * Released under the GNU General\n * Public License, version 2.\n */\n",
            False,
        ),
        ("Apache License\nVersion 2.0\n", "a/b.php", "<?php\n/**\n * @license MIT License\n */\n", False),
        ("GNU General Public License\n", "a/b.py", "# Licensed under the Apache License, Version 2.0\n", False),
        ("MIT License\n", "a/b.c", "// SPDX-License-Identifier: GPL-2.0-or-later\n", False),
        ("MIT License\n", "a/b.c", "// SPDX-License-Identifier: MIT\n", True),
        ("MIT License\n", "a/b.c", "/* under the 3-clause BSD\n * licence */\n", False),
        ("GNU General Public License\n", "a/b.py", "# GNU Lesser General Public License, version 3\n", True),
        ("MIT License\n", "a/b.c", "/* MIT License, or GNU General Public License */\n", True),
        ("MIT License\n", "a/b.c", "int a; /* GNU General Public License */\n", True),
        ("MIT License\n", "a/b.md", "GNU General Public License\n", True),
        ("MIT License\n", "b.c", "/* GNU General Public License */\n", True),
        ("The Canal Licence\n", "a/b.c", "/* GNU General Public License */\n", True),
    ],
)
def test_source_code_that_names_another_licence_than_the_tree_is_vendored(licence, name, head, reported, urlmend, tree):
    tree({"LICENSE": licence, name: f"{head}// {WRONG}\n# {WRONG}\n"})
    assert bool(urlmend("lint", ".").lines) is reported


@pytest.mark.parametrize(
    ("folder", "lines"),
    [
        ("code/canal-v1.5.0", 0),
        ("canal-tools-5.15.3", 0),
        ("canal_1.2.3.4", 0),
        ("canal-1.5", 1),
        ("version-2.0.0", 1),
        ("docs/2.0.0", 1),
        ("v1.5.0", 1),
    ],
)
def test_folders_of_releases_are_vendored(folder, lines, urlmend, tree):
    tree({f"{folder}/src/a.c": f"// {WRONG}", "README": "A plan"})
    assert len(urlmend("lint", ".").lines) == lines


def test_installed_packages_are_vendored(urlmend, tree):
    record = "../bin/canal,,\ncanal/__init__.py,sha256=7f41d439,20\nlocks.py,,\nCanal-1.5.0.dist-info/METADATA,,\n"
    tree({"layer/Canal-1.5.0.dist-info/RECORD": record, "layer/Canal-1.5.0.dist-info/INSTALLER": "pip\n"})
    tree({"src/town-2.dist-info/RECORD": "town/a.py,,\n", "README": "A plan"})  # nobody has installed it
    names = ("layer/canal/src/a.py", "layer/locks.py", "layer/Canal-1.5.0.dist-info/METADATA")
    tree(dict.fromkeys((*names, "layer/canals/src/a.py", "canal/a.py", "src/town/a.py"), f"# {WRONG}\n"))
    attended = {"canal/a.py", "layer/canals/src/a.py", "src/town/a.py"}
    assert {line.split(":")[0] for line in urlmend("lint", ".").lines} == attended


def test_a_folder_of_projects_has_no_licence(urlmend, tree):
    tree({"a/b.txt": WRONG, "a/COPYING": LICENCE, "c/d.txt": WRONG, "c/COPYING": "Other\n"})
    assert len(urlmend("lint", ".").lines) == 2


PLANS = "plan the canals\n"
CONVERTED = {
    "saved by a browser": f"<!-- saved from url=(0031)http://a.internal/plans -->\n<p>{WRONG}</p>",
    "made by Sphinx": f'<script src="../_static/documentation_options.js?v=7f41d439"></script>\n<p>{WRONG}</p>',
    "copied by a program": f"<!-- Mirrored from a.internal/plans by a copier -->\n<p>{WRONG}</p>",
    "made of a document": f'<meta name="generator" content="pdf2htmlEX"/>\n<p>{WRONG}</p>',
    "made by Word": f'<meta name=Generator content="Microsoft Word 15 (filtered)">\n<p>{WRONG}</p>',
    "made of an interface": f'{PLANS * 2000}<div class="app-desc">Contact: {WRONG}</div>',
    "made below a script": f'<script>{PLANS * 600}</script><meta name="generator" content="xml2rfc">\n{WRONG}',
    "stamp": f"Canals in towns\narXiv:2004.10097v2 [cs.NA] 5 Mar 2004\n{WRONG}",
    "marks of pages": f"![](_page_0_Picture_1.jpeg)\n{WRONG}\n![](_page_2_Figure_3.jpeg)\n",
    "marks of pages from the start": f'<span id="page-0-0"></span>{WRONG}\n<span id="page-1-0"></span>\n',
    "emphasis word by word": f"In _Advances_ _in_ _Canals_ _and_\n{WRONG}\n_The_ _Plan_ _of_ _Towns_",
    "pictures": f"**----- Start of picture text -----**\n{WRONG}\n**----- Start of picture text -----**\n",
    "numbers of pages": f"A plan\nhttps://\na.internal/plan\n{WRONG}\n" + "".join(f"{n}\n" for n in range(20)),
    "typeset letters": f"A plan of \ufb01ve \ufb01elds, \ufb02at \ufb02oors, \ufb01re\nhttps:\n//a.de/b\n{WRONG}",
}
WRITTEN_BY_PEOPLE = {
    "about saved pages": f"<p>Comments `saved from url=` and `Mirrored from` are in pages.</p>\n<p>{WRONG}</p>",
    "editor": f'<meta name="generator" content="Emacs 29">\n<p>{WRONG}</p>',
    "editor of a company": f'<meta name="generator" content="Microsoft FrontPage 5">\n<p>{WRONG}</p>',
    "reference": f"See arXiv:2004.10097v2 [cs.NA], 2004, and arXiv:2004.10097v2.\n{WRONG}",
    "emphasis of words": f"In _Advances_ in _Canals_ and _a_ _b_\n{WRONG}\n_The_ Plan _of_ Towns and a_ _b_ _c",
    "one mark": f"![](_page_0_Picture_1.jpeg)\n{WRONG}\n",
    "numbers alone": f"A plan\n{WRONG}\n" + "".join(f"{n}\n" for n in range(40)),
    "few numbers": f"A plan\nhttps://\na.internal/plan\n{WRONG}\n" + "".join(f"{n}\n" for n in range(9)),
    "ligatures alone": f"A plan of \ufb01ve \ufb01elds, \ufb02at \ufb02oors, \ufb01re\n{WRONG}",
}


@each_row("text", CONVERTED.values())
def test_converted_texts_are_generated(text):
    assert kind("./plan.html", text) == "generated"


@each_row("text", WRITTEN_BY_PEOPLE.values())
def test_other_texts_are_not_converted(text):
    assert kind("./plan.html", text) == ""

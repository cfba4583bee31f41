"""Links to files of the repository that a file is in."""

import os
import posixpath
import subprocess
import sys
import zipfile

import pytest

from tables import each_row
from urlmend._lib.git_index import TrackedFiles
from urlmend.linting import other_documents
from urlmend.linting.own_repository import repository_of
from urlmend.linting.site_builders import builds_site
from urlmend.model.heading_names import HeadingNames

PAGE = "https://github.com/musterstadt/canal/blob/main"
FILES = {
    "docs/plan.md": "the plan\n",
    "docs/a b\u00e9.txt": "a\n",
    "src/canal/map.py": "x = 1\n",
    "one/twin.md": "a\n",
    "two/twin.md": "b\n",
}
REMOTE = "https://github.com/musterstadt/canal.git"


def git(folder, *arguments):
    who = ("-c", "user.name=ada", "-c", "user.email=ada@canal.example", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repository(tree):
    """A function that makes a repository with the files, a README and a remote, and returns its folder."""

    def make(readme="", remote=REMOTE, branch="main"):
        folder = tree({**FILES, "README.md": readme})
        git(folder, "init", "--quiet", f"--initial-branch={branch}")
        git(folder, "add", "--all", ".")
        git(folder, "commit", "--quiet", "--message=x")
        git(folder, "remote", "add", "origin", remote)
        return folder

    return make


def found(urlmend, folder, *options):
    done = urlmend("lint", "--format=jsonl", "--select=URL634", *options, ".", cwd=folder)
    assert done.err.count("\n") <= 2
    return [row["message"].partition(": ")[2] for row in done.rows]


# The path after the address of the repository, and the advice.
LINKS = [
    ("blob/main/docs/plan.md", None),
    ("blob/main/docs", None),
    ("tree/main/docs/", None),
    ("blob/main/plan.md", "write docs/plan.md"),
    ("blob/main/docs/Plan.md#the-river", "write docs/plan.md"),
    ("raw/HEAD/Map.PY?raw=true", "write src/canal/map.py"),
    ("blob/main/docs/a%20b%C3%A9.txt", None),
    ("blob/main/a%20b%C3%A9.txt", "write docs/a%20b%C3%A9.txt"),
    ("blob/main/twin.md", "correct the path"),
    ("blob/main/one/Twin.md", "write one/twin.md"),
    ("edit/main/old.md", "correct the path"),
    ("blob/main/docs/pl", None),  # a beginning, to which a program adds the rest
    ("blob/main/path/to/plan.md", None),
    ("blob/main/%5C%5Ca.internal%5Cb", None),
    ("tree/main/old", "correct the path"),
    ("blob/main/", None),
    ("blob/main", None),
    ("blob/main/docs/../plan.md", None),
    ("blob/main/docs/*.md", None),
    ("blob/main/%00.md", None),
    ("blob/v1.0/old.md", None),
    ("blob/0123456789012345678901234567890123456789/old.md", None),
    ("issues/7", None),
    ("", None),
]


def test_links_to_missing_files_are_reported(urlmend, repository):
    lines = [f"See https://github.com/musterstadt/canal/{path} there.\n" for path, _ in LINKS]
    lines += [
        f"curl -O https://raw.githubusercontent.com/musterstadt/canal/main/{path}\n" for path in ("a.sh", "README.md")
    ]
    lines.append("See https://github.com/musterstadt/quay/blob/main/old.md there.\n")
    folder = repository("\n".join(lines))
    assert found(urlmend, folder) == [advice for _, advice in LINKS if advice] + ["correct the path"]


@pytest.mark.parametrize("name", ["a.txt", "a.vue", "a.py", "a.md", "a.toml", "a.html"])
def test_long_texts_have_the_same_findings(urlmend, repository, name):
    folder = repository()
    text = f"# {PAGE}/old.md {PAGE}/docs/plan.md\n"
    (folder / name).write_text(text + "# see http://a.internal/ now\n" * 50_000 + text)
    assert found(urlmend, folder) == ["correct the path"] * 2


def test_remotes_of_other_projects_do_not_count(repository):
    folder = repository()
    with (folder / ".git/config").open("a") as config:
        config.write('[submodule "lib"]\n\tactive = true\n\turl = https://github.com/other/lib.git\n')
        config.write('[remote "lib"]\n\turl = https://github.com/other/lib.git\n')
        config.write(
            '[remote "upstream"]\n\tfetch = a\n\turl = git@github.com:canals/canal.git\n[lfs]\n\turl = https://github.com/a/b\n'
        )
        config.write(100 * '[remote "origin"]\n\turl = https://github.com/musterstadt/canal\n')
    names = {address.partition(".com/")[2] for address in repository_of(str(folder)).addresses}
    assert names == {"musterstadt/canal/", "canals/canal/"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names of files")
def test_names_that_are_no_utf_8(urlmend, repository):
    folder = repository(f"{PAGE}/a%FF.md {PAGE}/b/a%FE.md {PAGE}/a%FE.md\n")
    for name in (b"a\xff.md", b"docs/a\xfe.md"):
        with open(os.path.join(os.fsencode(folder), name), "wb"):
            pass
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == ["write docs/a%FE.md"] * 2


def test_secrets_in_names_of_files_are_not_printed(urlmend, tree):
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    folder = tree({f"{token}/plan.md": "", "README.md": f"{PAGE}/plan.md [a](plan.md)\n"})
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all", ".")
    git(folder, "remote", "add", "origin", REMOTE)
    assert found(urlmend, folder) == ["correct the path"] * 2


def test_an_index_that_cannot_be_read_is_read_once(repository, monkeypatch):
    own, calls = repository_of(str(repository())), []

    def fail(root):
        calls.append(root)
        raise ValueError

    monkeypatch.setattr(TrackedFiles, "of_git_folder", fail)
    assert [own.missing(f"{PAGE}/{number}.md", on_github=True) for number in range(20)] == [None] * 20
    assert len(calls) == 1


def test_the_fix_is_the_path_of_the_only_file_of_that_name(urlmend, repository):
    folder = repository(f"See [the plan]({PAGE}/plan.md#b).\n")
    urlmend("lint", "--fix", "--unsafe-fixes", "--select=URL634", ".", cwd=folder)
    assert (folder / "README.md").read_text() == f"See [the plan]({PAGE}/docs/plan.md#b).\n"


@pytest.mark.parametrize(
    ("remote", "is_known"),
    [
        ("https://github.com/musterstadt/canal.git", True),
        ("https://github.com/musterstadt/canal", True),
        ("https://ada:secret@github.com/musterstadt/canal/", True),
        ("git@github.com:musterstadt/canal.git", True),
        ("ssh://git@github.com/musterstadt/canal.git", True),
        ("https://git.example.org/musterstadt/canal.git", False),
        ("../canal.git", False),
    ],
)
def test_remotes(tree, remote, is_known):
    folder = tree({"a.md": f"{PAGE}/old.md\n"})
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "remote", "add", "origin", remote)
    own = repository_of(str(folder))
    assert own.addresses[:1] == (("https://github.com/musterstadt/canal/",) if is_known else ())


def test_projects_in_groups_of_gitlab(urlmend, repository):
    readme = "https://gitlab.com/a/b/canal/-/blob/main/plan.md https://gitlab.com/a/b/canal/-/tree/main/docs\n"
    assert found(urlmend, repository(readme, "git@gitlab.com:a/b/canal.git")) == ["write docs/plan.md"]


def test_files_of_other_branches_are_unknown(urlmend, repository):
    branches = ("main", "HEAD", "master", "a/b")
    folder = repository(" ".join(f"{PAGE.replace('main', branch)}/old.md" for branch in branches))
    assert found(urlmend, folder) == ["correct the path"] * 2
    git(folder, "checkout", "--quiet", "-b", "a/b")
    assert found(urlmend, folder) == ["correct the path"]
    git(folder, "checkout", "--quiet", "--detach")
    assert found(urlmend, folder) == ["correct the path"] * 3


def test_files_that_are_not_added_yet_are_known(urlmend, repository):
    folder = repository(f"{PAGE}/old.md {PAGE}/docs/plan.md\n")
    (folder / "old.md").write_text("")
    git(folder, "rm", "--quiet", "docs/plan.md")
    assert found(urlmend, folder) == ["correct the path"]


def test_a_further_working_tree_has_the_same_remotes(urlmend, repository, tmp_path):
    folder = repository(f"{PAGE.replace('main', 'more')}/old.md\n")
    git(folder, "worktree", "add", "--quiet", "-b", "more", str(tmp_path / "more"))
    assert found(urlmend, tmp_path / "more") == ["correct the path"]


@pytest.mark.parametrize("damaged", ["index", "config"])
def test_a_damaged_repository_is_no_error(urlmend, repository, damaged):
    folder = repository(f"{PAGE}/old.md\n")
    (folder / ".git" / damaged).write_bytes(b"\xff\0")
    assert found(urlmend, folder) == []


# The path of a file, a link in it, and the advice.
RELATIVE = [
    ("README.md", "docs/plan.md", None),
    ("README.md", "./docs/plan.md#the-river", None),
    ("README.md", "docs/a%20b%C3%A9.txt", None),
    ("README.md", "plan.md", "write docs/plan.md"),
    ("README.md", "plan.md?a#b", "write docs/plan.md"),
    ("README.md", "old.md", "correct the path"),
    ("README.md", "docs/old.md 'the plan'", "correct the path"),
    ("README.md", "<docs/old.md>", "correct the path"),
    ("README.md", "docs/twin.md", "correct the path"),
    ("README.md", "docs/README.md", "correct the path"),  # not the document itself
    ("README.md", "two/TWIN.md", "write two/twin.md"),
    ("README.md", "site/old.md", "correct the path"),
    ("docs/map.md", "site/old.md", None),  # a folder that may be built
    ("README.md", "site/twin.md", "correct the path"),
    ("docs/map.md", "site/twin.md", None),
    ("README.md", "../old.md", None),
    ("README.md", "/old.md", "correct the path"),
    ("docs/map.md", "/old.md", None),
    ("README.md", "~/old.md", None),
    ("README.md", "old.html", "correct the path"),
    ("README.md", "old.png", "correct the path"),
    ("docs/map.md", "old.html", None),
    ("docs/map.md", "old.png", None),
    ("README.md", "<old (2).md>", None),
    ("README.md", "old (2).md", None),
    ("README.md", "docs", None),
    ("README.md", "docs/", None),
    ("README.md", "docs/plan", "write docs/plan.md"),
    ("docs/map.md", "deep/plan", None),
    ("README.md", "/issues", "correct the path"),
    ("README.md", "link", None),
    ("README.md", "URL", None),
    ("README.md", "./path", None),
    ("README.md", "a&amp;b/old.txt", "correct the path"),
    ("README.md", "docs/a%20b&eacute;.txt", None),
    ("README.md", ".env", "correct the path"),
    ("README.md", "canal/map.py", "write src/canal/map.py"),
    ("README.md", "old/map.py", "correct the path"),
    ("README.md", "www.musterstadt.de/plan.md", None),  # a host, which another rule reports
    ("README.md", "plan@musterstadt.de", None),
    ("README.md", "old.md>", "correct the path"),
    ("README.md", "old.md (The plan) ", "correct the path"),
    ("README.md", "links", "correct the path"),
    ("README.md", "../../issues", None),
    ("README.md", "../plan.md", "write docs/plan.md"),
    ("README.md", "../docs/plan.md", "write docs/plan.md"),
    ("README.md", "{old}.md", None),
    ("README.md", "#old.md", None),
    ("README.md", "#docs/plan.md", None),
    ("README.md", "http://a.internal/old.md", None),
    ("docs/map.md", "plan.md", None),
    ("docs/map.md", "../docs/plan.md", None),
    ("docs/map.md", "docs/plan.md", "write plan.md"),  # right from the root only
    ("docs/map.md", "src/canal/map.py#L7", "write ../src/canal/map.py"),
    ("docs/map.md", "./src/canal/", "write ../src/canal/"),
    ("docs/map.md", "src/canal/old.py", None),
    ("docs/map.md", "canal/map.py", "write ../src/canal/map.py"),
    ("docs/map.md", "src/map.py", None),
    ("docs/map.md", "../../src/canal/map.py", "write ../src/canal/map.py"),
    ("docs/map.md", "../../issues", None),
    ("docs/map.md", "README.md", None),  # a name alone may be that of a page
    ("README.md", "src/canal/old.py", "correct the path"),
    ("README.md", "LICENSE", "correct the path"),
    ("README.md", "LICENSE-MIT", "correct the path"),
    ("README.md", "docs/COPYING", "write docs/COPYING.txt"),
    ("README.md", "docs/COPYING.txt", None),
    ("README.md", "license", "correct the path"),
    ("docs/map.md", "license", None),
    ("README.md", "PLAN", "correct the path"),
    ("docs/map.md", "PLAN", None),
    ("README.md", "site/LICENSE", "correct the path"),
    ("docs/map.md", "site/LICENSE", None),
    ("docs/map.md", "../plan.md", "write plan.md"),
    ("docs/map.md", ".plan.md", "write plan.md"),
    ("docs/map.md", "/plan.md", "write plan.md"),  # on GitHub, right from the root
    ("docs/map.md", "/docs/plan.md", None),
    ("docs/map.md", "/../../blob/dev/docs/plan.md", None),
    ("docs/map.md", "//docs/old.md", None),
    ("docs/map.md", "../../readme.md", "write ../README.md"),
    ("docs/map.md", "../readme.md", "write ../README.md"),
    ("docs/map.md", "../old/one/twin.md", "write ../one/twin.md"),
    ("docs/deep/map.md", "plan.md", "write ../plan.md"),  # right from a folder above
    ("docs/deep/map.md", "README.md", None),
    ("docs/map.md", "twin.md", None),  # right from two folders, to which the text may be copied
    ("docs/map.md", "../twin.md", "correct the path"),
    ("docs/map.md", "../one/Twin.md", "write ../one/twin.md"),
    ("one/map.md", "plan.md", "write ../docs/plan.md"),
    ("map.md", "canal/map.md", "correct the path"),
    ("log.md", "canal/notes.md", "write src/canal/notes.md"),
    ("map.txt", "old.md", None),
    (".github/ISSUE_TEMPLATE/map.md", "old.md", None),
    (".github/release_template.md", "plan.md", None),
    ("docs/PLAN-TEMPLATE.md", "old.md", None),
    ("docs/TEMPLATE_OF_PLANS.md", "old.md", "correct the path"),
]


@pytest.mark.parametrize("filler", ["", "see http://a.internal/ now\n" * 4000], ids=["short", "long"])
def test_relative_links_to_missing_documents_are_reported(urlmend, repository, filler):
    folder = repository()
    for other in ("src/canal/notes.md", "docs/COPYING.txt"):
        (folder / other).write_text("")
    git(folder, "add", "--all", ".")
    for name in {name for name, _, _ in RELATIVE}:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            filler + "\n".join(f"See [the plan]({link}) there." for one, link, _ in RELATIVE if one == name)
        )
    for name in {name for name, _, _ in RELATIVE}:
        done = urlmend("lint", "--format=jsonl", "--select=URL634", name, cwd=folder)
        advice = [row["message"].partition(": ")[2] for row in done.rows]
        assert advice == [advice for one, _, advice in RELATIVE if one == name and advice], name


DEFINITIONS = [
    ("[plan]: plan.md", "write docs/plan.md"),
    ("[plan]: <plan.md>", "write docs/plan.md"),
    ("[plan]:plan.md#b", "write docs/plan.md"),
    ("> [Plan]: plan.md 'The plan'", "write docs/plan.md"),
    ("  [PLAN]:   <old.md> (The plan)", "correct the path"),
    ("[plan]: #weirs", "correct the fragment"),
    ('[plan]: <#weirs> "The plan"', "correct the fragment"),
    ("[plan]: docs/locks.md#weirs", "correct the fragment"),
    ("[plan]: plan.md\r", "write docs/plan.md"),
    ("[plan]: docs/plan.md", None),
    ("[plan]: docs/locks.md#gates", None),
    ("[plan]: #locks", None),
    ("[plan]: plan.md has it all", None),
    ("[plan]: #weirs (see there) and more", None),
    ("[other]: plan.md", None),  # which nothing names
    ("[^1]: plan.md", None),  # a footnote
    ("Open [plan]: plan.md", None),
    ("    [plan]: plan.md", None),  # code
]


def test_targets_of_definitions(urlmend, repository):
    folder = repository()
    (folder / "docs/locks.md").write_text("# Gates\n")
    git(folder, "add", "--all", ".")
    for number, (definition, _) in enumerate(DEFINITIONS, 1):
        (folder / f"{number}.md").write_text(f"# Locks\n\nSee [the plan][plan].[^1]\n\n{definition}\n", newline="")
    done = urlmend("lint", "--format=jsonl", "--select=URL129,URL634", ".", cwd=folder)
    advice = {row["file"]: row["message"].partition(": ")[2] for row in done.rows}
    assert advice == {f"{number}.md": said for number, (_, said) in enumerate(DEFINITIONS, 1) if said}


def test_the_message_on_a_link_from_the_root_says_so(urlmend, repository):
    folder = repository()
    (folder / "docs/map.md").write_text("[a](docs/plan.md) [b](old.md)\n")
    done = urlmend("lint", "--format=jsonl", "docs/map.md", cwd=folder)
    assert [row["message"] for row in done.rows] == [
        "right from the root of the repository only: write plan.md",
        "no such file in this repository: correct the path",
    ]


def test_texts_that_are_shown_elsewhere_have_no_links_from_the_root(urlmend, repository):
    folder = repository("[a](docs/plan.md)\n")
    (folder / "docs/index.md").symlink_to("../README.md")
    for name in ("changelog.d/1.md", "news/newsfragments/2.md", ".changeset/x.md"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("[a](docs/plan.md)\n")
    assert found(urlmend, folder) == []


def test_texts_of_sites_may_be_included_in_a_folder_above(urlmend, repository):
    folder = repository()
    (folder / "docs/deep").mkdir()
    (folder / "docs/deep/map.md").write_text("[a](plan.md) [b](/plan.md) [c](../map.py) [d](canal/map.py)\n")
    assert found(urlmend, folder) == ["write ../plan.md"] * 2 + ["write ../../src/canal/map.py"] * 2
    for site in ("mkdocs.yml", "docs/.nojekyll", ".obsidian/app.json"):
        (folder / site).parent.mkdir(exist_ok=True)
        (folder / site).write_text("")
        git(folder, "add", "--all", ".")
        assert found(urlmend, folder) == []
        git(folder, "rm", "--quiet", "-f", site)
    git(folder, "remote", "set-url", "origin", "https://gitlab.com/musterstadt/canal.git")
    assert found(urlmend, folder) == []


@each_row(
    ("settings", "document", "is_of_site"),
    [
        ("mkdocs.yml", "tools/map.md", True),
        ("docs/conf.py", "docs/deep/map.md", True),
        ("Docs/source/conf.py", "docs/deep/map.md", True),
        ("website/conf.py", "docs/deep/map.md", True),
        ("website/conf.py", "documentation/map.md", True),
        ("docs/conf.py", "map.md", True),
        ("docs/conf.py", "tools/map.md", False),
        ("website/.vitepress/config.ts", "tools/map.md", False),
        ("tools/book/book.toml", "tools/map.md", True),
        ("book/conf.py", "bookings/map.md", False),
    ],
)
def test_a_site_is_made_of_the_documents_beside_its_settings(settings, document, is_of_site):
    files = TrackedFiles([settings.encode(), document.encode()])
    assert builds_site(files, posixpath.dirname(document)) == is_of_site


def test_a_heading_may_have_the_name_of_a_missing_file(urlmend, repository):
    folder = repository("# [plan.md](plan.md)\n")
    done = urlmend("lint", "--format=jsonl", ".", cwd=folder)
    assert [row["message"] for row in done.rows] == ["no such file in this repository: write docs/plan.md"]


def test_texts_with_settings_and_pictures_are_for_other_programs(urlmend, repository):
    folder = repository()
    (folder / "docs/deep").mkdir()
    (folder / "docs/deep/map.md").write_text(
        "---\ntitle: a\n---\n\n[a](plan.md) [b](/plan.md) ![c](/pictures/lock.png)\n"
    )
    (folder / "docs/deep/lock.md").write_text("![c](/lock.png) ![c](pictures/lock.png)\n")
    (folder / "public/pictures").mkdir(parents=True)
    (folder / "public/pictures/lock.png").write_bytes(b"")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == []


@pytest.mark.parametrize(
    ("text", "is_reported"),
    [
        ("see [the gates](gates)", True),
        ("the transform $\\mathcal{F}[f](k)$ and $E[X](t)$, f(a)[b](c)", False),
        ("f\\[i\\](x) and [a\\](b)", False),
        ("the gates[map](gates.txt)", True),
        (f"see [the gates{' of the canal' * 50}](gates)", True),  # which begins far before
        ("[the gates](www.musterstadt.de)", False),
    ],
)
def test_links_of_prose(urlmend, repository, text, is_reported):
    folder = repository(f"{text}\n")
    assert found(urlmend, folder) == ["correct the path"] * is_reported


@pytest.mark.parametrize(
    ("project", "settings", "is_read"),
    [
        ("canal", "a.py", True),
        ("canal", "CNAME", False),
        ("musterstadt.github.io", "a.py", False),
        ("canal.wiki", "a.py", False),
    ],
)
def test_pages_of_sites_name_others_without_an_end(urlmend, repository, project, settings, is_read):
    folder = repository(remote=f"https://github.com/musterstadt/{project}.git")
    (folder / settings).write_text("")
    (folder / "index.md").write_text("[a](old.py) [b](docs/plan) [c](/canal/)\n")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == ["correct the path", "write docs/plan.md", "correct the path"] * is_read
    shown = "index.md"
    for name in ("INSTALL.md", "readme.md", "README-en.md", "README_zh-Hant.md", "README.pt-BR.md"):
        (folder / shown).rename(folder / name)
        shown = name
        assert (found(urlmend, folder) == []) == (project == "canal.wiki"), name


def test_sites_and_wikis_add_the_end_of_a_name(urlmend, repository):
    folder = repository("[a](CHANGELOG) [b](LICENSE)\n", remote="https://github.com/musterstadt/canal.wiki.git")
    (folder / "CHANGELOG.md").write_text("")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == ["correct the path"]
    git(folder, "remote", "set-url", "origin", REMOTE)
    assert found(urlmend, folder) == ["write CHANGELOG.md", "correct the path"]
    (folder / "mkdocs.yml").write_text("")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == ["correct the path"]


def test_files_of_submodules_are_unknown(urlmend, repository):
    folder = repository(f"[a](lib/plan.md) {PAGE}/lib//plan.md {PAGE}//lib/plan.md {PAGE}/libs/map.md\n")
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},lib")
    assert found(urlmend, folder) == ["correct the path"]


def test_links_of_docsify_are_those_of_the_root(urlmend, repository):
    folder = repository()
    (folder / "docs/map.md").write_text("[a](docs/plan.md)\n")
    assert found(urlmend, folder) == ["write plan.md"]
    (folder / "_sidebar.md").write_text("[a](docs/map.md)\n")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == []


def test_relative_links_in_code_and_templates_are_left_alone(urlmend, repository):
    text = "`[a](old.md)`\n\n```md\n[a](old.md)\n```\n\n    [a](old.md)\n\n<!-- urlmend: ignore-next -->\n[a](old.md)\n"
    assert found(urlmend, repository(text)) == []


def test_the_fix_of_a_relative_link_is_relative(urlmend, repository):
    folder = repository("See [the plan](./plan.md#b) and [it](docs/old.md).\n")
    urlmend("lint", "--fix", "--unsafe-fixes", "--select=URL634", ".", cwd=folder)
    assert (folder / "README.md").read_text() == "See [the plan](docs/plan.md#b) and [it](docs/old.md).\n"


NO_HEADING, ON_GITHUB = "no such heading in that document", "other name of this heading on GitHub"
# Links in a document beside `locks.md`, with headings, and the fault of the fragment.
FRAGMENTS = [
    ("locks.md#the-gates", None),
    ("locks.md#The-Gates", None),  # nobody knows whether programs tell them apart
    ("locks.md#weirs", (NO_HEADING, "correct the fragment")),
    ("locks.md#weirs 'The weirs'", (NO_HEADING, "correct the fragment")),
    ("locks.md#weirs and gates", None),  # no link
    ("./locks.md#weirs", (NO_HEADING, "correct the fragment")),
    ("../docs/locks.md#weirs", (NO_HEADING, "correct the fragment")),
    ("/docs/locks.md#weirs", (NO_HEADING, "correct the fragment")),
    ("locks.md#keys", (ON_GITHUB, "write #-keys")),
    ("locks.md#L7", None),
    ("locks.md#_1", None),  # as Python-Markdown numbers headings in other scripts
    ("locks.md#_weirs", (NO_HEADING, "correct the fragment")),
    ("locks.md#^b7d1e2", None),
    ("locks.md#The-gates#Upper", None),
    ("<locks.md#the gates>", None),
    ("<locks.md#weirs>", (NO_HEADING, "correct the fragment")),
    ("/../../blob/dev/docs/locks.md#weirs", None),
    ("locks.md#L7-L9", None),
    ("locks.md#12", None),
    ("locks.md#pumps", None),
    ("locks.md?plain=1#weirs", None),
    ("plan.md#weirs", None),  # without headings
    ("old.md#weirs", None),
    ("../../locks.md#weirs", None),
    ("more.md#weirs", None),  # which git does not track
    ("linked.md#weirs", None),
    ("binary.md#weirs", None),
    ("https://a.internal/locks.md#weirs", None),
]


def test_fragments_of_other_documents(urlmend, repository):
    folder = repository()
    (folder / "docs/locks.md").write_text("# The gates\n\n## \U0001f511 Keys\n\n<a id='pumps'></a>\n", "utf-8")
    (folder / "docs/linked.md").symlink_to("locks.md")
    (folder / "docs/binary.md").write_bytes(b"# Gates \xff\n")
    (folder / "docs/map.md").write_text("".join(f"- [a]({target})\n" for target, _ in FRAGMENTS))
    git(folder, "add", "--all", ".")
    (folder / "docs/more.md").write_text("# Gates\n")
    done = urlmend("lint", "--format=jsonl", "--select=URL129", "docs/map.md", cwd=folder)
    faults = {row["line"]: tuple(row["message"].split(": ")) for row in done.rows}
    assert faults == {line: fault for line, (_, fault) in enumerate(FRAGMENTS, 1) if fault}
    urlmend("lint", "--fix", "--unsafe-fixes", "--select=URL129", "docs/map.md", cwd=folder)
    assert "- [a](locks.md#-keys)\n" in (folder / "docs/map.md").read_text()


def test_a_fragment_like_a_file_name_is_no_missing_file(urlmend, repository):
    folder = repository("# Gates\n\n[a](docs/plan.md#weirs.md)\n")
    (folder / "docs/plan.md").write_text("# Plan\n")
    done = urlmend("lint", "--format=jsonl", ".", cwd=folder)
    assert [row["code"] for row in done.rows] == ["URL129"]


def test_each_document_is_read_once(repository, monkeypatch):
    folder = repository()
    for number in range(100):
        (folder / f"docs/{number}.md").write_text(f"# Gates {number}\n")
    git(folder, "add", "--all", ".")
    read = []
    monkeypatch.setattr(other_documents, "_read", lambda path, _: read.append(path) or HeadingNames("# Gates\n"))
    docs = repository_of(str(folder / "docs"))
    for number in [*range(100)] * 3:
        assert docs.fault_of_fragment(f"{number}.md#weirs", on_github=True).kind == "missing"
    assert len(read) == 100


def test_the_names_of_other_documents_are_bounded(repository, monkeypatch):
    folder = repository()
    for number in range(9):
        (folder / f"docs/{number}.md").write_text("# Gates\n\n# Locks\n")
    git(folder, "add", "--all", ".")
    monkeypatch.setattr(other_documents, "_MOST_NAMES", 4)
    monkeypatch.setattr(other_documents, "_DOCUMENTS", other_documents._Documents())
    docs = repository_of(str(folder / "docs"))
    faults = [docs.fault_of_fragment(f"{number}.md#weirs", on_github=True) for number in range(9)]
    assert [bool(fault) for fault in faults] == [True] * 2 + [False] * 7


def test_documents_of_docsify_are_those_of_its_folder(urlmend, repository):
    folder = repository()
    (folder / "docs/README.md").write_text("# Gates\n")
    (folder / "docs/deep").mkdir()
    (folder / "docs/deep/README.md").write_text("# Locks\n\n[a](README.md#gates)\n")
    (folder / "docs/map.md").write_text("[a](README.md#weirs)\n")
    git(folder, "add", "--all", ".")
    select = ("lint", "--format=jsonl", "--select=URL129", ".")
    assert [row["file"] for row in urlmend(*select, cwd=folder).rows] == ["docs/deep/README.md", "docs/map.md"]
    (folder / "docs/_sidebar.md").write_text("")
    git(folder, "add", "--all", ".")
    assert [row["file"] for row in urlmend(*select, cwd=folder).rows] == ["docs/map.md"]


def test_a_document_is_read_again_after_a_change(repository):
    folder = repository()
    (folder / "docs/locks.md").write_text("# Gates\n")
    git(folder, "add", "--all", ".")
    docs = repository_of(str(folder / "docs"))
    assert docs.fault_of_fragment("locks.md#weirs", on_github=True).kind == "missing"
    (folder / "docs/locks.md").write_text("# Gates and weirs\n\n# Weirs\n")
    assert docs.fault_of_fragment("locks.md#weirs", on_github=True) is None


def test_links_of_files_in_archives_are_their_own(urlmend, repository):
    folder = repository()
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("b.md", "[a](old.md)\n")
    git(folder, "add", "--all", ".")
    assert urlmend("lint", "--select=URL634", "a.zip", cwd=folder).status == 0


def test_relative_links_need_no_remote(urlmend, tree):
    folder = tree({"README.md": "[a](old.md)\n"})
    assert found(urlmend, folder) == []
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", ".")
    assert found(urlmend, folder) == ["correct the path"]


def test_other_texts_have_no_repository(urlmend, repository):
    folder = repository()
    text = f"{PAGE}/old.md\n"
    assert urlmend("lint", "--select=URL634", text=text, cwd=folder).status == 0
    (folder / "more.txt").write_text(text * 3)
    assert len(found(urlmend, folder)) == 3
    assert urlmend("find", "more.txt", cwd=folder).lines == [text.strip()] * 3

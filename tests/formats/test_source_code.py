"""The scopes of source code: the host of each URL is the scope that it has."""

import random
import re

from tables import each_row
from urlmend.formats.languages import LANGUAGES, language_of_block, language_of_file
from urlmend.formats.source_code import LITERALS, CodeScopes, code_scopes
from urlmend.model.document import Document
from urlmend.model.scope import Scope

CASES = {
    "a.c": r"""
        // http://comment.x
        /* http://comment.x
         * http://comment.x */ http://code.x
        #define A "http://string.x\"http://string.x" http://code.x
        char a = '"'; // http://comment.x
        b = "unclosed http://string.x
        http://code.x
    """,
    "a.cpp": r"""R"x(http://string.x )" http://string.x )x" http://code.x""",
    "a.cs": r"""
        a = @"\"; // http://comment.x
        b = "\"http://string.x";
        c = $@"C:\ ""http://string.x"; http://code.x
    """,
    "a.py": '''
        """http://comment.x
        http://comment.x"""
        a = """http://string.x " ' # http://string.x"""  # http://comment.x
        b = 'it\\'s http://string.x'; http://code.x
        c = f"{a['b']} http://string.x"
    ''',
    "a.js": r"""
        a = `http://string.x ${b ? "`" : 'http://string.x'} // http://string.x` // http://comment.x
        b = /[/"]http:\/\/pattern.x http://pattern.x/.test("http://string.x") // http://comment.x
        c = 1 / 2 / "http://string.x"
        return /"http:pattern/ + "http://string.x"
    """,
    "a.rs": r"""
        //! http://comment.x
        /* /* http://comment.x */ http://comment.x */ http://code.x
        let a: &'static str = "http://string.x";
        let b = r#"" http://string.x"#; http://code.x
    """,
    "a.go": 'a := `\\`; b := "http://string.x" // http://comment.x\n',
    "a.hs": 'f\' = "http://string.x" -- http://comment.x\n{- {- -} http://comment.x -} http://code.x',
    "a.ml": "(* http://comment.x (* *) http://comment.x *) {x| \" http://string.x |x} 'a' http://code.x",
    "a.nim": '##[ http://comment.x ]## a = "http://string.x" # http://comment.x\n',
    "a.rb": r"""
        # http://comment.x
        a = "#{b["c"]} http://string.x" # http://comment.x
        c = <<~TEXT.strip
          it's http://string.x # http://string.x
        TEXT
        d = %w[http://string.x http://string.x] # http://comment.x
        e = %r{http://pattern.x} # http://comment.x
        f = $' + '#' # http://comment.x
        class << self # http://comment.x
        g = /"http:pattern/ # http://comment.x
    """,
    "a.pl": r"""
        # http://comment.x
        my $n = $#a; my $s = "http://string.x";
        my $q = q{it's {http://string.x} http://string.x}; # http://comment.x
        like($s, qr,^http://pattern.x\.y$,); # http://comment.x
        print <<"EOT";
        it's http://string.x
        EOT
        $h{q} = 'http://string.x'; # http://comment.x
    """,
    "pod.pm": "a;\n=head1 b\n\nL<http://comment.x>\n\n=cut\n'http://string.x';\n__END__\nhttp://code.x '\n=pod\n\nhttp://comment.x",
    "a.php": "<?php\n# http://comment.x\n// http://comment.x\n$a = <<<EOT\nit's http://string.x\nEOT;\n'http://string.x'"
    " /* http://comment.x */",
    "a.sh": """
        # http://comment.x
        curl http://code.x#http://code.x "http://string.x # http://string.x" # http://comment.x
        echo $'it\\'s http://string.x' 'http://string.x \\' http://code.x
        cat << 'EOF' > a
        it's http://string.x # http://string.x
        EOF
        echo ${#a} http://code.x
        echo 'it'\\''s http://string.x'\\''http://string.x' \\" http://code.x \\\\ # http://comment.x
    """,
    "a.sql": "-- http://comment.x\nselect 'it''s http://string.x' /* http://comment.x */ $a$ ' http://string.x $a$ from http://code.x",
    "a.lua": '--[==[ http://comment.x ]] http://comment.x ]==] a = [[ " http://string.x ]] -- http://comment.x\nhttp://code.x',
    "a.ex": '@doc """\nhttp://comment.x\n"""\na = ~s(http://string.x) # http://comment.x\n~r{http://pattern.x}',
    "a.jl": '"""\nhttp://comment.x\n"""\na = r"http://pattern.x" # http://comment.x\n#= #= =# http://comment.x =# b\'',
    "a.kt": 'a = "${b["c"]} http://string.x" // http://comment.x\n/* /* */ http://comment.x */',
    "a.swift": 'a = "\\(b("c")) http://string.x" // http://comment.x\n',
    "a.el": '(a ?" "http://string.x") ; http://comment.x\n',
    "a.clj": '(re-find #"http://pattern.x" \\" "http://string.x") ; http://comment.x\n',
    "a.erl": '% http://comment.x\na = $", "http://string.x". http://code.x',
    "a.vim": "\" http://comment.x\nlet a = 'http://string.x'\n",
    "a.bat": "@rem http://comment.x\n@REM http://comment.x\nREM http://comment.x\n:: http://comment.x\nremote http://code.x\n",
    "a.ps1": "# http://comment.x\n<# http://comment.x #> \"`\" http://string.x\" @'\n' http://string.x\n'@ http://code.x",
    "a.bas": '20 REM http://comment.x\nremark "http://string.x" \' http://comment.x\n',
    "a.nix": "b = http://string.x; a = ''\n ''' http://string.x ''; # http://comment.x\n",
    "a.zig": "a = \\\\http://string.x\n; // http://comment.x\n",
    "a.css": '/* http://comment.x */ a { b: url(http://string.x) "http://string.x" } // http://code.x',
    "a.scss": "// http://comment.x\na { b: url(http://string.x); }",
    "Makefile": "# http://comment.x\na: http://code.x # http://comment.x\n",
    "Dockerfile": "  # http://comment.x\nRUN curl http://data.x#http://data.x\n",
    "a.yaml": "a: http://data.x # http://comment.x\nb: 'http://data.x # http://data.x' # http://comment.x\nc: don't # http://comment.x\n",
    "a.toml": 'a = "http://data.x # http://data.x" # http://comment.x\n',
    "a.json": '{"a": "http://data.x", // http://comment.x\n "b": "\\"http://data.x"}',
    "a.ini": "; http://comment.x\n# http://comment.x\na=http://data.x;http://data.x ; http://comment.x\n",
    "a.xml": '<!-- "http://comment.x --> <a b="http://link.x" c = \'http://link.x\'>http://text.x "http://text.x"</a>',
    "dtd.xml": '<!DOCTYPE a PUBLIC "-//A" "http://code.x" [ <!ENTITY b "http://text.x"> ]><a>http://text.x</a>',
    "a.vue": '<a href="http://link.x">http://text.x <%# http://code.x %></a>',
}
URL = re.compile(r"http://(code|comment|data|link|pattern|string|text)\.x")


@each_row("name", CASES)
def test_scopes(name):
    text = re.sub(r"(?m)^        ", "", CASES[name]).lstrip("\n")
    scopes = code_scopes(Document(text, name))
    found = [(match[1], str(scopes.at(match.start()))) for match in URL.finditer(text)]
    assert found
    assert [pair for pair in found if pair[0] != pair[1]] == []


def test_an_unterminated_here_document_is_a_string_with_and_without_a_line_end():
    for text in ("cat <<EOF http://string.x", "cat <<EOF http://string.x\n"):
        assert CodeScopes(text, language_of_file("a.sh")).at(text.index("http")) is Scope.STRING


def test_scopes_are_the_same_in_any_order():
    text = CASES["a.rb"]
    offsets = [match.start() for match in URL.finditer(text)]
    ascending = CodeScopes(text, language_of_file("a.rb"))
    expected = {offset: ascending.at(offset) for offset in offsets}
    other = CodeScopes(text, language_of_file("a.rb"))
    random.Random(1).shuffle(offsets)
    assert {offset: other.at(offset) for offset in offsets} == expected


@each_row(
    ("name", "expected"),
    [
        ("src/a.PY", "python"),
        ("Dockerfile.dev", "docker"),
        ("a.b/CMakeLists.txt", "cmake"),
        (".bashrc", "shell"),
        ("README", None),
        ("a.txt", None),
        ("a.md", None),
        ("py", None),
        ("-", None),
        ("a.unknown", None),
    ],
)
def test_language_of_file(name, expected):
    found = language_of_file(name)
    assert (found and found.name) == expected


@each_row(
    ("name", "expected"),
    [
        ("python", "python"),
        ("{.py}", "python"),
        ("JS", "javascript"),
        ("console", "console"),
        ("c++", "c"),
        ("chapel", None),
        ("text", None),
        ("", None),
        ("diff", None),
    ],
)
def test_language_of_block(name, expected):
    found = language_of_block(name)
    assert (found and found.name) == expected


def test_table_names_each_file_and_alias_once():
    names = [name for row in LANGUAGES for name in row.names.split()]
    assert len(names) == len(set(names))
    aliases = [alias for row in LANGUAGES for alias in {row.name, *row.aliases.split()}]
    assert len(aliases) == len(set(aliases))


def test_all_literals_are_used():
    assert {kind for row in LANGUAGES for kind in row.literals.split()} == set(LITERALS)

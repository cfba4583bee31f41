"""The table of languages: their files, comments and literals, and how they join literals.

A row describes the lexical structure of a language as far as it decides what is a comment, a string or code. Marks are
written as in the language, separated by spaces; `urlmend.formats.source_code` reads texts by them.
"""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple


class Joining(NamedTuple):
    """How a language joins string literals."""

    operator: str
    """What joins two literals; empty if the second one follows the first one."""
    quotes: str = "\"'"
    """The quotation marks of literals."""
    prefix: str = ""
    """What may precede the opening quotation mark of the second literal."""
    space: str | None = None
    """What may precede and follow the operator; None for white space and comments."""
    call: str = ""
    """The function whose arguments are joined; empty if it is an operator that joins."""
    ends_at_newline: bool = False
    """Whether a line break ends a statement, unless it is in brackets."""


class Language(NamedTuple):
    """A language: how its files are recognised, and what its comments and literals look like."""

    name: str
    names: str = ""
    """File names, and extensions with their dot, in lower case, separated by spaces; the usual one first."""
    aliases: str = ""
    """Other names in blocks of code; the name of the language and its extensions are names there, too."""
    line: str = ""
    """What begins a comment up to the end of the line; `^x` only at the start of a line, `_x` only after a space."""
    block: str = ""
    """What begins and ends a comment: pairs, separated by spaces."""
    nested: bool = False
    """Whether comments contain comments."""
    literals: str = ""
    """The kinds of literals: keys of `LITERALS` in `urlmend.formats.source_code`."""
    kind: str = "code"
    """What the rest is: `code`, `data` or `markup`. The literals of data are data."""
    interpreters: str = ""
    """Names of programs in a first line with `#!`."""
    joining: Joining | None = None
    """How literals are joined; None if no joined literals are read."""

    @property
    def extensions(self) -> list[str]:
        """The extensions of its files, without their dots."""
        return [name[1:] for name in self.names.split() if name[0] == "."]


_C = "/* */"
_ML = "(* *)"
_LISP = "#| |#"
_MARKUP = "< <!-- {# <%-- {{!-- <? <% <!DOCTYPE"

LANGUAGES = (
    # --- Languages whose joined literals are read ---
    Language("ada", ".ada .adb .ads", "ada95 ada2005", "--", literals="'' \"\"", joining=Joining("&", '"')),
    Language(
        "c",
        ".c .c++ .cc .cpp .cu .cuh .cxx .h .h++ .hh .hpp .hxx .idl .inl .ino .ipp .l .lex .ll .m .pc .tcc .xs .y .yy",
        "arduino cuda objc objective-c objectivec objective-c++ objc++ obj-c cplusplus lex yacc bison flex",
        "//",
        _C,
        literals='R"( " char',
        joining=Joining("", prefix="(?:L|u8?|U|@)?"),
    ),
    Language(
        "csharp",
        ".cs .csx",
        "c#",
        "//",
        _C,
        literals='""" @" " char',
        joining=Joining(r"\+", prefix="[@$]{0,2}"),
    ),
    Language("d", ".d .di", "", "//", "/* */ /+ +/", literals='m" ` char', joining=Joining("~", '"`')),
    Language(
        "dart",
        ".dart",
        "",
        "//",
        _C,
        literals="r' r\" \"\"\" ''' \"${ '${",
        interpreters="dart",
        joining=Joining(r"\+?", prefix="r?"),
    ),
    Language(
        "elixir",
        ".ex .exs",
        "iex",
        "#",
        literals="@doc \"\"\" ''' ~r ~s m\"#{ m'#{",
        interpreters="elixir",
        joining=Joining("<>", '"'),
    ),
    Language(
        "elm",
        ".elm .purs",
        "purescript",
        "--",
        "{- -}",
        nested=True,
        literals='""" " char',
        joining=Joining(r"\+\+|<>", '"'),
    ),
    Language(
        "erlang",
        ".erl .hrl",
        "",
        "%",
        literals="m\" $x m'",
        interpreters="escript",
        joining=Joining(r"(?:\+\+)?", '"'),
    ),
    Language(
        "fsharp", ".fs .fsi .fsx", "f#", "//", _ML, nested=True, literals='""" @" m" char', joining=Joining(r"\+", '"')
    ),
    Language("go", ".go", "golang", "//", _C, literals='` " char', joining=Joining(r"\+", "\"'`")),
    Language(
        "groovy",
        ".groovy .gradle .gvy",
        "gradle",
        "//",
        _C,
        literals="\"\"\" ''' \"${ ' regex",
        interpreters="groovy",
        joining=Joining(r"\+"),
    ),
    Language("java", ".java", "", "//", _C, literals='""" " char', joining=Joining(r"\+")),
    Language(
        "javascript",
        ".js .cjs .cts .es6 .gs .jsm .jsx .mjs .mts .qml .ts .tsx",
        "node nodejs ecmascript typescript",
        "// ^#!",
        _C,
        literals="`${ \" ' regex",
        interpreters="node deno bun",
        joining=Joining(r"\+", "\"'`"),
    ),
    Language(
        "coffeescript",
        ".coffee .cjsx",
        "coffee-script",
        "#",
        "### ###",
        literals="\"\"\" ''' m\"#{ m' ///",
        interpreters="coffee",
        joining=Joining(r"\+", "\"'`"),
    ),
    Language(
        "julia",
        ".jl",
        "",
        "#",
        "#= =#",
        nested=True,
        literals='doc r"/ """ m" char',
        interpreters="julia",
        joining=Joining(r"\*", '"'),
    ),
    Language("kotlin", ".kt .kts", "", "//", _C, nested=True, literals='""" "${ char', joining=Joining(r"\+")),
    Language(
        "lua",
        ".lua .luau .nse .rockspec",
        "",
        "--",
        literals="--[[ [[ \" '",
        interpreters="lua luajit",
        joining=Joining(r"\.\."),
    ),
    Language(
        "nim",
        ".nim .nims .nimble",
        "",
        "#",
        "##[ ]## #[ ]#",
        nested=True,
        literals='""" r" " char',
        joining=Joining("&", '"'),
    ),
    Language("nix", ".nix", "", "#", _C, literals='m"${ nix a:b', joining=Joining(r"\+", '"')),
    Language(
        "ocaml",
        ".ml .mli .mll .mly",
        "reason reasonml",
        "",
        _ML,
        nested=True,
        literals='m" {| char',
        interpreters="ocaml",
        joining=Joining(r"\^", '"'),
    ),
    Language(
        "pascal",
        ".pas .dpr .lpr",
        "delphi objectpascal",
        "//",
        "{ } (* *)",
        literals="''",
        joining=Joining(r"\+", "'"),
    ),
    Language(
        "perl",
        ".pl .cgi .plx .pm .pod .psgi .t",
        "pl",
        "#",
        literals="$# __END__ pod q m/ m\" m' regex <<EOS",
        interpreters="perl",
        joining=Joining(r"\."),
    ),
    Language(
        "php",
        ".php .php3 .php4 .php5 .phps .phtml",
        "html+php",
        "// #",
        _C,
        literals="<<< m\" m'",
        interpreters="php",
        joining=Joining(r"\."),
    ),
    Language(
        "python",
        ".py .bazel .bzl .gyp .gypi .pxd .pxi .pyi .pyw .pyx .sage .star .wsgi sconscript sconstruct wscript",
        "py3 python3 python2 cython starlark bazel pycon sage ipython",
        "#",
        literals="doc \"\"\" ''' \" '",
        interpreters="python pypy",
        joining=Joining(r"\+?", prefix="[bBfFrRtTuU]{0,2}", ends_at_newline=True),
    ),
    Language(
        "raku",
        ".raku .rakumod .rakutest",
        "perl6",
        "#",
        literals="=begin m\" m'",
        interpreters="raku",
        joining=Joining("~"),
    ),
    Language(
        "ruby",
        ".rb .gemspec .podspec .rake .rbi .ru capfile fastfile gemfile guardfile podfile rakefile",
        "jruby irb",
        "#",
        literals="?x $# __END__ =begin <<EOS %r % m\"#{ m' ` regex",
        interpreters="ruby",
        joining=Joining(r"(?:(?:\+|<<)\s*+)?", space=r"[ \t]*+(?:\\\r?\n[ \t]*+)?"),
    ),
    Language(
        "rust",
        ".rs",
        "",
        "//",
        _C,
        nested=True,
        literals='r#" m" char',
        joining=Joining(",", '"', prefix="r?", call=r"\bconcat!\s*\("),
    ),
    Language(
        "scala",
        ".scala .sbt .sc",
        "",
        "//",
        _C,
        nested=True,
        literals='""" "${ char',
        joining=Joining(r"\+", '"', prefix="[a-z]{0,3}"),
    ),
    Language(
        "sql",
        ".sql .ddl .pgsql .pks .pkb .plsql .psql",
        "mysql postgresql postgres plpgsql sqlite sqlite3 tsql t-sql",
        "--",
        _C,
        literals="$$ m'' m\"\"",
        joining=Joining(r"\|\||\+|(?<=\s)", "'", prefix="[EN]?"),
    ),
    Language("swift", ".swift", "", "//", _C, nested=True, literals='""" "\\(', joining=Joining(r"\+", '"')),
    Language(
        "vb",
        ".vb .bas .frm .vba .vbs",
        "vb.net vbnet vbscript visual-basic basic",
        "' _rem",
        literals='""',
        joining=Joining("[&+]", '"', space=r"[ \t]*+(?:_\r?\n[ \t]*+)?"),
    ),
    Language("vhdl", ".vhd .vhdl", "", "--", _C, literals='"" char', joining=Joining("&", '"')),
    Language("zig", ".zig", "", "//", literals='\\\\ " char', joining=Joining(r"\+\+", '"')),
    # --- Other programming languages ---
    Language(
        "shell",
        ".sh .bash .zsh .ksh .bats .bashrc .bash_profile .bash_aliases .profile .zshrc .command .ebuild .eclass"
        " .pacscript pkgbuild apkbuild configure .csh .tcsh .fish",
        "shellscript bash-session csh tcsh fish dash ash",
        "_#",
        literals="\\x $' q' m\" heredoc",
        interpreters="sh bash zsh ksh mksh dash ash",
        joining=Joining(r"(?:\\\r?\n)?|\s*+\+\s*+", space=""),
    ),
    Language("console", "", "sh-session shell-session shellsession terminal doscon ps1con pwsh-session", literals=""),
    Language("make", "makefile gnumakefile .mk .mak .make", "makefile bsdmake", "#"),
    Language("cmake", "cmakelists.txt .cmake", "", "#", literals='#[[ m"'),
    Language("autoconf", "configure.ac configure.in .m4 .ac .am", "m4 automake", "_# dnl"),
    Language("just", "justfile", "", "#", literals="' \""),
    Language("powershell", ".ps1 .psm1 .psd1", "posh pwsh", "#", "<# #>", literals="@' \"` m''"),
    Language("batch", ".bat .cmd", "bat dosbatch winbatch", "^rem ^@rem ^::", literals='"'),
    Language("meson", "meson.build meson.options meson_options.txt", "", "#", literals="''' '"),
    Language("rpmspec", ".spec", "", "#"),
    Language("awk", ".awk", "gawk mawk nawk", "#", literals='" regex', interpreters="awk gawk mawk"),
    Language("sed", ".sed", "", "^#"),
    Language("tcl", ".tcl .tk .tm .rvt", "", "^# ;#", literals='m"', interpreters="tclsh wish"),
    Language("r", ".r .rprofile", "rscript splus", "#", literals="m\" m'", interpreters="Rscript"),
    Language("matlab", ".octave", "octave", "%", "%{ %}", literals="\"\" ''"),
    Language("fortran", ".f90 .f .f77 .f95 .f03 .f08 .for .ftn", "fortranfixed f90", "! ^*", literals="\"\" ''"),
    Language("crystal", ".cr", "", "#", literals='m"#{ char'),
    Language(
        "haskell",
        ".hs .lhs .hs-boot .hsc .haddock",
        "hs",
        "--",
        "{- -}",
        nested=True,
        literals='" char',
        joining=Joining(r"\+\+|<>", '"'),
    ),
    Language("idris", ".idr .agda .lean", "lean lean4", "--", "{- -} /- -/", nested=True, literals='" char'),
    Language("lisp", ".lisp .lsp .cl .asd", "common-lisp commonlisp", ";", _LISP, nested=True, literals='#\\x m"'),
    Language("elisp", ".el", "emacs emacs-lisp emacs-lisp-mode", ";", literals='?x m"'),
    Language("scheme", ".scm .ss .sld .rkt .sls", "racket guile", ";", _LISP, nested=True, literals='#\\x m"'),
    Language("clojure", ".clj .cljs .cljc .edn .bb", "clojurescript", ";", literals='\\x #" m"'),
    Language("coq", ".thy .sml .sig .fun", "isabelle sml", "", _ML, nested=True, literals='m"'),
    Language("prolog", ".pro .prolog .plt", "", "%", _C, literals="m\" m'"),
    Language("verilog", ".v .sv .svh .vh", "systemverilog", "//", _C, literals='"'),
    Language("asm", ".asm .s .nasm", "nasm gas assembly", "; // _# @", _C, literals='"'),
    Language("llvm", ".mir", "", ";", literals='"'),
    Language("protobuf", ".proto .thrift .capnp .fbs", "proto thrift", "// #", _C, literals="\" '"),
    Language("graphql", ".graphql .gql .graphqls", "", "#", literals='""" "'),
    Language("solidity", ".sol", "", "//", _C, literals="\" '"),
    Language(
        "glsl",
        ".glsl .vert .frag .geom .comp .hlsl .wgsl .metal .shader .fx .cg",
        "shaderlab hlsl wgsl",
        "//",
        _C,
        literals='"',
    ),
    Language("vala", ".vala .vapi .as .hx .scad .odin .ceylon .ck", "haxe actionscript", "//", _C, literals='""" " \''),
    Language("terraform", ".tf .tfvars .hcl .nomad", "hcl tf", "# //", _C, literals='"${ heredoc'),
    Language("puppet", ".pp", "", "#", _C, literals="m\" m'"),
    Language("vim", ".vim .vimrc _vimrc .nvimrc", "viml vimscript", '^"', literals="''"),
    Language("smalltalk", ".st", "", "", '" "', literals="m''"),
    Language("forth", ".fth .4th .forth", "", "_\\", "( )"),
    Language("postscript", ".ps .eps", "", "%"),
    Language("gherkin", ".feature", "cucumber", "^#", literals='"'),
    Language("applescript", ".applescript .scpt", "", "-- #", _ML, nested=True, literals='"'),
    Language("autohotkey", ".ahk .au3", "ahk autoit", "_;", _C, literals='"" \''),
    Language("dot", ".dot .gv", "graphviz", "// ^#", _C, literals='m"'),
    Language("gnuplot", ".gp .gnuplot", "", "#", literals="\" '"),
    Language("qmake", ".pri .prf", "", "#", literals='"'),
    Language("gn", ".gn .gni .bp .bazelrc", "", "# //", literals='"'),
    Language("css", ".css", "", "", _C, literals="url( \" '"),
    Language("scss", ".scss .less .sass .styl", "less sass stylus", "//", _C, literals="url( \" '"),
    # What most languages have, for files whose language is unknown
    Language("code", line="// ^#", block=_C, literals="m\" '"),
    # --- Data ---
    Language(
        "json",
        ".json .jsonl .ndjson .jsonld .json5 .jsonc .geojson .webmanifest .har .avsc .babelrc .eslintrc"
        " .jshintrc composer.lock",
        "json5 jsonc hjson",
        "// ^#",
        _C,
        literals="\" '",
        kind="data",
    ),
    Language(
        "yaml", ".yml .yaml .yamllint .clang-format .clang-tidy .cff .eyaml", "", "_#", literals="yaml", kind="data"
    ),
    Language(
        "toml",
        ".toml cargo.lock poetry.lock pdm.lock uv.lock pipfile",
        "",
        "#",
        literals="\"\"\" ''' \" '",
        kind="data",
    ),
    Language(
        "ini",
        ".ini .cfg .inf .editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8 .coveragerc .conf"
        " .reg .desktop .service .socket .timer .mount .target .container .network .repo .list",
        "cfg dosini conf systemd desktop apacheconf nginx nginxconf unixconfig docker-compose gitconfig",
        "^# ^; _# _;",
        kind="data",
    ),
    Language(
        "properties",
        ".properties .env .dotenv .gitignore .gitattributes .dockerignore",
        "jproperties dotenv env",
        "^# ^!",
        kind="data",
    ),
    Language("docker", "dockerfile containerfile .dockerfile", "dockerfile", "^#", kind="data"),
    Language("turtle", ".ttl .n3 .nt .trig .rq .sparql", "sparql n3", "_#", literals='<> """ "', kind="data"),
    Language("bibtex", "", "bib", "%", kind="data"),
    # --- Markup ---
    Language(
        "xml",
        ".xml .svg .xsl .xslt .xsd .rss .atom .opml .rdf .wsdl .plist .kml .gpx .xaml .csproj .vbproj .fsproj"
        " .props .targets .ui .qrc .resx .nuspec .xliff .xlf .storyboard .xib .jelly .pom .iml .dtd .ent .mxml .tei",
        "svg xslt rss dtd xsd",
        literals=_MARKUP,
        kind="markup",
    ),
    Language(
        "html",
        ".html .htm .xhtml .vue .svelte .astro .jsp .asp .aspx .cshtml .erb .ejs .hbs .mustache .handlebars .twig"
        " .eex .heex .jinja .jinja2 .j2 .njk .liquid .ftl .tpl .tmpl",
        "razor xhtml vue svelte jsp erb ejs handlebars mustache twig jinja jinja2 django html+django html+jinja liquid"
        " htmldjango html+erb freemarker",
        literals=_MARKUP,
        kind="markup",
    ),
)
"""All languages that urlmend knows."""

_BY_NAME = {name: row for row in LANGUAGES for name in row.names.split()}
_BY_ALIAS = {alias: row for row in LANGUAGES for alias in (row.name, *row.aliases.split(), *row.extensions)}
_NAMED_WITH_SUFFIX = ("dockerfile", "containerfile", "makefile", "jenkinsfile", "vagrantfile")


def base_name(name: str) -> str:
    """The name of a file without its folders, as any system writes them."""
    return name.replace("\\", "/").rpartition("/")[2]


def language_of_file(name: str) -> Language | None:
    """The language of a file by its name; None if it is unknown, or if it is prose."""
    base = base_name(name).lower()
    stem, dot, _ = base.partition(".")
    return (
        _BY_NAME.get(base)
        or _BY_NAME.get(base[base.rfind(".") :] if "." in base else "")
        or (_BY_NAME.get(stem) if dot and stem in _NAMED_WITH_SUFFIX else None)
    )


def language_of_block(name: str) -> Language | None:
    """The language of a block of code by the name that the block gives; None if it is unknown, or if it is prose."""
    return _BY_ALIAS.get(name.strip("{.}").lower())


def file_names(*languages: str) -> str:
    """The names of the files of languages, as `Language.names` has them."""
    return " ".join(_BY_ALIAS[name].names for name in languages)


def block_names(*languages: str) -> frozenset[str]:
    """The names of languages in blocks of code."""
    rows = [_BY_ALIAS[name] for name in languages]
    return frozenset(alias for alias, row in _BY_ALIAS.items() if row in rows)


def comment_starts(*names: str) -> str:
    """An expression for what begins a comment up to the end of the line, or any comment if there is no such mark.

    The languages have the names of blocks of code.
    """
    rows = [_BY_ALIAS[name] for name in names]
    return "|".join(_comment_start(mark) for row in rows for mark in row.line.split() or row.block.split()[:1])


def _comment_start(mark: str) -> str:
    """An expression for a mark of `Language.line`."""
    place = {"^": r"(?m:^)[ \t]*+", "_": r"(?<!\S)"}.get(mark[0], "") if len(mark) > 1 else ""
    word = mark[1:] if place else mark
    if not word[-1].isalpha():
        return place + re.escape(word)
    return rf"{place or chr(92) + 'b'}(?i:{re.escape(word)})\b"

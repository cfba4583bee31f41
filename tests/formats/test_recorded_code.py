"""The code in marked-up texts, compared with `code.txt`.

`RECORD=1 pytest tests/formats/test_recorded_code.py` writes them again after a change.
"""

from pathlib import Path

import recorded
from urlmend.formats.code_regions import CodeRegions, code_regions

FOLDER = Path(__file__).parent
# A format, and a text in which all code is marked.
TEXTS = {
    "html": r"""
        <p>a</p> <code>b</code> c <CODE class="x">b</CODE > <code/> c <pre>b\n</pre> <kbd>b</kbd> <literal>b</literal>
        <literallayout>b</literallayout> <nowiki>b</nowiki> <programlisting>b</programlisting> <samp>b</samp>
        <screen>b</screen> <script>b</script> <source>b</source> <source src="c"> d <source type="c"> d
        \n<source media="c">
        <style>b</style> <syntaxhighlight>b</syntaxhighlight> <synopsis>b</synopsis> <textarea>b</textarea> <tt>b</tt>
        <verbatim>b</verbatim> <xmp>b</xmp> <computeroutput>b</computeroutput> <codec>c</codec> <!-- b --> c
        \n<?b?> c <%b%>
        <![CDATA[b]]> c <code>b
    """,
    "markdown": r"""
        a `b` c ``b`d`` e \`c` ```x y\n```\nb\n``` c\n~~~ x\nb\n~~~\nc\n- ```\n  b\n  ```\nc\n1. ~~~\nb\n~~~~
        \nc `b\n> c` `b
        \n\n    b\n    b\n\nc\n    c\n\n- c\n\n    c\n\nc\n\n\tb\n\nc <code>b</code> `` c`\n```\nb\n
    """,
    "asciidoc": r"""
        a\n----\nb\n----\nc `b` ``b`` +b+ +++b+++ x`c` `c`x ` c` ----\n....\nb\n....\nc\n++++\nb\n++++ c\n++++\nc
        \n```sh\nb\n```
        \nc\n////\nb\n////\nc\n\n    b\n\n---\nc\n---\n-----\nb\n----\nb
    """,
    "org": r"""
        a =b= ~b~ c =d e =b=. =c=x x=c= = c= (=b=) \n: b\n:c\n#+begin_src x\nb\n#+end_src\nc\n#+BEGIN_QUOTE\nb
        \n#+END_quote\n
          #+begin_a\nb\n
    """,
    "latex": r"""
        a \\begin{verbatim}b\\end{verbatim} c \\begin{verbatim*}b\\end{verbatim*} \\begin{Verbatim}b\\end{Verbatim} c
        \\begin{lstlisting}b\\end{lstlisting} \\begin{minted}b\\end{minted} \\begin{alltt}b\\end{alltt}\n
        \\begin{comment}b
        \\end{comment} c \\begin{center}c\\end{center} \\verb|b| c \\verb*+b+ \\lstinline!b! \\texttt{b} \\code{b} c
        \\lstinline{b} \\mintinline{x}{b} \\emph{c} \\verb|b\nc \\begin{verbatim}b
    """,
    "texinfo": r"""
        a\n@example\nb\n@end example
        \nc @code{b} @samp{b} @kbd{b} @command{b} @option{b} @verb{b} @example{b} @file{b} @env{b}
        \n@smallexample\nb\n@end smallexample\n@lisp\nb\n@end lisp\n@verbatim\nb\n@end verbatim\n@display\nb
        \n@end display\n
        \n@format\nb\n@end format\n@ignore\nb\n@end ignore\n@tex\nb\n@end tex\n@html\nb\n@end html\n@emph{c}
        \n@itemize\nc\n@xml\nb
        \n@end xml\n@docbook\nb\n@end docbook\n@smalllisp\nb\n@end smalllisp\n@smalldisplay\nb\n@end smalldisplay\nc
    """,
    "roff": r"""
        a\n.nf\nb\n.fi\nc\n.EX\nb\n.EE\nc\n.Bd -literal\nb\n.Ed\nc\n.Bd c\n.DS\nb\n.DE\nc\n.Vb 1\nb\n.Ve\nc\n.Dl b
        \nc\n'Li b\n.Ql b
        \nc\n. CW b\n.Nm b\n.Ic b\n.Cm b\n.Pp c\n.nfx c\n.nf\nb
    """,
    "wiki": r"{{{b}}} c ''%%b%%'' <nowiki>b</nowiki> c {{c}} {{{b",
    "restructuredtext": r"""
        a ``b`` c ``b`d`` e `c` `` c`` ```c``` x\n\n::\n\n  b\n  b\n\nc\n\nx::\n\n b\nc\n.. code-block:: x\n\n   b
        \n\nc\n.. note::\n
           c\n.. |x| image:: c\n   c\n.. py:function:: c\n   c\n.. c:xyz:: b\n   b\n.. foo:: b\n   b\nc\n>>> b\nc
        \n>>>c\n=== ===
        \nb  b\n=== ===\n\nc\n+---+\n| b |\n+===+\n|b|\nc\n.. table:: c\n   c\n.. only:: c\n   c
        \n.. std:option:: c\n   c\n
    """,
    "gettext": r"""
        #, c-format\nmsgid "b"\nmsgstr "b"\n\n# c\nmsgid "b"\n"b"\nmsgstr "c"\n"c"\n\n#, fuzzy, python-format
        \nmsgid "b"\nmsgstr "b"
        \n\n#, no-c-format\nmsgid "b"\nmsgstr "c"\n#: b\n#. b\n#| b\n#~ b\n# c\nmsgctxt "b"\nmsgid_plural "b"
        \nmsgstr[0] "c"\n
    """,
    "text": "`c` <code>c</code>",
}


def test_code():
    found = []
    for form, written in TEXTS.items():
        text = (
            "".join(line.strip() for line in written.splitlines(keepends=True))
            .replace("\\n", "\n")
            .replace("\\\\", "\\")
        )
        found += [form, *(f"    {start} {text[start:stop]!r}" for start, stop in code_regions(text, form))]
    recorded.compare(FOLDER / "code.txt", "\n".join(found) + "\n")


def test_code_is_the_same_for_offsets_in_any_order():
    for form, text in TEXTS.items():
        inside = {offset for span in CodeRegions(text, form) for offset in range(*span)}
        backwards = CodeRegions(text, form)
        for offset in range(len(text), -1, -1):
            assert backwards.include(offset) == (offset in inside)
            assert CodeRegions(text, form).include(offset) == (offset in inside)

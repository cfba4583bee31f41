"""Programs that build sites of the documents of a repository, by their settings."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urlmend._lib.git_index import TrackedFiles

# The settings of programs that build sites, in lower case.
_SETTINGS = (
    "mkdocs.yml mkdocs.yaml zensical.toml conf.py _config.yml _config.yaml book.toml book.json docfx.json antora.yml"
    " summary.md _sidebar.md _quarto.yml hugo.toml hugo.yaml hugo.yml docusaurus.config.js docusaurus.config.ts"
    " vuepress.config.js vuepress.config.ts astro.config.mjs astro.config.ts gatsby-config.js gatsby-config.ts"
    " gatsby-config.mjs next.config.js next.config.mjs next.config.ts nuxt.config.js nuxt.config.ts svelte.config.js"
    " rspress.config.ts .eleventy.js eleventy.config.js eleventy.config.mjs eleventy.config.cjs eleventy.config.ts"
    " myst.yml mint.json docs.json _pkgdown.yml doxyfile writerside.cfg retype.yml retype.yaml .gitbook.yaml _toc.yml"
    " pelicanconf.py gridsome.config.js theme.config.jsx theme.config.tsx source.config.ts vocs.config.ts"
    " vocs.config.tsx .dumirc.js .dumirc.ts quartz.config.ts typedoc.json make.jl .nojekyll cname"
).split()
# The same, at the root or in the folder of the program: elsewhere, the settings of anything have such names.
_OF_ANYTHING = "config.toml config.yaml config.yml config.ts config.js config.mts config.mjs".split()
_FOLDERS = (".vitepress/", ".vuepress/")
# The folder of a program in which people read the documents.
_VAULT = ".obsidian/"
# The beginning of the name of a folder whose documents are for programs in any other.
_DOCUMENTS = "doc"


def builds_site(files: TrackedFiles, folder: str) -> bool:
    """Return whether such a program may make pages of the documents in a folder of a repository with these files.

    Its settings are at the root, or in the same folder of the root; those elsewhere are for documents at the root, and
    in a folder for documents.
    """
    first, _, _ = folder.lower().partition("/")
    is_for_all = not first or first.startswith(_DOCUMENTS)
    return files.include(_VAULT) or any(
        is_for_all or "/" not in path or path.lower().startswith(f"{first}/") for path in _paths_of_settings(files)
    )


def _paths_of_settings(files: TrackedFiles) -> Iterator[str]:
    for name in _SETTINGS:
        yield from files.named(name)
    for name in _OF_ANYTHING:
        for path in files.named(name):
            if "/" not in path or any(part in path for part in _FOLDERS):
                yield path

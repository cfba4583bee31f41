"""PDF, Word, OpenDocument and EPUB files to documents: pages, paragraphs, links."""

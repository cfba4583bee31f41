"""Message bytes to documents: mailboxes, headers, MIME, source positions."""

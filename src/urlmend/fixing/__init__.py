"""Turn findings into edits, and apply them to files."""

"""Documents to URLs: scanner, wrappers, URL ends, line breaks, joins."""

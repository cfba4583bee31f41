"""Output formats: each is a function from results to lines."""

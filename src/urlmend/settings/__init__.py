"""Configuration, rule selection, plugins."""

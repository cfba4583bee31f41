"""The pictures of the explanations."""

"""The rules, in families; importing this package declares them all."""

from urlmend.rules import characters, comments, credentials, reserved, wrapper
from urlmend.rules.registry import RULES, Rule

__all__ = ["RULES", "Rule", "characters", "comments", "credentials", "reserved", "wrapper"]

"""Names of parameters, fields and members whose values are secrets."""

from __future__ import annotations

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.lazy_regex import lazy
from urlmend.redaction.forms import FORMS, NO_SECRETS, Kind

# What `pwd` is short for if its value is a path.
_WORKING_DIRECTORY = ("pwd", "oldpwd")


def _named(kind: Kind) -> str:
    """An expression for the normalised names of parameters of a kind."""
    words = [word for form in FORMS if form.kind is kind for word in form.match]
    exact = [word[1:] for word in words if word.startswith("^")]
    endings = [word for word in words if not word.startswith("^")]
    return "|".join([*exact, *(f".*{word}" for word in endings)])


_PARAMETER_KINDS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER)
_SECRET_NAMES = {kind: lazy(f"(?:{_named(kind)})\\Z") for kind in _PARAMETER_KINDS}
_NO_SECRET = lazy(f".*(?:{'|'.join(NO_SECRETS)})\\Z")
_SEPARATORS = lazy(r"%5[BbDd]|[^A-Za-z0-9]")
_SEPARATING = ("_", "-", ".")  # such a name goes on, or is no word


@cached_for_short_text
def kind_of_name(name: str) -> Kind | None:
    """Return what a parameter of a name contains; None if no secret."""
    word = _SEPARATORS.sub("", name).lower()
    if _NO_SECRET.match(word) or name.endswith(_SEPARATING):
        return None
    return next((kind for kind, names in _SECRET_NAMES.items() if names.match(word)), None)


def is_working_directory(name: str, value: str) -> bool:
    """Return whether a value is the path of the working directory, as of `PWD=/home/ada`."""
    return name.lower() in _WORKING_DIRECTORY and value.startswith(("/", "%2F", "%2f"))


def names_secret(name: str) -> bool:
    """Whether the value of a parameter of a name is a secret, as of `authKey`."""
    return kind_of_name(name) is not None

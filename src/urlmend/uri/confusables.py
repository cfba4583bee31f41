"""Letters of other scripts that look like a Latin letter or a digit, as of 2026-11.

Written by `tools/update_confusables.py` from UTS #39 (by confusable-homoglyphs 3.3.1); do not
edit. Only lower-case letters of the Cyrillic, Greek and Armenian scripts are listed.
"""

CONFUSABLES_DATE = "2026-11"

LATIN_LOOK: dict[str, str] = {
    "\u03b1": "a",  # GREEK SMALL LETTER ALPHA
    "\u03b3": "y",  # GREEK SMALL LETTER GAMMA
    "\u03b9": "i",  # GREEK SMALL LETTER IOTA
    "\u03bd": "v",  # GREEK SMALL LETTER NU
    "\u03bf": "o",  # GREEK SMALL LETTER OMICRON
    "\u03c1": "p",  # GREEK SMALL LETTER RHO
    "\u03c3": "o",  # GREEK SMALL LETTER SIGMA
    "\u03c5": "u",  # GREEK SMALL LETTER UPSILON
    "\u03f1": "p",  # GREEK RHO SYMBOL
    "\u03f2": "c",  # GREEK LUNATE SIGMA SYMBOL
    "\u03f3": "j",  # GREEK LETTER YOT
    "\u0430": "a",  # CYRILLIC SMALL LETTER A
    "\u0431": "6",  # CYRILLIC SMALL LETTER BE
    "\u0433": "r",  # CYRILLIC SMALL LETTER GHE
    "\u0435": "e",  # CYRILLIC SMALL LETTER IE
    "\u043e": "o",  # CYRILLIC SMALL LETTER O
    "\u0440": "p",  # CYRILLIC SMALL LETTER ER
    "\u0441": "c",  # CYRILLIC SMALL LETTER ES
    "\u0443": "y",  # CYRILLIC SMALL LETTER U
    "\u0445": "x",  # CYRILLIC SMALL LETTER HA
    "\u0455": "s",  # CYRILLIC SMALL LETTER DZE
    "\u0456": "i",  # CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I
    "\u0458": "j",  # CYRILLIC SMALL LETTER JE
    "\u0461": "w",  # CYRILLIC SMALL LETTER OMEGA
    "\u0475": "v",  # CYRILLIC SMALL LETTER IZHITSA
    "\u04af": "y",  # CYRILLIC SMALL LETTER STRAIGHT U
    "\u04bb": "h",  # CYRILLIC SMALL LETTER SHHA
    "\u04bd": "e",  # CYRILLIC SMALL LETTER ABKHASIAN CHE
    "\u04cf": "i",  # CYRILLIC SMALL LETTER PALOCHKA
    "\u0501": "d",  # CYRILLIC SMALL LETTER KOMI DE
    "\u051b": "q",  # CYRILLIC SMALL LETTER QA
    "\u051d": "w",  # CYRILLIC SMALL LETTER WE
    "\u0561": "w",  # ARMENIAN SMALL LETTER AYB
    "\u0563": "q",  # ARMENIAN SMALL LETTER GIM
    "\u0566": "q",  # ARMENIAN SMALL LETTER ZA
    "\u0570": "h",  # ARMENIAN SMALL LETTER HO
    "\u0578": "n",  # ARMENIAN SMALL LETTER VO
    "\u057c": "n",  # ARMENIAN SMALL LETTER RA
    "\u057d": "u",  # ARMENIAN SMALL LETTER SEH
    "\u0581": "g",  # ARMENIAN SMALL LETTER CO
    "\u0584": "f",  # ARMENIAN SMALL LETTER KEH
    "\u0585": "o",  # ARMENIAN SMALL LETTER OH
    "\u1d26": "r",  # GREEK LETTER SMALL CAPITAL GAMMA
    "\u1fbe": "i",  # GREEK PROSGEGRAMMENI
    "\ua647": "i",  # CYRILLIC SMALL LETTER IOTA
}

"""Specifications as data and functions of one string: RFC 3986, RFC 1738, WHATWG, schemes, confusable characters."""

"""What readers of reports accept, in our own words: SARIF 2.1.0 as JSON Schema, and JUnit files as XML Schema.

No other properties, elements or attributes than those that urlmend writes are allowed. Where `URLMEND_DATA` names a
folder with the published schemas, reports are checked against these, too.
"""

from labelled import further


def published(name):
    """The path of a published schema, in a list; an empty list if it is not there."""
    return [folder / name for folder in further("reference", "data") if (folder / name).exists()]


def _object(required, **optional):
    """An object with these required properties, and optional ones."""
    properties = {**required, **optional}
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


def _list(items, **limits):
    return {"type": "array", "items": items, **limits}


_TEXT = {"type": "string", "minLength": 1}
_MESSAGE = _object({"text": _TEXT})
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_PLACE = {"type": "integer", "minimum": 1}
_FILE = _object({"uri": {"type": "string", "format": "uri-reference", "pattern": r"\A[!#-;=?-\[\]_a-z~]*\Z"}})
_REGION = _object(dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), _PLACE))
_LOCATION = _object(
    {"physicalLocation": _object({"artifactLocation": _FILE, "region": _REGION})},
    message=_MESSAGE,
    logicalLocations=_list(_object({"fullyQualifiedName": _TEXT}), minItems=1),
)
_REPLACEMENT = _object({"deletedRegion": _REGION}, insertedContent=_object({"text": {"type": "string"}}))
_CHANGE = _object({"artifactLocation": _FILE, "replacements": _list(_REPLACEMENT, minItems=1)})
_FIX = _object({"artifactChanges": _list(_CHANGE, minItems=1)}, description=_MESSAGE)
_RESULT = _object(
    {"message": _MESSAGE, "ruleId": _TEXT, "ruleIndex": {"type": "integer", "minimum": 0}, "level": _LEVEL},
    locations=_list(_LOCATION, maxItems=1),
    relatedLocations=_list(_LOCATION, uniqueItems=True),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    fixes=_list(_FIX, uniqueItems=True),
)
_RULE = _object(
    {"id": _TEXT},
    name=_TEXT,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_object({"text": _TEXT}, markdown=_TEXT),
    defaultConfiguration=_object({"level": _LEVEL}),
    properties=_object({"tags": _list(_TEXT, uniqueItems=True)}),
)
_DRIVER = _object(
    {"name": _TEXT},
    version=_TEXT,
    informationUri={"type": "string", "format": "uri"},
    rules=_list(_RULE, uniqueItems=True),
)
_RUN = _object(
    {"tool": _object({"driver": _DRIVER})},
    results=_list(_RESULT),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    newlineSequences=_list(_TEXT, minItems=1, uniqueItems=True),
)
SARIF = _object(
    {"version": {"const": "2.1.0"}, "runs": _list(_RUN)}, **{"$schema": {"type": "string", "format": "uri"}}
)

JUNIT = """\
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="outcome">
    <xs:simpleContent>
      <xs:extension base="xs:string">
        <xs:attribute name="type" type="xs:string" use="required"/>
        <xs:attribute name="message" type="xs:string"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="skipped">
    <xs:simpleContent>
      <xs:extension base="xs:string"><xs:attribute name="message" type="xs:string"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:choice minOccurs="0">
      <xs:element name="failure" type="outcome"/>
      <xs:element name="error" type="outcome"/>
      <xs:element name="skipped" type="skipped"/>
    </xs:choice>
    <xs:attribute name="classname" type="xs:token" use="required"/>
    <xs:attribute name="name" type="xs:token" use="required"/>
    <xs:attribute name="time" type="xs:decimal" use="required"/>
  </xs:complexType>
  <xs:complexType name="suite">
    <xs:sequence>
      <xs:element name="properties"/>
      <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="system-out" type="xs:string"/>
      <xs:element name="system-err" type="xs:string"/>
    </xs:sequence>
    <xs:attribute name="name" type="xs:token" use="required"/>
    <xs:attribute name="package" type="xs:token" use="required"/>
    <xs:attribute name="id" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="timestamp" use="required">
      <xs:simpleType>
        <xs:restriction base="xs:dateTime">
          <xs:pattern value="[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}"/>
        </xs:restriction>
      </xs:simpleType>
    </xs:attribute>
    <xs:attribute name="hostname" type="xs:token" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
    <xs:attribute name="time" type="xs:decimal" use="required"/>
  </xs:complexType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence><xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>
"""

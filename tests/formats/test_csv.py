from tests.formats.marked import check

from tables import each_row

CASES = [
    "id,url,n\n1,«https://a.example/b»,E12\n2,«https://a.example/c»,E13\n",
    "1,«hdfs://10.0.0.1:9000/a/b.log:21876+7292»,E12,Input <*>\n2,«hdfs://10.0.0.1:9000/a/c.log:0+7292»,E12,In\n",
    "id;url\n1;«https://a.example/b?c=1,2»\n2;«https://a.example/c»\n",
    "id\turl\n1\t«https://a.example/b?c=1,2;d»\n2\t«https://a.example/c»\n",
    "id|url|n\n1|«https://a.example/b?c=1,2»|x\n2|«https://a.example/c»|y\n",
    # A record never continues in the next one.
    "name,url\na,«https://a.example/directory/»\nb,«https://a.example/directory-»\nc.html,«https://a.example/c»\n",
    "«https://a.example/a-long-directory-of-documents/and-more-\n».txt\n»".replace("\n».txt\n»", "»\nindex.html\n"),
    "url\r\n«https://a.example/b/»\r\nindex.html\r\n",
    # Quoted fields.
    'id,text\n1,"See «https://a.example/b?c=1,2», please"\n2,"«https://a.example/c,d»"\n',
    'id,text\n1,"He said ""see «https://a.example/b,c»"", and left"\n2,«https://a.example/c»,x\n',
    'id, text\n1, "«https://a.example/b,c»", 2\n2, "x", 3\n',
    'id,text\n1,"See <«https://a.example/a-long-directory/\nindex.html»=«https://a.example/a-long-directory/index.html»>."\n',
    # A quote that is none.
    'size,url\n5" disk,«https://a.example/b»,x\n"6" disk,«https://a.example/c»,y\n',
    'a,"open «https://a.example/b»\nc,d\n',
    # A single column.
    "url\n«https://a.example/b,c»\n«https://a.example/d»\n«https://a.example/e»\n",
    "url\n«https://a.example/directory/»\nindex.html\n«https://a.example/c»\n",
    # Several in a field.
    "a,«https://a.example/b» and «https://a.example/c»,d\ne,f,g\n",
    # No URL.
    "12:30:45,a:b,C::D\n12:30:46,a: b,::\n",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "table.csv")

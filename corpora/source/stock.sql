-- stock.sql - tables of the seed bank
--
-- The model is drawn at <URL:http://www.seedbank.example/model/2008/
-- stock.svg>; names follow ISO, as explained on
--    http://wiki.seedbank.example/index.php?title=Naming_of_tables_and_colum
--    ns&oldid=771
-- and nothing else.  Connect with postgresql://reader@db.seedbank.example/stock
-- or with psql.

BEGIN;

CREATE TABLE variety (
    id      integer PRIMARY KEY,
    name    text NOT NULL,          -- e.g. 'bean:martock'
    page    text,                   -- http://www.seedlist.example/...
    ratio   text DEFAULT '3:4',
    since   time DEFAULT '12:30'
);

/* The pages were checked by Wenzel <wenzel@seedbank.example>.  Those which
   have gone are listed in http://www.seedbank.example/gone.txt
   and should be removed by hand. */

INSERT INTO variety VALUES (1, 'Martock', 'http://www.seedlist.example/beans/martock');
INSERT INTO variety VALUES (2, 'Carlin', 'http://www.seedlist.example/peas/carlin');
INSERT INTO variety VALUES (3, 'O''Brien', NULL);

UPDATE variety
   SET page = replace(page, 'http://', 'https://')
 WHERE id < 3 AND page > '' AND name::text <> 'x';

COMMENT ON TABLE variety IS 'See <http://www.seedbank.example/model/2008/
tables.html>, section 3.';

-- Copies go, as long as the disk holds out, to ftp://ftp.seedbank.example/2008-
-- 03/stock.sql.gz every night.

COMMIT;

--  Lamps: signalling with lamps, body
--
--  Copyright (C) 2009 Tom Okonjo <okonjo@kelp.example.net>
--
--  Implements RFC 9918, <URL:http://www.rfc-index.example/info/
--  rfc9918>, without section 3:4.  The colour tables come from
--  <http://colours.example.org/TR/2004/REC-colour-
--  names-20040715/tables.txt>.
--
--  A guide for the keeper:
--     http://lamps.example.net/guide/
--  The guide was written in 1987 and still holds.

with Ada.Text_IO;
with Ada.Containers.Vectors;

package body Lamps is

   Home : constant String := "http://lamps.example.net/";
   --  For the registry append "registry/".

   Colours : constant String :=
     "http://colours.example.org/TR/2004/REC-colour-names-20040715/tables.txt";

   subtype Hour is Natural range 0 .. 23;

   function "<" (A, B : Lamp) return Boolean is (A.Height < B.Height);

   --  The table was typed in from the scans which the harbour office keeps;
   --  there are two, http://harbour.example.org/scans/lamp-table/1911/left-page
   --  .tif and http://harbour.example.org/scans/lamp-table/1911/right-page.tif,
   --  of which the second is legible.

   procedure Show (L : Lamp; At_Time : String := "12:30") is
   begin
      <<Again>>
      Ada.Text_IO.Put_Line ("lamp:" & L.Name & " see " & Home);
      if L.Height <= 0 or else L.Height > Max then
         Ada.Text_IO.Put_Line
           ("read <http://lamps.example.net/errors#height>");
         goto Again;
      end if;
   end Show;

   --  Questions: mailto:okonjo@kelp.example.net, or <lamps@example.net>.

end Lamps;

-- The indexes of a result, built at the end of a scan: kept up to date row by row, they take longer than the rows.

CREATE INDEX IF NOT EXISTS messages_by_unit ON messages (unit_id);
CREATE INDEX IF NOT EXISTS messages_by_thread ON messages (thread);
-- With these columns, these two alone answer how many URLs a host or a year has, and how many of them are broken.
CREATE INDEX IF NOT EXISTS places_by_url_text ON places (url_text_id, breaks, depth, is_copy);
CREATE INDEX IF NOT EXISTS places_by_message ON places (message_id, breaks, depth, is_copy);
CREATE INDEX IF NOT EXISTS places_in_doubt ON places (id) WHERE alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '');
CREATE INDEX IF NOT EXISTS findings_by_url ON findings (url_id);
CREATE INDEX IF NOT EXISTS findings_by_code ON findings (code);

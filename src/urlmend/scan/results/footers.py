"""Find the footers that mailing lists and programs add: the same lines at the end of messages of several authors."""

from __future__ import annotations

import sqlite3

# A line that so many authors have at the end of so many messages is a footer, unless it is the signature of one of
# them, who has most of these messages. So is one in so many messages of a list that are more than half of them: a
# newsletter may have one author.
_AUTHORS, _MESSAGES = 3, 4
_MESSAGES_OF_LIST = 5

# The tails of messages: the key of each line, once in each message.
_TAILS = """
    CREATE TEMP TABLE tails AS
    SELECT DISTINCT p.tail_key, p.message_id, coalesce(a.author_name, a.author) AS author, m.recipients_id
    FROM places p JOIN messages m ON m.id = p.message_id JOIN authors a ON a.id = m.author_id
    WHERE p.tail_key IS NOT NULL
"""
_FOOTERS = f"""
    WITH lists AS (
        SELECT r.list_id, count(*) AS messages FROM messages m JOIN recipients r ON r.id = m.recipients_id
        WHERE r.list_id IS NOT NULL GROUP BY r.list_id
    ), of_lists AS (
        SELECT t.tail_key, r.list_id, count(*) AS messages FROM tails t JOIN recipients r ON r.id = t.recipients_id
        WHERE r.list_id IS NOT NULL GROUP BY t.tail_key, r.list_id HAVING count(*) >= {_MESSAGES_OF_LIST}
    )
    SELECT tail_key FROM (SELECT tail_key, count(*) AS messages FROM tails GROUP BY tail_key, author) GROUP BY tail_key
    HAVING sum(messages) >= {_MESSAGES} AND count(*) >= {_AUTHORS} AND 3 * max(messages) <= 2 * sum(messages)
    UNION
    SELECT o.tail_key FROM of_lists o JOIN lists l ON l.list_id = o.list_id WHERE 2 * o.messages > l.messages
"""  # noqa: S608  # our numbers


def mark_footers(connection: sqlite3.Connection) -> None:
    """Mark the places in footers, before indexes are built: whatever an earlier scan has marked.

    The depth of the quotation is kept: a negative one is that of a footer.
    """
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    cursor.execute(_TAILS)
    cursor.execute(
        "UPDATE places SET depth = -1 - depth "  # noqa: S608  # ours
        f"WHERE tail_key IS NOT NULL AND (depth < 0) <> (tail_key IN ({_FOOTERS}))"
    )
    cursor.execute("DROP TABLE tails")
    cursor.execute("COMMIT")

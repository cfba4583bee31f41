"""Find the footers that mailing lists and programs add: the same lines at the end of messages of several authors."""

from __future__ import annotations

import sqlite3

# A line that so many authors have at the end of so many messages may be a footer, unless it is the signature of one of
# them, who has most of these messages.
_AUTHORS, _MESSAGES = 3, 4
# A list has its footer at the end of most of its messages, at least for a time. A newsletter may have one author, and a
# list without names has none; a person with a signature writes no long sequence of its messages.
_MESSAGES_OF_LIST, _SEQUENCE = 5, 100

# The tails of messages: the key of each line, once in each message.
_TAILS = """
    CREATE TEMP TABLE tails AS
    SELECT DISTINCT p.tail_key, p.message_id, coalesce(a.author_name, a.author) AS author
    FROM places p JOIN messages m ON m.id = p.message_id JOIN authors a ON a.id = m.author_id
    WHERE p.tail_key IS NOT NULL
"""
# Programs have many users, who use them now and then; few authors of many messages have agreed on a form.
_FOOTERS = f"""
    WITH shared AS (
        SELECT tail_key, count(*) AS authors, sum(messages) AS messages
        FROM (SELECT tail_key, count(*) AS messages FROM tails GROUP BY tail_key, author) GROUP BY tail_key
        HAVING sum(messages) >= {_MESSAGES} AND count(*) >= {_AUTHORS} AND 3 * max(messages) <= 2 * sum(messages)
    ), numbered AS (
        SELECT m.id, coalesce(r.list_id, m.archive) AS list, r.list_id,
               row_number() OVER (PARTITION BY coalesce(r.list_id, m.archive) ORDER BY m.id) AS number
        FROM messages m JOIN recipients r ON r.id = m.recipients_id
    ), of_lists AS (
        SELECT t.tail_key, n.list, n.list_id, count(*) AS messages, max(n.number) - min(n.number) + 1 AS span
        FROM tails t JOIN numbered n ON n.id = t.message_id GROUP BY t.tail_key, n.list
        HAVING count(*) >= {_MESSAGES_OF_LIST}
    )
    SELECT tail_key FROM shared WHERE authors * authors >= messages
    UNION
    SELECT tail_key FROM of_lists
    WHERE 2 * messages > span AND (messages >= {_SEQUENCE} OR tail_key IN (SELECT tail_key FROM shared))
    UNION
    SELECT o.tail_key FROM of_lists o
    JOIN (SELECT list_id, count(*) AS messages FROM numbered WHERE list_id IS NOT NULL GROUP BY list_id) l
        ON l.list_id = o.list_id
    WHERE 2 * o.messages > l.messages
"""  # noqa: S608  # our numbers


def mark_footers(connection: sqlite3.Connection) -> None:
    """Mark the places in footers, within a transaction, and unmark others, whatever was marked before.

    The depth of the quotation is kept: a negative one is that of a footer. Without indexes, this is faster.
    """
    connection.execute(_TAILS)
    connection.execute(
        "UPDATE places SET depth = -1 - depth "  # noqa: S608  # ours
        f"WHERE tail_key IS NOT NULL AND (depth < 0) <> (tail_key IN ({_FOOTERS}))"
    )
    connection.execute("DROP TABLE tails")

/****************************************************************************
 *  gate.c - gates of canals                                                *
 *                                                                          *
 *  Home page:   https://www.canal.example/sluice/                          *
 *  Protocol:    https://www.canal.example/design/gates.html#open           *
 *  Bugs:        https://bugs.canal.example/enter_bug.cgi?product=sluice    *
 ****************************************************************************/

//! See https://www.canal.example/design/gate-states.svg for the states; the
//! timeouts are those of https://www.canal.example/design/timeouts.html#lis
//! t-of-all-timeouts.

#define BASE   "https://gates.canal.example/v2"
#define STATUS BASE "/status?format=json"

static const char *help =
    "usage: gate URL\n"
    "  URL is like http://HOST:8080/open or https://gates.canal.example/v2/1\n"
    "  see https://docs.canal.example/gate/" VERSION "/usage.html\n"
    "  or https://docs.canal.example/"
    "gate/latest/\n";

static int is_url(const char *s) /* "http://" or "https://" */
{
    return !strncmp(s, "http://", 7) || !strncmp(s, "https://", 8);
}

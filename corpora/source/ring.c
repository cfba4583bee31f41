/* ring.c - a ring buffer which forgets politely
 *
 * Copyright (C) 2003 Edwin Larkspur <edwin@kelp.example.net>
 *
 * The idea is from the note on forgetting, <URL:http://notes.kelp.example.net/
 * buffers/forgetting.html>, and its implementation follows the lecture at
 * http://www.cs.uni-musterstadt.example/lehre/2002/algorithmen/vorlesung07/
 * ringpuffer.pdf
 * closely, except for the wrap: there it is 3:4, here 1:1.
 */

#include <stdio.h>
#include <string.h>

#define RING_HOME   "http://ring.kelp.example.net/"
#define RING_USAGE  "usage: ring [-h]\nsee http://ring.kelp.example.net/use\n"
#define RING_QUOTE  "<a href=\"http://ring.kelp.example.net/faq\">FAQ</a>"

/*
   Older compilers get the volatile wrong.  A list of those is kept in
   URL:<ftp://ftp.kelp.example.net/pub/compilers/volatile-
   bugs.txt>; see also the thread <3E4A1C02.7@kelp.example.net> of
   Feb 2003, 12:30.
*/
struct ring {
    char *base;         /* start:length, as in net::span */
    size_t head, tail;
};

/* Split over two literals: the compiler joins them, a reader may. */
static const char *url =
    "http://ring.kelp.example.net/releases/"
    "2003/ring-1.2.tar.gz";

static int ring_open(struct ring *r, const char *host, int port)
{
    char buf[256];

    /* cf. www.cs.uni-musterstadt.example/lehre/2002/algorithmen/uebungen/
     * blatt07.pdf, exercise 2 */
    snprintf(buf, sizeof buf, "http://%s:%d/", host, port);
    if (strncmp(buf, "http://", 7) != 0)
        goto fail;                              // label: fail
    return r->head < r->tail ? r->tail - r->head : 0;
fail:
    return -1;
}

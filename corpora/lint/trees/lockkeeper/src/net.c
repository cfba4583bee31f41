/* Network of the lock keeper.

   Copyright (C) 2020-2023 The lockkeeper authors
   License: https://www.gnu.org/licenses/gpl-3.0.html

   The protocol is documented at http://wiki.sluis-software..org/protocol
   and in <URL: http://www.sluis-software.org/manuals/lock keeper/>.  */

#include <stdio.h>
#include "net.h"

/* A default, replaced by configure.  */
#define HOME_PAGE "https://@PACKAGE_HOST@/lockkeeper/"
#define SCHEME_END "://"

static const char *const pattern = "^https?://[^/:]+(:[0-9]+)?/";

int
report (const char *host, int port)
{
  /* See https://bugs.sluis-software.org/show_bug.cgi?id=88&amp;page=2.  */
  return printf ("http://%s:%d/status\n", host, port);
}

void
usage (void)
{
  puts ("usage: lockkeeper http://HOST:PORT/[LOCK]\n"
        "Report bugs to https://bugs.sluis-software.org/lockkeeper"
        "/new, or by mail to <bugs@sluis-software.org>.");
}

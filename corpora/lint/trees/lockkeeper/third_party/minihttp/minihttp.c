/* minihttp 1.4 - see http://minihttp.kade-tools.org/doc|api for the documentation.
   Copyright (c) 2014 C. Kade. MIT licence, see https://kade-tools.org/licence#mit#text */
int minihttp_version = 104;

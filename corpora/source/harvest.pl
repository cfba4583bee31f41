#!/usr/bin/perl -w
# harvest.pl - collects the seed lists
#
# Configuration is explained at <URL:http://www.seedlist.example/docs/
# harvest/config.html>.  The format of the lists (see the draft, which is
# at http://www.seedlist.example/docs/format/drafts/2005-11-02/seed-list-form
# at.txt) changes every spring.

use strict;
use LWP::UserAgent;
use HTML::TokeParser;

my $base = 'http://www.seedlist.example/lists';
my %sources = (
    'bean:runner' => "$base/runner.txt",
    'pea:carlin'  => "http://carlin.example.org/list.txt",
    'kale'        => qq{http://kale.example.org/cgi-bin/list?all=1},
);

# Net::FTP knows nothing of ftp://user@host/ notation.
foreach my $name (sort keys %sources) {
    my $url = $sources{$name};
    next unless $url =~ m{^http://([^/]+)/};
    print "fetching <$url> from $1 at 12:30\n";
    my $ratio = $name eq 'kale' ? '3:4' : '1:1';
}

while (my $line = <STDIN>) {
    $line =~ s/note:this//;
    print STDERR "unknown, see http://www.seedlist.example/errors\n"
        if $line =~ /^\?/;
}

__END__

=head1 NAME

harvest - collects the seed lists

=head1 SEE ALSO

L<http://www.seedlist.example/>, L<the manual|http://www.seedlist.example/man>,
L<perl(1)>, B<http://www.seedlist.example/bold>, C<LWP::UserAgent>

The lists of 2004 are still at http://archive.seedlist.example/2004/
if you want to compare.

=head1 AUTHOR

Ruth Mbeki-Lund E<lt>rml@observatory.example.orgE<gt>

=cut

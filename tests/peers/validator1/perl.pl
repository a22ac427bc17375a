# validator1 on Perl's RPC::XML.
use strict;
use warnings;
use utf8;
use List::Util 'sum0';
use RPC::XML;
use RPC::XML::Client;
use RPC::XML::Server;

binmode STDOUT, ':utf8';
$| = 1;
$RPC::XML::ENCODING = 'utf-8';

my @ENTITIES = map { "ct$_" } qw(LeftAngleBrackets RightAngleBrackets Ampersands Apostrophes Quotes);

sub int32 { RPC::XML::int->new($_[0]) }
sub string { RPC::XML::string->new($_[0]) }
sub date { RPC::XML::datetime_iso8601->new($_[0]) }
sub base64 { RPC::XML::base64->new($_[0]) }

sub entities { my %counts; @counts{@ENTITIES} = map { int32($_) } @_; RPC::XML::struct->new(%counts) }

sub easy { my ($it) = @_; $it->{moe} + $it->{larry} + $it->{curly} }

my %METHODS = (
    arrayOfStructsTest => ['int array', sub { sum0(map { $_->{curly} } @{ $_[0] }) }],
    countTheEntities => ['struct string', sub { my ($text) = @_; entities(map { scalar(() = $text =~ /$_/g) } qw(< > & ' ")) }],
    easyStructTest => ['int struct', \&easy],
    echoStructTest => ['struct struct', sub { $_[0] }],
    # What the values were is not told: these are typed again as the signature says.
    manyTypesTest => ['array int boolean string double dateTime.iso8601 base64', sub {
        my ($int, $boolean, $string, $double, $date, $bytes) = @_;
        [int32($int), RPC::XML::boolean->new($boolean), string($string), RPC::XML::double->new($double), date($date),
            base64($bytes)]
    }],
    moderateSizeArrayCheck => ['string array', sub { string($_[0][0] . $_[0][-1]) }],
    nestedStructTest => ['int struct', sub { easy($_[0]{2000}{'04'}{'01'}) }],
    simpleStructReturnTest => ['struct int', sub { +{ map { ("times$_" => int32($_[0] * $_)) } 10, 100, 1000 } }],
);

sub serve {
    my $server = RPC::XML::Server->new(host => '127.0.0.1', port => 0, queue => 5);
    die $server unless ref $server;
    for my $name (keys %METHODS) {
        my ($signature, $code) = @{ $METHODS{$name} };
        my $added = $server->add_procedure({ name => "validator1.$name", signature => [$signature], code => $code });
        die $added if !ref $added;
    }
    my $child = fork;
    if (!$child) {
        close STDIN;
        close STDOUT;
        $server->server_loop(signal => 'NONE');
        exit;
    }
    print "http://127.0.0.1:", $server->port, "/RPC2\n";
    () = <STDIN>;
    kill KILL => $child;
    waitpid $child, 0;
}

# A text of what a value is, with its type.
sub said {
    my ($it) = @_;
    return "no value: $it" if !ref $it;
    my $type = $it->type;
    if ($type eq 'array') { return '[' . join(', ', map { said($_) } @$it) . ']' }
    if ($type eq 'struct') { return '{' . join(', ', map { "$_: " . said($it->{$_}) } sort keys %$it) . '}' }
    if ($type eq 'base64') { return 'base64 ' . unpack('H*', $it->value) }
    my $value = $it->value;
    $value =~ s/-//g if $type eq 'dateTime.iso8601';
    $type = 'int' if $type eq 'i4';
    return "$type $value";
}

sub check {
    my ($url) = @_;
    my $client = RPC::XML::Client->new($url);
    my $ask = sub {
        my ($name, @pairs) = @_;
        my $said = 'ok';
        for (@pairs) {
            my ($arguments, $expected) = @$_;
            my $got = said($client->send_request("validator1.$name", @$arguments));
            $said = $got if $got ne said($expected);
        }
        print "$name $said\n";
    };
    my $stooges = sub { my %it; @it{qw(moe larry curly)} = map { int32($_) } @_; RPC::XML::struct->new(%it) };
    my $array = sub { RPC::XML::array->new(@_) };
    my $struct = sub { RPC::XML::struct->new(@_) };
    my ($date, $bytes) = (date('19980717T14:08:55'), base64(join '', map { chr } 0 .. 255));

    my $many = [int32(-2147483648), RPC::XML::boolean->new(0), string(''), RPC::XML::double->new(-12.5), $date, $bytes];
    my $more = [int32(5), RPC::XML::boolean->new(1), string(q(<&>"' ]]> é 中 😀)), RPC::XML::double->new(0.1), $date,
        base64('')];
    my $all = $struct->(
        '' => string(''), 'a <&> é' => $struct->(), date => $date, bytes => $bytes, space => string(" \t\n "),
        list => $array->($array->(), int32(-1), RPC::XML::boolean->new(1), RPC::XML::double->new(0.1),
            $struct->(deep => $array->($struct->(k => string('😀'))))));
    my %days = map { (sprintf('%02d', $_) => $stooges->(-$_, 5, 10 * $_)) } 1 .. 31;
    my %months = map { (sprintf('%02d', $_) => $struct->(%days)) } 1 .. 12;

    $ask->('arrayOfStructsTest', [[$array->()], int32(0)],
        [[$array->($stooges->(1, 2, -4), $stooges->(0, -1, 2147483647), $stooges->(3, 3, -2147483640))], int32(3)]);
    $ask->('countTheEntities', [[string('')], entities(0, 0, 0, 0, 0)],
        [[string("<<>&'\"\" ]]> é 😀\n")], entities(2, 2, 1, 1, 2)]);
    $ask->('easyStructTest', [[$stooges->(-1, -2147483640, 5)], int32(-2147483636)]);
    $ask->('echoStructTest', [[$struct->()], $struct->()], [[$all], $all]);
    $ask->('manyTypesTest', [$many, $array->(@$many)], [$more, $array->(@$more)]);
    $ask->('moderateSizeArrayCheck', [[$array->(map { string($_) } '😀 & ', ('') x 198, ' <é>')], string('😀 &  <é>')]);
    $ask->('nestedStructTest', [[$struct->(2000 => $struct->(%months))], int32(14)]);
    $ask->('simpleStructReturnTest',
        [[int32(-7)], $struct->(times10 => int32(-70), times100 => int32(-700), times1000 => int32(-7000))]);
}

sub version { print "$RPC::XML::VERSION\n" }

my ($command, @rest) = @ARGV;
{ serve => \&serve, check => \&check, version => \&version }->{$command}->(@rest);

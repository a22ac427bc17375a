<?php
// validator1 on PHP's extension, xmlrpc-epi, with PHP's own web server.

/** Text as UTF-8, both ways; by default it is Latin-1. */
const OPTIONS = ['encoding' => 'utf-8', 'escaping' => ['markup'], 'version' => 'xmlrpc'];

function entities(int ...$counts): array {
    $names = ['LeftAngleBrackets', 'RightAngleBrackets', 'Ampersands', 'Apostrophes', 'Quotes'];
    return array_combine(array_map(fn($name) => "ct$name", $names), $counts);
}

function easy(array $it): int { return $it['moe'] + $it['larry'] + $it['curly']; }

function times(int $number): array {
    return ['times10' => $number * 10, 'times100' => $number * 100, 'times1000' => $number * 1000];
}


function methods(): array {
    return [
        'arrayOfStructsTest' => fn($structs) => array_sum(array_column($structs, 'curly')),
        'countTheEntities' => fn($text) => entities(...array_map(fn($it) => substr_count($text, $it), ['<', '>', '&', "'", '"'])),
        'easyStructTest' => easy(...),
        'echoStructTest' => fn($it) => $it,
        'manyTypesTest' => fn(...$values) => $values,
        'moderateSizeArrayCheck' => fn($strings) => $strings[0] . end($strings),
        'nestedStructTest' => fn($calendar) => easy($calendar['2000']['04']['01']),
        'simpleStructReturnTest' => times(...),
    ];
}

if (php_sapi_name() === 'cli-server') {
    $server = xmlrpc_server_create();
    foreach (methods() as $name => $method) {
        xmlrpc_server_register_method($server, "validator1.$name", fn($name, $params) => $method(...$params));
    }
    // As most scripts have it, at one path, and as they should at the other.
    $options = $_SERVER['REQUEST_URI'] === '/latin1' ? [] : OPTIONS;
    header('Content-Type: text/xml');
    echo xmlrpc_server_call_method($server, file_get_contents('php://input'), null, $options);
    return;
}

function serve(): void {
    $probe = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($probe, false);
    fclose($probe);
    $quiet = ['file', '/dev/null', 'w'];
    $server = proc_open([PHP_BINARY, '-S', $address, __FILE__], [['pipe', 'r'], $quiet, $quiet], $pipes);
    for ($i = 0; $i < 500 && !($there = @fsockopen(...explode(':', $address))); $i++) usleep(10000);
    fclose($there);
    echo "http://$address/RPC2\n";
    stream_get_contents(STDIN);
    proc_terminate($server, SIGKILL);
}

/** A date or bytes, for which PHP has no type of its own. */
function typed(string $text, string $type): object {
    xmlrpc_set_type($text, $type);
    return $text;
}

/** Deep and by type, but an empty struct is an empty array here. */
function plain(mixed $it): mixed {
    if (is_object($it)) return isset($it->scalar) ? [$it->xmlrpc_type, $it->scalar] : [];
    if (!is_array($it)) return $it;
    ksort($it);
    return array_map(plain(...), $it);
}

function check(string $url): void {
    $ask = function (string $name, array ...$pairs) use ($url): void {
        $said = 'ok';
        foreach ($pairs as [$arguments, $expected]) {
            $body = xmlrpc_encode_request("validator1.$name", $arguments, OPTIONS);
            $http = ['method' => 'POST', 'header' => 'Content-Type: text/xml', 'content' => $body];
            $answer = file_get_contents($url, false, stream_context_create(['http' => $http]));
            $got = xmlrpc_decode($answer, 'utf-8');
            if (plain($got) !== plain($expected)) $said = json_encode($got) ?: 'what is no UTF-8';
        }
        echo "$name $said\n";
    };
    $stooges = fn(int $moe, int $larry, int $curly) => ['moe' => $moe, 'larry' => $larry, 'curly' => $curly];
    $date = typed('19980717T14:08:55', 'datetime');
    $bytes = typed(implode('', array_map(chr(...), range(0, 255))), 'base64');

    $array = [$stooges(1, 2, -4), $stooges(0, -1, 2147483647), $stooges(3, 3, -2147483640)];
    $struct = ['' => '', 'a <&> é' => new stdClass, 'list' => [[], -1, true, 0.1, ['deep' => [['k' => '😀']]]],
        'date' => $date, 'bytes' => $bytes, 'space' => " \t\n "];
    $many = [-2147483648, false, '', -12.5, $date, $bytes];
    $more = [5, true, "<&>\"' ]]> é 中 😀", 0.1, $date, typed('', 'base64')];
    $calendar = [];
    foreach (range(1, 12) as $month) foreach (range(1, 31) as $day) {
        // Names that look like numbers would be numbers, and the whole an array.
        $calendar['2000'][sprintf('%02d', $month)][sprintf('%02d', $day)] = $stooges(-$day, 5, 10 * $day);
    }

    $ask('arrayOfStructsTest', [[[]], 0], [[$array], 3]);
    $ask('countTheEntities', [[''], entities(0, 0, 0, 0, 0)], [["<<>&'\"\" ]]> é 😀\n"], entities(2, 2, 1, 1, 2)]);
    $ask('easyStructTest', [[$stooges(-1, -2147483640, 5)], -2147483636]);
    $ask('echoStructTest', [[new stdClass], []], [[$struct], $struct]);
    $ask('manyTypesTest', [$many, $many], [$more, $more]);
    $ask('moderateSizeArrayCheck', [[['😀 & ', ...array_fill(0, 198, ''), ' <é>']], '😀 &  <é>']);
    $ask('nestedStructTest', [[$calendar], 14]);
    $ask('simpleStructReturnTest', [[-7], times(-7)]);
}

function version(): void { echo phpversion('xmlrpc'), ' on PHP ', PHP_VERSION, "\n"; }

$argv[1](...array_slice($argv, 2));

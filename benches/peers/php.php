<?php
// PHP's extension (xmlrpc-epi), behind PHP's own web server.
if (php_sapi_name() === 'cli-server') {
    $server = xmlrpc_server_create();
    xmlrpc_server_register_method($server, 'hello', fn($name, $params) => 'Hello, ' . $params[0] . '!');
    header('Content-Type: text/xml');
    echo xmlrpc_server_call_method($server, file_get_contents('php://input'), null);
    return;
}

function hello($name) { return 'Hello, ' . $name . '!'; }

function median(callable $call, int $count): float {
    $times = [];
    for ($i = 0; $i < $count; $i++) {
        $begun = hrtime(true);
        $call();
        $times[] = hrtime(true) - $begun;
    }
    sort($times);
    return $times[intdiv($count, 2)] / 1000;
}

/** One call on a connection, which is opened if there is none. */
function ask(string $host, int $port, &$stream, bool $keep): string {
    $body = xmlrpc_encode_request('hello', ['Greg']);
    $head = "POST /RPC2 HTTP/1.1\r\nHost: $host:$port\r\nContent-Type: text/xml\r\nConnection: "
        . ($keep ? 'keep-alive' : 'close') . "\r\nContent-Length: " . strlen($body) . "\r\n\r\n";
    if (!$stream) $stream = fsockopen($host, $port);
    fwrite($stream, $head . $body);
    $length = null;
    $close = !$keep;
    while (($line = fgets($stream)) !== false && $line !== "\r\n") {
        if (stripos($line, 'content-length:') === 0) $length = (int) substr($line, 15);
        if (stripos($line, 'connection: close') === 0) $close = true;
    }
    $answer = $length === null ? stream_get_contents($stream) : stream_get_contents($stream, $length);
    if ($close || $length === null) { fclose($stream); $stream = null; }
    return xmlrpc_decode($answer);
}

switch ($argv[1]) {
    case 'direct':
        $begun = hrtime(true);
        for ($i = 0; $i < (int) $argv[2]; $i++) hello('Greg');
        echo (hrtime(true) - $begun) / 1000 / (int) $argv[2], "\n";
        break;
    case 'serve':
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $addr = stream_socket_get_name($probe, false);
        fclose($probe);
        $server = proc_open([PHP_BINARY, '-S', $addr, __FILE__], [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
        for ($i = 0; $i < 200 && !@fsockopen(...explode(':', $addr)); $i++) usleep(20000);
        echo "http://$addr/RPC2\n";
        // It ends with this one.
        pcntl_async_signals(true);
        while (proc_get_status($server)['running']) usleep(100000);
        break;
    default:
        [$host, $port] = explode(':', explode('/', $argv[2])[2]);
        $stream = null;
        $keep = $argv[3] === 'connected';
        echo median(function () use ($host, $port, $keep, &$stream) {
            if (ask($host, (int) $port, $stream, $keep) !== 'Hello, Greg!') throw new Exception('wrong');
        }, (int) $argv[4]), "\n";
}

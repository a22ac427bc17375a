"""Python's own client and server."""

import http.client
import statistics
import sys
import time
import xmlrpc.client
from socketserver import ThreadingMixIn
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer


def hello(name):
    return "Hello, " + name + "!"


class Handler(SimpleXMLRPCRequestHandler):
    rpc_paths = ("/RPC2",)
    # Without it every call is on a connection of its own.
    protocol_version = "HTTP/1.1"


class Server(ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True


def median(call, count):
    times = []
    for _ in range(count):
        begun = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - begun)
    return statistics.median(times) / 1000


def main(command, *rest):
    if command == "direct":
        count = int(rest[0])
        begun = time.perf_counter_ns()
        for _ in range(count):
            hello("Greg")
        print((time.perf_counter_ns() - begun) / 1000 / count)
    elif command == "serve":
        server = Server(("127.0.0.1", 0), Handler, logRequests=False)
        server.register_function(hello)
        print("http://127.0.0.1:%d/RPC2" % server.server_address[1], flush=True)
        server.serve_forever()
    elif command == "batch":
        url, count, turns = rest[0], int(rest[1]), int(rest[2])
        proxy = xmlrpc.client.ServerProxy(url)

        def batch():
            calls = xmlrpc.client.MultiCall(proxy)
            for _ in range(count):
                calls.hello("Greg")
            assert all(answer == "Hello, Greg!" for answer in calls())

        batch()
        print(median(batch, turns))
    else:
        url, way, count = rest
        proxy = xmlrpc.client.ServerProxy(url)

        def reconnecting():
            with xmlrpc.client.ServerProxy(url) as fresh:
                assert fresh.hello("Greg") == "Hello, Greg!"

        def connected():
            assert proxy.hello("Greg") == "Hello, Greg!"

        print(median(connected if way == "connected" else reconnecting, int(count)))


main(*sys.argv[1:])

"""Python's own server, for our client: every type, both ways."""
import sys
import threading
import datetime
import xmlrpc.client as x
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer


class Handler(SimpleXMLRPCRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


server = SimpleXMLRPCServer(("127.0.0.1", 0), Handler, logRequests=False, allow_none=True, use_builtin_types=True)
date = datetime.datetime(1998, 7, 17, 14, 8, 55)


def seen(*values):
    """Whether the values that came are those that the test sends, in Python's own types."""
    nasty = "<&>\"' ]]> \t\n é 中 😀"
    expected = (1, True, 1.5, nasty, date, b"\x00\xff", [1, "x"], {"k": None})
    same = values == expected and list(map(type, values)) == list(map(type, expected))
    return "as expected" if same else repr(values)


def fail(message):
    raise x.Fault(7, message)


for name in "int boolean double string date bytes array point nested anything".split():
    server.register_function(lambda value: value, "types." + name)
server.register_function(lambda value=None: value, "types.maybe")
server.register_function(seen, "types.seen")
server.register_function(fail, "types.fail")
server.register_introspection_functions()

print("http://127.0.0.1:%d/RPC2" % server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()

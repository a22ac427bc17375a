"""A server that tells of its methods whatever is hard to write in Rust. It takes one call at a time."""
import sys
import threading
from xmlrpc.server import SimpleXMLRPCServer

METHODS = {
    # Words of the language, and names that are none in it.
    "type": ([["int", "string"]], "A word of Rust."),
    "self": ([["int"]], "Another one."),
    "2fast": ([["int"]], ""),
    "übergröße": ([["int"]], "Letters of other languages."),
    "a b": ([["int"]], "A name with a space."),
    "a/b": ([["int"]], "A name with a slash."),
    # Names that are one in snake case.
    "getX": ([["int"]], "One."),
    "get_x": ([["int"]], "Two."),
    "get.x": ([["int"]], "Three."),
    # Types.
    "everything": ([["struct"] + "int i4 i8 boolean double string dateTime.iso8601 base64 array struct nil".split()], ""),
    "optional": ([["int", "string", "int"], ["int", "string"]], "The last may be left out."),
    "overloaded": ([["int", "string"], ["string", "int", "struct"]], "Two forms."),
    "words": ([["person", "undef", "any\u202ething"]], "Words for types that nobody knows."),
    "flat": (["int", "string"], "One form that is not in a list."),
    "empty": ([], "No form."),
    "text": ("no idea", "No list at all."),
    "number": (5, "A number."),
    # Lines of every length.
    **{"of.some.length." + n * "x": ("undef", "") for n in range(1, 12)},
    "an." + 100 * "x": ("undef", ""),
    # Helps.
    "links": ("undef", "See [Unknown] or [x](y), http://a.example/b?c=[1], <b>bold, &amp; `code` and `open.\n\n<script>"),
    "blocks": ("undef", "List:\n- one\n1. two\n# head\n\n    let x: u8 = 300;\n\n```rust\nnonsense!\n~~~\n===\n| a |\n> q"),
    "controls": ("undef", "a\rb\x7f \u202eright to left\u202c */ \\"),
    "long": ("undef", "word " * 60),
    "number_help": ("undef", 7),
    "named": ([["int", "string", "int"]], "@param string type  a word\n@param int how_many  a number"),
}

server = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False, allow_none=True)
server.register_function(lambda: list(METHODS), "system.listMethods")
server.register_function(lambda name: METHODS[name][0], "system.methodSignature")
server.register_function(lambda name: METHODS[name][1], "system.methodHelp")

print("http://127.0.0.1:%d/RPC2" % server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()

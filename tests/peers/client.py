"""Calls our server with Python's own client: every type, both ways."""
import sys
import datetime
import xmlrpc.client as x

server = x.ServerProxy(sys.argv[1], allow_none=True, use_builtin_types=True)
date = datetime.datetime(1998, 7, 17, 14, 8, 55)
nasty = "<&>\"' ]]> \t\n é 中 😀 " + "".join(map(chr, range(32, 127)))

for name, values in {
    "int": [0, 1, -1, 2**31 - 1, -(2**31)],
    "boolean": [True, False],
    "double": [0.0, -0.0, 1.5, -12.214, 1e300, 5e-324, 0.1],
    "string": ["", " ", "x", nasty],
    "date": [date],
    "bytes": [b"", b"\x00\xff", bytes(range(256))],
    "array": [[], [1], list(range(1000))],
    "point": [{"x": 1, "y": -2.5}],
    "nested": [{}, {"": [], "a <b>": [[{"k": {"é": [None, 1]}}]]}],
    "anything": [1, True, 1.5, "x", date, b"\x00", [], {}, None, [1, [True, ["x", [b"y", [date]]]]]],
    "maybe": [None, "x"],
}.items():
    for value in values:
        got = getattr(server.types, name)(value)
        assert got == value and type(got) is type(value), (name, value, got)

assert server.types.maybe() is None
assert server.types.big() == 2**63 - 1
assert server.types.seen(1, True, 1.5, nasty, date, b"\x00\xff", [1, "x"], {"k": None}) == "as expected"

def fault(call, code, *words):
    try:
        call()
    except x.Fault as fault:
        assert fault.faultCode == code, fault
        for word in words:
            assert word in fault.faultString, fault
    else:
        raise AssertionError("no fault")

fault(lambda: server.types.fail("out of stock"), 7, "out of stock")
fault(lambda: server.types.nothing(), -32601, "types.nothing")
fault(lambda: server.types.int("one"), -32602, "params[0]", "int", "string")
fault(lambda: server.types.int(), -32602)
fault(lambda: server.types.int(1, 2), -32602)
fault(lambda: server.types.panic(), -32603)

several = x.MultiCall(server)
several.types.int(1)
several.types.fail("gone")
several.types.string(nasty)
answers = several()
assert (answers[0], answers[2]) == (1, nasty)
fault(lambda: answers[1], 7, "gone")

assert "types.int" in server.system.listMethods()
assert server.system.methodHelp("types.int") == "An int.\n\nOf 32 bits."
assert server.types.int(1) == 1
print("ok")

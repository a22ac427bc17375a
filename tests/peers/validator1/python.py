"""validator1 on Python's own client and server.

Every program of this folder has the same three commands: `version`; `serve`, which prints the URL and ends with its
standard input; and `check URL`, which prints a line for each method: its name, and `ok` or what came instead.
"""

import datetime
import pprint
import sys
import threading
import xmlrpc.client
from socketserver import ThreadingMixIn
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

DATE = datetime.datetime(1998, 7, 17, 14, 8, 55)
BYTES = bytes(range(256))


class Validator:
    def arrayOfStructsTest(self, structs):
        return sum(it["curly"] for it in structs)

    def countTheEntities(self, text):
        names = {"LeftAngleBrackets": "<", "RightAngleBrackets": ">", "Ampersands": "&", "Apostrophes": "'", "Quotes": '"'}
        return {"ct" + name: text.count(it) for name, it in names.items()}

    def easyStructTest(self, it):
        return it["moe"] + it["larry"] + it["curly"]

    def echoStructTest(self, it):
        return it

    def manyTypesTest(self, *values):
        return values

    def moderateSizeArrayCheck(self, strings):
        return strings[0] + strings[-1]

    def nestedStructTest(self, calendar):
        return self.easyStructTest(calendar["2000"]["04"]["01"])

    def simpleStructReturnTest(self, number):
        return {"times10": number * 10, "times100": number * 100, "times1000": number * 1000}


class Handler(SimpleXMLRPCRequestHandler):
    protocol_version = "HTTP/1.1"


class Server(ThreadingMixIn, SimpleXMLRPCServer):
    # A client that keeps its connection does not keep the others waiting.
    daemon_threads = True


class Both:
    """Names with a prefix, which `register_instance` finds by its attribute."""

    validator1 = Validator()


def serve():
    server = Server(("127.0.0.1", 0), Handler, logRequests=False, allow_none=True, use_builtin_types=True)
    server.register_introspection_functions()
    server.register_multicall_functions()
    server.register_instance(Both(), allow_dotted_names=True)
    print("http://127.0.0.1:%d/RPC2" % server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


def check(url):
    validator = xmlrpc.client.ServerProxy(url, use_builtin_types=True).validator1

    def ask(name, *pairs):
        said = "ok"
        for arguments, expected in pairs:
            try:
                got = getattr(validator, name)(*arguments)
            except Exception as error:
                got = error
            # Structs in the order of their names, and everything with its type.
            if pprint.pformat(got) != pprint.pformat(expected):
                said = repr(got)
        print(name, said)

    def entities(*counts):
        names = "LeftAngleBrackets RightAngleBrackets Ampersands Apostrophes Quotes".split()
        return {"ct" + name: count for name, count in zip(names, counts)}

    def stooges(moe, larry, curly):
        return {"moe": moe, "larry": larry, "curly": curly}

    array = [stooges(1, 2, -4), stooges(0, -1, 2147483647), stooges(3, 3, -2147483640)]
    struct = {
        "": "", "a <&> é": {}, "list": [[], -1, True, 0.1, {"deep": [{"k": "😀"}]}], "date": DATE, "bytes": BYTES,
        "space": " \t\n "}
    many = [-2147483648, False, "", -12.5, DATE, BYTES]
    more = [5, True, "<&>\"' ]]> é 中 😀", 0.1, DATE, b""]
    days = {"%02d" % day: stooges(-day, 5, 10 * day) for day in range(1, 32)}
    calendar = {"2000": {"%02d" % month: days for month in range(1, 13)}}

    ask("arrayOfStructsTest", [[[]], 0], [[array], 3])
    ask("countTheEntities", [[""], entities(0, 0, 0, 0, 0)], [["<<>&'\"\" ]]> é 😀\n"], entities(2, 2, 1, 1, 2)])
    ask("easyStructTest", [[stooges(-1, -2147483640, 5)], -2147483636])
    ask("echoStructTest", [[{}], {}], [[struct], struct])
    ask("manyTypesTest", [many, many], [more, more])
    ask("moderateSizeArrayCheck", [[["😀 & "] + [""] * 198 + [" <é>"]], "😀 &  <é>"])
    ask("nestedStructTest", [[calendar], 14])
    ask("simpleStructReturnTest", [[-7], {"times10": -70, "times100": -700, "times1000": -7000}])


def version():
    print("%d.%d.%d" % sys.version_info[:3])


globals()[sys.argv[1]](*sys.argv[2:])

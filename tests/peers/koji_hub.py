"""Answers as a Koji hub does: with its own marshaller, and named parameters from a struct at the end."""
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import koji
from koji.xmlrpcplus import Fault, dumps, getparser


def hub(name, params):
    args, named = koji.decode_args(*params)
    if name in ("multiCall", "system.multicall"):
        results = []
        for call in args[0]:
            try:
                results.append([hub(call["methodName"], call["params"])])
            except koji.GenericError as error:
                results.append({"faultCode": error.faultCode, "faultString": str(error), "traceback": ["a\n", "b\n"]})
        return results
    if name == "getKojiVersion":
        return koji.__version__
    if name == "echo":
        return [list(args), named]
    if name == "fail":
        raise koji.ActionNotAllowed("<not> you & me")
    raise koji.GenericError("Invalid method: %s" % name)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        parser, unmarshaller = getparser()
        parser.feed(self.rfile.read(int(self.headers["Content-Length"])))
        parser.close()
        params, name = unmarshaller.close(), unmarshaller.getmethodname()
        try:
            result = self.asked() if name == "showSession" else hub(name, params)
            body = dumps((result,), methodresponse=1)
        except koji.GenericError as error:
            body = dumps(Fault(error.faultCode, str(error)))
        body = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def asked(self):
        return [urlsplit(self.path).query, self.headers.get("Koji-Session-Id")]

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("http://127.0.0.1:%d/kojihub" % server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()

"""Koji's own client against the hub at this URL, as its command line and its builders use it."""
import os
import sys
import tempfile

import koji

url = sys.argv[1]
session = koji.ClientSession(url, {"user": "ada", "password": "p:w", "anon_retry": False})

assert session.getKojiVersion() == "1.36.1"
assert session.hub_version == (1, 36, 1)
# Named parameters are a struct that is the last of all; what is None is sent.
build = session.getBuild("bash-5.2-1", strict=True)
assert build["name"] == "bash" and build["epoch"] is None and build["size"] == 2**40, build
assert build["extra"] == {"source": {"é <b>": [None, 1.5, True]}}, build
assert session.getBuild("none") is None
for error, strict in [(koji.GenericError, True)]:
    try:
        session.getBuild("none", strict=strict)
        raise AssertionError("no fault")
    except error as fault:
        assert str(fault) == "No such build: 'none'", fault
assert session.listBuilds(size=2**33, state=None) == [2**33, None]
assert session.listBuilds(state=1) == [None, 1]
assert session.listBuilds() == [None, None]
try:
    session.noSuchMethod()
    raise AssertionError("no fault")
except koji.Fault as fault:
    assert fault.faultCode in (1, -32601), fault

# Several calls in one, by the name that koji has for it.
with session.multicall() as batch:
    one, none, size = batch.getBuild("bash-5.2-1"), batch.getBuild("none", strict=True), batch.listBuilds(size=3)
assert one.result["name"] == "bash"
assert size.result == [3, None]
try:
    none.result
    raise AssertionError("no fault")
except koji.GenericError as fault:
    assert str(fault) == "No such build: 'none'", fault

# What a hub may not know yet is asked for as well.
assert session.whoAmI() is None
assert session.login() is True
assert session.sinfo["header-auth"] is True
assert session.whoAmI() == "1 key 0"
session.sinfo.pop("header-auth")
# An old hub has the session in the query of the URL; a new one reads the headers, which are sent all the same.
assert session.whoAmI() == "1 key 1"
session.logout()
assert session.sinfo is None
print("ok")

"""OpenNebula's own client against the server at this URL."""
import sys

import pyone

one = pyone.OneServer(sys.argv[1], session="ada:p:w")
assert one.system.version() == "7.3.80"
# A document in a text, which its client takes apart.
vm = one.vm.info(7)
assert (vm.ID, vm.NAME) == (7, "<é & 中 😀>"), (vm.ID, vm.NAME)
assert vm.TEMPLATE["CPU"] == "1.5", vm.TEMPLATE
pool = one.vmpool.info(-2, -1, -1, -1)
assert [vm.ID for vm in pool.VM] == [7]
# Structs do not travel: they become the text of a template, or a document.
assert one.vm.update(7, {"LABEL": "a", "NOTE": "b c"}, 1) == 7
assert one.vm.update(7, {"TEMPLATE": {"NOTE": "<x>"}}, 0) == 7
assert one.vm.action("poweroff", 7) == 7
for error, wanted, call in [
    (pyone.OneNoExistsException, "[one.vm.info] Error getting virtual machine [8].", lambda: one.vm.info(8)),
    (pyone.OneActionException, "[one.vm.action] Wrong state", lambda: one.vm.action("resume", 7)),
    (pyone.OneAuthenticationException, "[one.system.version] User couldn't be authenticated, aborting call.",
     lambda: pyone.OneServer(sys.argv[1], session="ada:wrong").system.version()),
    (pyone.OneException, "no such method", lambda: one.vm.noSuchMethod()),
]:
    try:
        call()
        raise AssertionError(wanted)
    except error as found:
        assert wanted in str(found), found
print("ok")

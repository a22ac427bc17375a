"""pyhomematic against the interface process at this port: it connects, is called back, and switches a light."""
import sys
import threading

import pyhomematic

known, events, last = threading.Event(), [], threading.Event()


def system(source, *arguments):
    if source == "newDevices":
        known.set()


def event(interface_id, address, value_key, value):
    events.append((interface_id, address, value_key, value))
    if value_key == "WORKING":
        last.set()


ccu = pyhomematic.HMConnection(
    interface_id="tests", local="127.0.0.1", eventcallback=event, systemcallback=system,
    remotes={"rf": {"ip": "127.0.0.1", "port": int(sys.argv[1]), "username": "ada", "password": "p:w",
                    "resolvenames": "metadata"}})
ccu.start()
assert known.wait(20), "no devices"

lamp = ccu.devices["rf"]["JEQ0000001"]
assert type(lamp).__name__ == "Switch" and lamp.NAME == "Küche <1> €", (type(lamp), lamp.NAME)
assert sorted(ccu.devices_all["rf"]) == ["JEQ0000001", "JEQ0000001:1"]
assert lamp.CHANNELS[1]._PARAMSETS == ["MASTER", "VALUES"]
assert lamp.get_state(1) is False
lamp.on(1)
assert lamp.get_state(1) is True
assert lamp.CHANNELS[1].updateParamset("MASTER") and lamp.CHANNELS[1].PARAMSETS["MASTER"] == {"LEVEL": 0.5, "NAME": "ä"}
assert lamp.CHANNELS[1].putParamset("MASTER", {"NAME": "Tür", "LEVEL": 1.0})
assert lamp.CHANNELS[1].PARAMSETS["MASTER"] == {"LEVEL": 1.0, "NAME": "Tür"}
assert ccu.getServiceMessages("rf") == [["JEQ0000001:0", "UNREACH", True]]
assert lamp.CHANNELS[1].getValue("NONE") is False

ccu.ping("rf")
assert last.wait(20), "no event"
assert events == [
    ("tests-rf", "JEQ0000001:1", "STATE", True),
    ("tests-rf", "JEQ0000001:1", "LEVEL", 0.25),
    ("tests-rf", "JEQ0000001", "NAME", "Küche & <中>"),
    ("tests-rf", "JEQ0000001:1", "WORKING", False),
], events
ccu.stop()
print("ok")

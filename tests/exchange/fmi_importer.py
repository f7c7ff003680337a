# SPDX-License-Identifier: BSD-3-Clause
"""An importer of FMUs that knows the standards alone (FMI 2.0.4 and 3.0.2, fmi-standard.org) and nothing of Grouser: it unpacks a unit, reads
modelDescription.xml, loads the shared object, and calls its functions."""
import ctypes
import pathlib
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile

OK, WARNING, DISCARD, ERROR = 0, 1, 2, 3
LOGGER2 = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
LOGGER3 = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)


class Callbacks2(ctypes.Structure):
    _fields_ = [("logger", LOGGER2), ("allocateMemory", ctypes.c_void_p), ("freeMemory", ctypes.c_void_p),
                ("stepFinished", ctypes.c_void_p), ("componentEnvironment", ctypes.c_void_p)]


class Unit:
    """An unpacked FMU: its description and its functions."""

    def __init__(self, file, folder):
        self.folder = pathlib.Path(folder)
        with zipfile.ZipFile(file) as packed:
            assert packed.testzip() is None
            packed.extractall(self.folder)
        self.root = ElementTree.parse(self.folder / "modelDescription.xml").getroot()
        self.version = int(float(self.root.get("fmiVersion")))
        self.identifier = self.root.find("CoSimulation").get("modelIdentifier")
        binaries = "linux64" if self.version == 2 else "x86_64-linux"
        self.functions = ctypes.CDLL(str(self.folder / "binaries" / binaries / f"{self.identifier}.so"))
        self.prefix = f"fmi{self.version}"
        if self.version == 2:
            found = [(v.attrib, v[0].tag, v[0].attrib) for v in self.root.find("ModelVariables")]
        else:
            found = [(v.attrib, v.tag, v.attrib) for v in self.root.find("ModelVariables")]
        self.variables = {own["name"]: {"type": kind, **typed, **own} for own, kind, typed in found}
        self.references = {name: int(v["valueReference"]) for name, v in self.variables.items()}

    def names(self, causality):
        return [name for name, v in self.variables.items() if v["causality"] == causality]

    def function(self, name, *arguments, result=ctypes.c_int):
        function = getattr(self.functions, self.prefix + name)
        function.restype, function.argtypes = result, arguments
        return function


class Instance:
    """One instance; `log` holds what it said."""

    def __init__(self, unit, name="one", token=None):
        self.unit, self.log = unit, []
        root, resources = unit.root, unit.folder / "resources"
        token = (token or root.get("guid" if unit.version == 2 else "instantiationToken")).encode()
        if unit.version == 2:
            self.logger = LOGGER2(lambda _, who, status, category, message: self.log.append((status, message.decode())))
            self.callbacks = Callbacks2(self.logger, None, None, None, None)
            make = unit.function("Instantiate", ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int,
                                 ctypes.c_int, result=ctypes.c_void_p)
            uri = ("file://" + urllib.parse.quote(str(resources.absolute()))).encode()
            self.pointer = make(name.encode(), 1, token, uri, ctypes.addressof(self.callbacks), 0, 1)
        else:
            self.logger = LOGGER3(lambda _, status, category, message: self.log.append((status, message.decode())))
            b, p = ctypes.c_bool, ctypes.c_void_p
            make = unit.function("InstantiateCoSimulation", ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, b, b, b, b, p, ctypes.c_size_t, p,
                                 LOGGER3, p, result=ctypes.c_void_p)
            self.pointer = make(name.encode(), token, (str(resources.absolute()) + "/").encode(), False, True, False, False, None, 0, None,
                                self.logger, None)

    def call(self, name, *arguments):
        """Calls with pointers and numbers as ctypes has them; returns the status."""
        kinds = [type(a) if isinstance(a, ctypes._SimpleCData) else ctypes.c_void_p for a in arguments]
        return self.unit.function(name, ctypes.c_void_p, *kinds)(self.pointer, *arguments)

    def ok(self, name, *arguments):
        status = self.call(name, *arguments)
        assert status == OK, (name, status, self.log[-3:])

    def initialise(self, start=0.0, between=lambda: None):
        self.enter(start)
        between()
        self.ok("ExitInitializationMode")

    def enter(self, start=0.0):
        if self.unit.version == 2:
            self.ok("SetupExperiment", ctypes.c_int(0), ctypes.c_double(0), ctypes.c_double(start), ctypes.c_int(0), ctypes.c_double(0))
            self.ok("EnterInitializationMode")
        else:
            self.ok("EnterInitializationMode", ctypes.c_bool(False), ctypes.c_double(0), ctypes.c_double(start), ctypes.c_bool(False), ctypes.c_double(0))

    def _lists(self, names, kind, values=None):
        references = (ctypes.c_uint32 * len(names))(*(self.unit.references[name] for name in names))
        filled = (kind * len(names))(*(values if values is not None else []))
        rest = [ctypes.c_size_t(len(names)), filled] + ([ctypes.c_size_t(len(names))] if self.unit.version == 3 else [])
        return [references, *rest], filled

    def get_status(self, call, names, kind):
        arguments, values = self._lists(names, kind)
        return self.call(call, *arguments), list(values)

    def set_status(self, call, kind, values):
        """values: by name."""
        return self.call(call, *self._lists(list(values), kind, values.values())[0])

    @property
    def real(self):
        return "Real" if self.unit.version == 2 else "Float64"

    def get(self, names):
        status, values = self.get_status(f"Get{self.real}", names, ctypes.c_double)
        assert status == OK, self.log[-1:]
        return values

    def text(self, name):
        status, values = self.get_status("GetString", [name], ctypes.c_char_p)
        assert status == OK, self.log[-1:]
        return values[0].decode()

    def set(self, values):
        assert self.set_status(f"Set{self.real}", ctypes.c_double, values) == OK, self.log[-1:]

    def step_status(self, point, size):
        """Status, and whether the unit asks to be terminated."""
        if self.unit.version == 2:
            status = self.call("DoStep", ctypes.c_double(point), ctypes.c_double(size), ctypes.c_int(1))
            ended = ctypes.c_int(0)
            self.call("GetBooleanStatus", ctypes.c_int(3), ctypes.byref(ended))
            return (OK if status == DISCARD and ended.value else status), bool(ended.value)
        flags, last = [ctypes.c_bool() for _ in range(3)], ctypes.c_double()
        status = self.call("DoStep", ctypes.c_double(point), ctypes.c_double(size), ctypes.c_bool(True), *(ctypes.addressof(f) for f in flags),
                           ctypes.addressof(last))
        return status, flags[1].value

    def step(self, point, size):
        status, ended = self.step_status(point, size)
        assert status == OK, self.log[-1:]
        return ended

    @property
    def state_word(self):
        return "FMUstate" if self.unit.version == 2 else "FMUState"

    def save(self):
        state = ctypes.c_void_p()
        self.ok(f"Get{self.state_word}", ctypes.addressof(state))
        return state

    def restore(self, state):
        self.ok(f"Set{self.state_word}", state)

    def release(self, state):
        self.ok(f"Free{self.state_word}", ctypes.addressof(state))

    def serialise(self, state):
        size = ctypes.c_size_t()
        self.ok(f"Serialized{self.state_word}Size", state, ctypes.addressof(size))
        room = (ctypes.c_char * size.value)()
        self.ok(f"Serialize{self.state_word}", state, room, size)
        return bytes(room)

    def deserialise_status(self, written):
        state = ctypes.c_void_p()
        room = (ctypes.c_char * max(1, len(written))).from_buffer_copy(written or b"\0")
        call = "DeSerialize" if self.unit.version == 2 else "Deserialize"
        return self.call(call + self.state_word, room, ctypes.c_size_t(len(written)), ctypes.addressof(state)), state

    def free(self):
        self.unit.function("FreeInstance", ctypes.c_void_p, result=None)(self.pointer)

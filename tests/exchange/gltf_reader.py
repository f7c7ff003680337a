# SPDX-License-Identifier: BSD-3-Clause
"""A reader of binary glTF, written from the specification (glTF 2.0, Khronos Group 2021; sections are its own) and nothing else."""
import json
import struct

import numpy

SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
TYPES = {5120: numpy.int8, 5121: numpy.uint8, 5122: numpy.int16, 5123: numpy.uint16, 5125: numpy.uint32, 5126: numpy.float32}


class Glb:
    def __init__(self, path):
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)  # section 4.4.2
        assert (magic, version, length) == (b"glTF", 2, len(data)), (magic, version, length, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        binary_size, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and binary_size % 4 == 0 and 28 + size + binary_size == len(data)
        self.binary = data[28 + size:]
        assert self.json["buffers"] == [{"byteLength": binary_size}]
        self.parents = {}
        for number, node in enumerate(self.json["nodes"]):
            for child in node.get("children", []):
                assert child not in self.parents, "a node of two parents (section 3.5.2)"
                self.parents[child] = number

    def view(self, number, kind, count):
        view = self.json["bufferViews"][number]
        size = numpy.dtype(kind).itemsize
        start = view.get("byteOffset", 0)
        assert start % size == 0 and count * size <= view["byteLength"] and start + view["byteLength"] <= len(self.binary)
        return numpy.frombuffer(self.binary, kind, count, start)

    def accessor(self, number):
        """The elements, one a row (section 3.6.2), sparse ones filled in."""
        a = self.json["accessors"][number]
        kind, each = TYPES[a["componentType"]], SIZES[a["type"]]
        values = numpy.zeros((a["count"], each), kind)
        if "bufferView" in a:
            values[:] = self.view(a["bufferView"], kind, a["count"] * each).reshape(-1, each)
        if "sparse" in a:
            s = a["sparse"]
            places = self.view(s["indices"]["bufferView"], TYPES[s["indices"]["componentType"]], s["count"])
            assert numpy.all(numpy.diff(places.astype(numpy.int64)) > 0) and places[-1] < a["count"]
            values[places] = self.view(s["values"]["bufferView"], kind, s["count"] * each).reshape(-1, each)
        for word, least in (("min", numpy.min), ("max", numpy.max)):
            if word in a:
                assert numpy.allclose(a[word], least(values, axis=0), rtol=1e-6, atol=1e-7), (number, word)
        return values

    def node(self, name):
        return next(k for k, node in enumerate(self.json["nodes"]) if node.get("name") == name)

    def track(self, node, path):
        """Times and values of an animated property, or None."""
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                if channel["target"] == {"node": node, "path": path}:
                    sampler = animation["samplers"][channel["sampler"]]
                    assert sampler["interpolation"] == "LINEAR"
                    times = self.accessor(sampler["input"])[:, 0].astype(float)
                    assert numpy.all(numpy.diff(times) > 0)
                    values = self.accessor(sampler["output"]).astype(float)
                    return times, values.reshape(len(times), -1)
        return None

    def value(self, node, path, time, default):
        """A property at a time: LINEAR is slerp for rotations (appendix C)."""
        track = self.track(node, path)
        if track is None:
            return numpy.array(self.json["nodes"][node].get(path, default), float)
        times, values = track
        k = int(numpy.clip(numpy.searchsorted(times, time, "right") - 1, 0, len(times) - 2))
        part = numpy.clip((time - times[k]) / (times[k + 1] - times[k]), 0, 1)
        a, b = values[k], values[k + 1]
        if path != "rotation":
            return a + part * (b - a)
        cosine = abs(a @ b)
        if cosine > 1 - 1e-9:
            mixed = a + part * (b - a)
        else:
            angle = numpy.arccos(cosine)
            mixed = (numpy.sin((1 - part) * angle) * a + numpy.sign(a @ b) * numpy.sin(part * angle) * b) / numpy.sin(angle)
        return mixed / numpy.linalg.norm(mixed)

    def matrix(self, node, time):
        """From the node to the world."""
        x, y, z, w = self.value(node, "rotation", time, [0, 0, 0, 1])
        own = numpy.eye(4)
        own[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                       [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                       [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
        own[:3, 3] = self.value(node, "translation", time, [0, 0, 0])
        return self.matrix(self.parents[node], time) @ own if node in self.parents else own

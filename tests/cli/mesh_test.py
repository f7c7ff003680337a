#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser mesh: files of other programs, what they weigh, what is wrong with them, and files that were spoiled."""
import base64
import json
import math
import os
import random
import re
import resource
import struct
import subprocess
import unittest

from grouser_cli import PROGRAM, CliTest, run

SIZE = (0.2, 0.3, 0.5)  # m
SIDES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def box(scale=1.0):
    """Corners and triangles of a box with its lowest corner at the origin."""
    corners = [tuple(scale * SIZE[axis] * (k >> axis & 1) for axis in range(3)) for k in range(8)]
    return corners, [t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))]


def stl(corners, faces):
    """Binary STL: 80 bytes, a count, and 50 bytes a triangle."""
    triangles = b"".join(struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0) for a, b, c in faces)
    return bytes(80) + struct.pack("<I", len(faces)) + triangles


def obj(corners, faces):
    return ("".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces)).encode()


def ply(corners, faces):
    return (f"ply\nformat ascii 1.0\nelement vertex {len(corners)}\nproperty double x\nproperty double y\nproperty double z\n"
            f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
            + "".join(f"{x} {y} {z}\n" for x, y, z in corners) + "".join(f"3 {a} {b} {c}\n" for a, b, c in faces)).encode()


def text_stl(corners, faces):
    loops = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*corners[k]) for k in face) + "endloop\nendfacet\n"
                    for face in faces)
    return f"solid box\n{loops}endsolid box\n".encode()


def binary_ply(corners, faces, order):
    """order: < little endian, > big endian; a colour stands behind each vertex."""
    head = (f"ply\nformat binary_{'little' if order == '<' else 'big'}_endian 1.0\ncomment by a test\nelement vertex {len(corners)}\n"
            "property float x\nproperty float y\nproperty float z\nproperty uchar red\n"
            f"element face {len(faces)}\nproperty list uchar uint vertex_index\nend_header\n").encode()
    return (head + b"".join(struct.pack(order + "3fB", *corner, 7) for corner in corners)
            + b"".join(struct.pack(order + "B3I", 3, *face) for face in faces))


def gltf(corners, faces, binary, node=None, change=lambda root: None):
    """glTF 2.0, binary or as text; the mesh hangs on a child of the scene's only node, which stands at `node`."""
    points = b"".join(struct.pack("<3f", *corner) for corner in corners)
    indices = b"".join(struct.pack("<3H", *face) for face in faces)
    data = points + indices
    root = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"children": [1], **(node or {})}, {"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(corners), "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5123, "count": 3 * len(faces), "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(points)}, {"buffer": 0, "byteOffset": len(points), "byteLength": len(indices)}],
            "buffers": [{"byteLength": len(data)}]}
    if not binary:
        root["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    change(root)
    text = json.dumps(root).encode()
    if not binary:
        return text
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    parts = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts


class Mesh(CliTest):
    def put(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def test_a_box_weighs_what_it_should_in_every_format(self):
        x, y, z = SIZE
        mass = 2700.0 * x * y * z
        files = {"box.stl": stl(*box()), "text.stl": text_stl(*box()), "box.obj": obj(*box()), "BOX.PLY": ply(*box()),
                 "little.ply": binary_ply(*box(), "<"), "big.ply": binary_ply(*box(), ">"), "box.glb": gltf(*box(), True), "box.gltf": gltf(*box(), False)}
        for name, data in files.items():
            found = self.run_json("mesh", self.put(name, data), "--density", "2700")
            self.assertEqual((found["triangles"], found["vertices"]), (12, 8), name)
            self.assertAlmostEqual(found["mass"] / mass, 1.0, places=6)
            for value, expected in zip(found["center_of_mass"], (x / 2, y / 2, z / 2)):
                self.assertAlmostEqual(value, expected, places=7)
            self.assertAlmostEqual(found["inertia"][2], mass / 12.0 * (x * x + y * y), places=5)
        text = self.run_ok("mesh", "box.stl", "--density", "2700")
        for word in ("kg m2", "81 kg at 2700 kg/m3", "0.2  0.3  0.5 m"):
            self.assertIn(word, text)

    def test_forms_of_text(self):
        """What programs write and people edit: the same box."""
        obj_text, stl_text, ply_text = (form(*box()).decode() for form in (obj, text_stl, ply))
        vertices, faces = ([line for line in obj_text.splitlines(True) if line[0] == kind] for kind in "vf")
        behind = obj_text.replace("\n", " # of a box\n")
        binary = stl(*box())
        files = {"blank.stl": "\n  " + stl_text, "upper.stl": stl_text.upper(), "mark.stl": "\ufeff" + stl_text, "cr.stl": stl_text.replace("\n", "\r"),
                 "crlf.stl": stl_text.replace("\n", "\r\n"), "two.stl": stl_text + "solid vertex of none\nendsolid\n",
                 "solid.stl": b"solid" + binary[5:] + b"made by hand", "zeros.stl": binary + bytes(7),
                 "behind.obj": behind, "mark.obj": "\ufeff" + obj_text, "cr.obj": obj_text.replace("\n", "\r"), "upper.obj": obj_text.upper(),
                 "first.obj": "".join(faces + vertices), "blank.obj": "".join("  " + line for line in vertices + faces),
                 "joined.obj": "".join(vertices + [line.replace(" ", " \\\n", 2) for line in faces]),
                 "path.obj": "# C:\\boxes\\\n" + obj_text, "minus.obj": "".join(vertices + [re.sub(r"\d+", lambda m: str(int(m[0]) - 9), line) for line in faces]),
                 "mark.ply": "\ufeff" + ply_text, "cr.ply": ply_text.replace("\n", "\r"), "crlf.ply": ply_text.replace("\n", "\r\n"),
                 "upper.ply": ply_text.upper(), "blank.ply": "\n " + ply_text}
        for order, name in (("<", "crhead.ply"), (">", "crlfhead.ply")):
            head, end, values = binary_ply(*box(), order).partition(b"end_header\n")
            files[name] = (head + end).replace(b"\n", b"\r" if order == "<" else b"\r\n") + values
        for name, data in files.items():
            with self.subTest(name):
                found = self.run_json("mesh", self.put(name, data.encode() if isinstance(data, str) else data))
                self.assertEqual((found["triangles"], found["vertices"]), (12, 8))
                self.assertAlmostEqual(found["volume"], math.prod(SIZE), places=7)
        text = ply_text.splitlines(True)
        at, begin = text.index("element face 12\n"), text.index("end_header\n")  # faces before their vertices
        turned = [*text[:2], *text[at:begin], *text[2:at], text[begin], *text[begin + 9:], *text[begin + 1:begin + 9]]
        self.assertAlmostEqual(self.run_json("mesh", self.put("turned.ply", "".join(turned).encode()))["volume"], math.prod(SIZE), places=7)

    def test_texts_that_are_refused_for_what_they_are(self):
        def refused(name, data, *words):
            self.check_error(run("mesh", self.put(name, data), cwd=self.folder), 2, name, *words)

        refused("wide.stl", text_stl(*box()).decode().encode("utf-16"), "UTF-16")
        refused("wide.obj", obj(*box()).decode().encode("utf-16"), "UTF-16")
        refused("bare.stl", text_stl(*box()).partition(b"\n")[2], '"facet"', "begins with solid")
        refused("remark.stl", b"; made by hand\n" + text_stl(*box()), '";"', "begins with solid")
        refused("share.ply", ply(*box()).replace(b"uchar int", b"uchar float").replace(b"\n3 0 ", b"\n3 0.6 ", 1), "vertex 0.6", "counted from 0")
        refused("comma.obj", obj(*box()).replace(b"0.2", b"0,2"), '"0,2"', "three coordinates")
        few = bytearray(stl(*box()))
        few[80:84] = struct.pack("<I", 10)  # two triangles more than the count says
        refused("few.stl", bytes(few), "a count of 10 triangles", "room for 12")
        strips = ply(*box()).replace(b"element face 12\nproperty list uchar int vertex_indices", b"element tristrips 1\nproperty list int int vertex_indices")
        refused("strips.ply", strips, "tristrips")

    def test_concave_polygons_cover_their_area_once(self):
        flat = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]  # an L of three squares; its prism has an area of 14
        more = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0.5, 2), (0, 2), (0, 1)]  # corners in line, too
        for outline in (flat, more):
            n = len(outline)
            for start in range(n):
                turn = [(start + k) % n for k in range(n)]
                corners = [(*p, z) for z in (0.0, 1.0) for p in outline]
                polygons = [turn[::-1], [k + n for k in turn], *([k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n))]
                text = "".join("v {} {} {}\n".format(*c) for c in corners) + "".join("f " + " ".join(str(k + 1) for k in p) + "\n" for p in polygons)
                lists = (f"ply\nformat ascii 1.0\nelement vertex {2 * n}\nproperty double x\nproperty double y\nproperty double z\nelement face {n + 2}\n"
                         "property list uchar int vertex_indices\nend_header\n" + "".join("{} {} {}\n".format(*c) for c in corners)
                         + "".join(f"{len(p)} " + " ".join(map(str, p)) + "\n" for p in polygons))
                for name, data in (("l.obj", text), ("l.ply", lists)):
                    found = self.run_json("mesh", self.put(name, data.encode()))
                    self.assertAlmostEqual(found["area"], 14.0, places=12, msg=f"{name} from corner {start}")
                    self.assertAlmostEqual(found["volume"], 3.0, places=12)
        # parted by another program as a fan that folds over
        fan = [(0, 1 + k, 2 + k) for k in range(4)]
        order = [(k + 1) % 6 for k in range(6)]  # about a corner that does not see all of the L
        faces = [(order[c], order[b], order[a]) for a, b, c in fan] + [tuple(order[k] + 6 for k in t) for t in fan]
        faces += [t for k in range(6) for l in [(k + 1) % 6] for t in ((k, l, l + 6), (k, l + 6, k + 6))]
        corners = [(*p, z) for z in (0.0, 1.0) for p in flat]
        self.check_error(run("mesh", self.put("fan.stl", stl(corners, faces)), "--mend", cwd=self.folder), 2, "fan.stl", "folded onto it")
        bow = b"v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\n"
        self.check_error(run("mesh", self.put("bow.obj", bow), cwd=self.folder), 2, "bow.obj: line 6", "crosses itself")

    def test_files_made_to_take_memory_or_time(self):
        deep = b'{"asset": {"version": "2.0"}, "extensionsRequired": ' + b"[" * 100000 + b"]" * 100000 + b"}"
        self.check_error(run("mesh", self.put("deep.gltf", deep), cwd=self.folder), 2, "deep.gltf", "at most 64")
        many = b'{"asset": {"version": "2.0"}, "nodes": [' + b"{}," * 5_000_000 + b"{}]}"
        limits = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        found = subprocess.run([PROGRAM, "mesh", self.put("many.gltf", many)], cwd=self.folder, capture_output=True, text=True, preexec_fn=limits, timeout=120)
        self.check_error(found, 2, "many.gltf", "at most 4000000")
        # upright, so that all corners have one x; loose triangles: quadratic in corners before, minutes for these
        sheet = b"".join(struct.pack("<12fH", 0, 0, 0, *(v for p in ((i, j), (i + 1, j), (i, j + 1)) for v in (0.0, *p)), 0) for i in range(300) for j in range(300))
        self.put("sheet.stl", bytes(80) + struct.pack("<I", 90000) + sheet)
        self.check_error(run("mesh", "sheet.stl", "--mend", cwd=self.folder, timeout=60), 2, "sheet.stl", "open edge")

    def test_millimetres_are_hinted_at_and_scaled(self):
        name = self.put("mm.stl", stl(*box(1000.0)))
        self.assertIn("millimetres", self.run_ok("mesh", name))
        found = self.run_json("mesh", name, "--scale", "0.001", "--out", "m.stl")
        self.assertAlmostEqual(found["volume"], math.prod(SIZE), places=6)
        self.assertAlmostEqual(self.run_json("mesh", "m.stl")["volume"], math.prod(SIZE), places=6)

    def test_faults_are_named_and_mended_on_request(self):
        corners, faces = box()
        turned = [faces[0][::-1], *faces[1:]]
        self.check_error(run("mesh", self.put("turned.stl", stl(corners, turned)), cwd=self.folder), 2, "turned.stl: triangle", "wound alike")
        self.assertIn("turned 1 triangle", self.run_ok("mesh", "turned.stl", "--mend"))
        self.check_error(run("mesh", self.put("open.stl", stl(corners, faces[1:])), "--mend", cwd=self.folder), 2, "an open edge", "closed")
        spoiled = [(math.nan, 0, 0), *corners[1:]]
        self.check_error(run("mesh", self.put("nan.stl", stl(spoiled, faces)), cwd=self.folder), 2, "nan.stl: triangle 1", "not a finite number")
        self.check_error(run("mesh", self.put("none.stl", b""), cwd=self.folder), 2, "an empty file")
        self.check_error(run("mesh", self.put("text.txt", b"x"), cwd=self.folder), 2, "expected .stl, .obj, .ply, .gltf or .glb")
        self.check_error(run("mesh", "absent.stl", cwd=self.folder), 2, "absent.stl")
        self.check_error(run("mesh", "open.stl", "--scale", "0", cwd=self.folder), 2, "--scale", "above 0")

    def test_a_count_that_the_file_has_not(self):
        data = bytearray(stl(*box()))
        data[80:84] = struct.pack("<I", 100_000_000)
        self.check_error(run("mesh", self.put("huge.stl", bytes(data)), cwd=self.folder), 2, "huge.stl")
        self.check_error(run("mesh", self.put("cut.stl", stl(*box())[:-30]), cwd=self.folder), 2, "cut.stl")

    def test_places_of_gltf_nodes(self):
        x, y, z = SIZE
        s = math.sqrt(0.5)
        turned = {"rotation": [0, 0, s, s], "translation": [1, 2, 3], "scale": [2, 1, 1]}  # x to y, then moved
        found = self.run_json("mesh", self.put("turned.glb", gltf(*box(), True, turned)), "--density", "1000")
        for value, expected in zip(found["center_of_mass"], (1 - y / 2, 2 + x, 3 + z / 2)):
            self.assertAlmostEqual(value, expected, places=6)
        mirrored = {"matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}  # turns the winding, too
        found = self.run_json("mesh", self.put("mirrored.gltf", gltf(*box(), False, mirrored)), "--density", "1000")
        self.assertAlmostEqual(found["center_of_mass"][0], -x / 2, places=7)
        self.assertAlmostEqual(found["volume"], x * y * z, places=7)

    def test_faults_of_gltf_files_are_named(self):
        def refused(name, change, *words, binary=False):
            self.check_error(run("mesh", self.put(name, gltf(*box(), binary, None, change)), cwd=self.folder), 2, name, *words)

        refused("loop.gltf", lambda r: r["nodes"][1].update(children=[0]), "node 0", "two parents")
        refused("other.gltf", lambda r: r["buffers"][0].update(uri="/etc/passwd"), "buffer 0", "another file")
        refused("draco.gltf", lambda r: r.update(extensionsRequired=["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression")
        refused("long.glb", lambda r: r["accessors"][1].update(count=300_000_000), "accessor 1", "300000000 values", binary=True)
        refused("far.glb", lambda r: r["bufferViews"][1].update(byteOffset=1 << 31), "bufferView 1", binary=True)
        refused("few.gltf", lambda r: r["accessors"][0].update(count=7), "triangle 3", "vertex 7", "one of 7")
        refused("lines.gltf", lambda r: r["meshes"][0]["primitives"][0].update(mode=1), "mesh 0.mode", "4: triangles")
        refused("absent.gltf", lambda r: r["nodes"][1].update(mesh=3), "meshes 3", "one of 1")
        refused("minus.gltf", lambda r: r["accessors"][0].update(count=-1), "accessor 0.count", "a number from 0")

    def test_other_files_are_not_opened(self):
        corners, faces = box()
        self.put("secret.mtl", b"newmtl a\n")
        named = b"mtllib /etc/passwd\nmtllib secret.mtl\n" + obj(corners, faces)
        self.assertEqual(self.run_json("mesh", self.put("named.obj", named))["triangles"], 12)

    def test_spoiled_files_are_taken_or_refused(self):
        chance = random.Random(7)
        whole = {"a.stl": stl(*box()), "t.stl": text_stl(*box()), "a.obj": obj(*box()), "a.ply": ply(*box()), "b.ply": binary_ply(*box(), "<"), "a.glb": gltf(*box(), True), "a.gltf": gltf(*box(), False)}
        for k in range(int(os.environ.get("GROUSER_SPOILED", "80"))):
            name, data = chance.choice(list(whole.items()))
            data = bytearray(data)
            for _ in range(chance.choice((1, 3, 10))):
                data[chance.randrange(len(data))] = chance.randrange(256)
            if chance.random() < 0.3:
                del data[chance.randrange(len(data)):]
            result = run("mesh", self.put(name, bytes(data)), "--json", cwd=self.folder)
            if result.returncode != 0:
                self.check_error(result, 2, name)

    def test_a_length_beyond_all_files_is_refused_with_the_limit(self):
        root = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 1 << 40}]}
        self.check_error(run("mesh", self.put("long.gltf", json.dumps(root).encode()), cwd=self.folder), 2, "long.gltf",
                         "byteLength: found 1099511627776, expected at most 4294967296")


if __name__ == "__main__":
    unittest.main()

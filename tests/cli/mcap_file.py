# SPDX-License-Identifier: BSD-3-Clause
"""MCAP and ROS 2 messages, written for the tests from the specifications alone (https://mcap.dev/spec, its appendix, and OMG CORBA 3.3 for
CDR): a strict reader that compares every CRC, length and index, a decoder of messages by their definitions, and a small writer."""
import re
import struct
import zlib

import zstandard

MAGIC = b"\x89MCAP0\r\n"
(HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, CHUNK_INDEX, ATTACHMENT, ATTACHMENT_INDEX, STATISTICS, METADATA,
 METADATA_INDEX, SUMMARY_OFFSET, DATA_END) = range(1, 16)


class Fields:
    """The fields of a record, in order."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        assert self.at + count <= len(self.data), "a field reaches beyond its record"
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def text(self):
        return self.take(self.number("I")).decode("utf-8")

    def pairs(self, key, value):
        inside = Fields(self.take(self.number("I")))
        found = []
        while inside.at < len(inside.data):
            found.append(tuple(inside.text() if form == "s" else inside.number(form) for form in (key, value)))
        return found

    def end(self):
        assert self.at == len(self.data), "a record has bytes that no field has"


def records(data, at, end):
    """Offset, opcode and content of each record."""
    while at < end:
        op, length = struct.unpack_from("<BQ", data, at)
        assert at + 9 + length <= end, "a record reaches beyond its section"
        yield at, op, data[at + 9:at + 9 + length]
        at += 9 + length
    assert at == end


class Log:
    """Everything of a file, checked against its own index, statistics and CRCs."""

    def __init__(self, path):
        self.data = data = path.read_bytes()
        assert data.startswith(MAGIC) and data.endswith(MAGIC)
        self.schemas, self.channels, self.messages, self.metadata = {}, {}, [], {}
        footer = len(data) - len(MAGIC) - 9 - 20
        op, length = struct.unpack_from("<BQ", data, footer)
        assert (op, length) == (FOOTER, 20)
        self.summary_start, self.offsets_start, crc = struct.unpack_from("<QQI", data, footer + 9)
        assert crc == zlib.crc32(data[self.summary_start:footer + 9 + 16])
        self.chunks, self.message_indices = {}, {}
        self.read_data()
        self.read_summary(footer)

    def read_data(self):
        kinds = []
        for at, op, content in records(self.data, len(MAGIC), self.summary_start):
            kinds.append(op)
            fields = Fields(content)
            if op == HEADER:
                self.profile, self.written_by = fields.text(), fields.text()
            elif op == CHUNK:
                chunk_at = at
                self.read_chunk(at, content)
            elif op == MESSAGE_INDEX:
                channel = fields.number("H")
                self.message_indices[at] = (chunk_at, channel, fields.pairs("Q", "Q"))
            elif op == METADATA:
                name = fields.text()
                self.metadata[name] = (at, len(content) + 9, dict(fields.pairs("s", "s")))
            elif op == DATA_END:
                assert fields.number("I") == zlib.crc32(self.data[:at])
            else:
                raise AssertionError(f"a record of kind {op} in the data section")
            if op != CHUNK:
                fields.end()
        assert kinds[0] == HEADER and kinds[-1] == DATA_END and kinds.count(DATA_END) == 1

    def read_chunk(self, at, content):
        fields = Fields(content)
        start, end, size, crc = (fields.number(form) for form in "QQQI")
        compression = fields.text()
        packed = fields.take(fields.number("Q"))
        fields.end()
        assert compression == "zstd"
        unpacked = zstandard.ZstdDecompressor().decompress(packed, max_output_size=size)
        assert len(unpacked) == size and zlib.crc32(unpacked) == crc
        index, times = {}, []
        for offset, op, record in records(unpacked, 0, size):
            inside = Fields(record)
            if op == SCHEMA:
                number = inside.number("H")
                assert number != 0 and number not in self.schemas
                self.schemas[number] = tuple(inside.text() for _ in range(3))
                inside.end()
            elif op == CHANNEL:
                number, schema = inside.number("H"), inside.number("H")
                assert schema in self.schemas and number not in self.channels
                self.channels[number] = (schema, inside.text(), inside.text(), dict(inside.pairs("s", "s")))
                inside.end()
            else:
                assert op == MESSAGE
                channel, sequence, logged, published = (inside.number(form) for form in "HIQQ")
                assert channel in self.channels and published == logged
                index.setdefault(channel, []).append((logged, offset))
                times.append(logged)
                self.messages.append((channel, sequence, logged, record[22:]))
        assert (start, end) == ((min(times), max(times)) if times else (0, 0))
        self.chunks[at] = dict(times=(start, end), length=len(content) + 9, compression=compression, packed=len(packed), size=size, index=index)

    def read_summary(self, footer):
        groups, order = {}, []
        schemas, channels, chunks, statistics = {}, {}, 0, None
        for at, op, content in records(self.data, self.summary_start, self.offsets_start):
            if op not in groups:
                groups[op] = [at, 0]
                order.append(op)
            assert op == order[-1], "records of the summary are grouped by opcode"
            groups[op][1] += len(content) + 9
            fields = Fields(content)
            if op == SCHEMA:
                number = fields.number("H")
                schemas[number] = tuple(fields.text() for _ in range(3))
            elif op == CHANNEL:
                number, schema = fields.number("H"), fields.number("H")
                channels[number] = (schema, fields.text(), fields.text(), dict(fields.pairs("s", "s")))
            elif op == STATISTICS:
                statistics = [fields.number(form) for form in "QHIIIIQQ"] + [dict(fields.pairs("H", "Q"))]
            elif op == METADATA_INDEX:
                where, length, name = fields.number("Q"), fields.number("Q"), fields.text()
                assert self.metadata[name][:2] == (where, length)
            elif op == CHUNK_INDEX:
                chunks += 1
                self.check_chunk_index(fields)
            else:
                raise AssertionError(f"a record of kind {op} in the summary")
            fields.end()
        offsets = {}
        for _, op, content in records(self.data, self.offsets_start, footer):
            assert op == SUMMARY_OFFSET
            kind, start, length = struct.unpack("<BQQ", content)
            offsets[kind] = [start, length]
        assert offsets == groups
        assert schemas == self.schemas and channels == self.channels and chunks == len(self.chunks)
        self.check_statistics(statistics)

    def check_chunk_index(self, fields):
        times = fields.number("Q"), fields.number("Q")
        at, length = fields.number("Q"), fields.number("Q")
        chunk = self.chunks[at]
        assert (times, length) == (chunk["times"], chunk["length"])
        offsets = dict(fields.pairs("H", "Q"))
        assert offsets.keys() == chunk["index"].keys()
        for channel, where in offsets.items():
            assert self.message_indices[where] == (at, channel, chunk["index"][channel])
        index_length = fields.number("Q")
        assert index_length == sum(2 + 4 + 16 * len(entries) + 9 for entries in chunk["index"].values())
        assert (fields.text(), fields.number("Q"), fields.number("Q")) == (chunk["compression"], chunk["packed"], chunk["size"])

    def check_statistics(self, said):
        counts, times = {}, [logged for _, _, logged, _ in self.messages]
        for channel, sequence, _, _ in self.messages:
            assert sequence == counts.get(channel, 0)
            counts[channel] = counts.get(channel, 0) + 1
        expected = [len(times), len(self.schemas), len(self.channels), 0, len(self.metadata), len(self.chunks), min(times), max(times)]
        assert said[:8] == expected and {k: v for k, v in said[8].items() if v} == counts

    def topics(self):
        """Name: (type, definition)."""
        return {topic: self.schemas[schema][::2] for schema, topic, _, _ in self.channels.values()}

    def of(self, topic):
        """Time in nanoseconds and decoded content of each message of a topic."""
        number = next(n for n, channel in self.channels.items() if channel[1] == topic)
        name, encoding, definition = self.schemas[self.channels[number][0]]
        assert encoding == "ros2msg" and self.channels[number][2] == "cdr"
        decode = decoder(name, definition)
        return [(logged, decode(content)) for channel, _, logged, content in self.messages if channel == number]


FORMS = {"bool": "?", "byte": "B", "char": "B", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
         "uint64": "Q", "float32": "f", "float64": "d"}


def decoder(name, definition):
    """A function that makes a message's bytes a dict, from a definition with its parts."""
    parts = {name.replace("/msg/", "/"): []}
    fields = next(iter(parts.values()))
    for line in definition.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("MSG: "):
            fields = parts.setdefault(line[5:], [])
        elif line and not line.startswith("=") and "=" not in line:
            kind, field = line.split()
            match = re.fullmatch(r"([\w/]+)(?:\[(\d*)\])?", kind)
            fields.append((field, match.group(1), match.group(2)))

    def align(data, at, size):
        return at + (4 - at) % size

    def value(data, at, kind):
        if kind in FORMS:
            size = struct.calcsize(FORMS[kind])
            at = align(data, at, size)
            return struct.unpack_from("<" + FORMS[kind], data, at)[0], at + size
        if kind == "string":
            at = align(data, at, 4)
            length = struct.unpack_from("<I", data, at)[0]
            text = data[at + 4:at + 4 + length]
            assert len(text) == length and text.endswith(b"\0")
            return text[:-1].decode("utf-8"), at + 4 + length
        found = {}
        for field, of, array in parts[kind]:
            found[field], at = several(data, at, of, array) if array is not None else value(data, at, of)
        return found, at

    def several(data, at, kind, array):
        if array:
            count = int(array)
        else:
            at = align(data, at, 4)
            count = struct.unpack_from("<I", data, at)[0]
            at += 4
        if kind in FORMS and count:
            size = struct.calcsize(FORMS[kind])
            at = align(data, at, size)
            return list(struct.unpack_from(f"<{count}{FORMS[kind]}", data, at)), at + count * size
        found = []
        for _ in range(count):
            one, at = value(data, at, kind)
            found.append(one)
        return found, at

    def decode(data):
        assert data[:4] == b"\x00\x01\x00\x00"
        message, at = value(data, 4, name.replace("/msg/", "/"))
        assert at == len(data), "bytes behind the message"
        return message

    return decode


class Cdr:
    """Encodes the few messages that the tests write, in either byte order."""

    def __init__(self, order="<"):
        self.order, self.data = order, bytearray(b"\0\1\0\0" if order == "<" else b"\0\0\0\0")

    def numbers(self, form, *values):
        for one in values:
            size = struct.calcsize(form)
            self.data += bytes((4 - len(self.data)) % size) + struct.pack(self.order + form, one)
        return self

    def text(self, text):
        self.numbers("I", len(text.encode()) + 1)
        self.data += text.encode() + b"\0"
        return self

    def stamp(self, nanoseconds):
        return self.numbers("i", nanoseconds // 10**9).numbers("I", nanoseconds % 10**9)


def record(op, *parts):
    content = b"".join(parts)
    return struct.pack("<BQ", op, len(content)) + content


def text(words):
    words = words.encode() if isinstance(words, str) else words
    return struct.pack("<I", len(words)) + words


def schema(number, name, encoding, definition):
    return record(SCHEMA, struct.pack("<H", number), text(name), text(encoding), text(definition))


def channel(number, of, topic, encoding="cdr"):
    return record(CHANNEL, struct.pack("<HH", number, of), text(topic), text(encoding), struct.pack("<I", 0))


def message(number, time, content):
    return record(MESSAGE, struct.pack("<HIQQ", number, 0, time, time), bytes(content))


def chunk(data, compression="zstd", size=None, crc=None, packed=None):
    packed = packed if packed is not None else zstandard.ZstdCompressor().compress(data) if compression == "zstd" else data
    crc = zlib.crc32(data) if crc is None else crc
    return record(CHUNK, struct.pack("<QQQI", 0, 0, len(data) if size is None else size, crc), text(compression), struct.pack("<Q", len(packed)),
                  packed)


def whole(*data, data_crc=0):
    """A file without an index, as the specification allows."""
    return (MAGIC + record(HEADER, text("ros2"), text("tests")) + b"".join(data) + record(DATA_END, struct.pack("<I", data_crc)) +
            record(FOOTER, struct.pack("<QQI", 0, 0, 0)) + MAGIC)

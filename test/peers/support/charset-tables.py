# Decodes single characters with the C library's iconv or with a codec of Python. A line of the input has the decoder, the
# character set and codes in hexadecimal; a line of the output has what each of them means, null where it means nothing.
import ctypes
import json
import sys

libc = ctypes.CDLL(None)
libc.iconv_open.restype = ctypes.c_void_p
libc.iconv.restype = ctypes.c_size_t
libc.iconv.argtypes = [ctypes.c_void_p] * 5
FAILED = ctypes.c_size_t(-1).value
ROOM = 64


def by_iconv(name):
    handle = libc.iconv_open(b"UTF-8", name.encode())
    if handle == ctypes.c_void_p(-1).value:
        raise SystemExit("iconv does not know " + name)

    def decode(code):
        given = ctypes.create_string_buffer(code, len(code))
        made = ctypes.create_string_buffer(ROOM)
        pointers = [ctypes.c_void_p(ctypes.addressof(buffer)) for buffer in (given, made)]
        counts = [ctypes.c_size_t(len(code)), ctypes.c_size_t(ROOM)]
        libc.iconv(handle, None, None, None, None)
        refs = [ctypes.byref(x) for x in (pointers[0], counts[0], pointers[1], counts[1])]
        if libc.iconv(handle, *refs) == FAILED:
            return None
        return made.raw[: ROOM - counts[1].value].decode()

    return decode


def by_python(name):
    def decode(code):
        try:
            return code.decode(name)
        except UnicodeDecodeError:
            return None

    return decode


for line in sys.stdin:
    task = json.loads(line)
    decode = (by_iconv if task["decoder"] == "iconv" else by_python)(task["name"])
    print(json.dumps([decode(bytes.fromhex(code)) for code in task["codes"]]))

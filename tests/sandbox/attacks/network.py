"""Attacks through sockets: learn from others, tell others, reach what only this machine can reach."""

from attacks.attack import Attack, layers
from attacks.machine import SYSTEM_CALLS
from attacks.signs import connects, says_so

OUT = "Inputs of hidden tests go out, answers come in, and services of this machine are reached."


def connecting(name: str, *cells: str, stopped_by: str = "seccomp namespaces", needs: str = "") -> Attack:
    """Return an attack that reaches a server of the bait."""
    return Attack(name, OUT, cells, layers(stopped_by), connects, needs=layers(needs))


def opening(name: str, threat: str, cell: str, stopped_by: str = "seccomp", needs: str = "") -> Attack:
    """Return an attack that opens what a submission should not have, and does no more."""
    cells = (f"{cell}\nprint('SUCCEEDED')",)
    return Attack(name, threat, cells, layers(stopped_by), says_so, needs=layers(needs))


def socket_of(arguments: str) -> str:
    """Return a cell that opens a socket."""
    return f"import socket\nsocket.socket({arguments})"


ATTACKS = (
    connecting(
        "connects to a server on this machine", "import socket\nsocket.create_connection(('127.0.0.1', $TCP), 2)"
    ),
    connecting(
        "connects to a server over IPv6", "import socket\nsocket.create_connection(('::1', $TCP6), 2)", needs="IPv6"
    ),
    connecting(
        "asks a server on this machine by urllib",
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:$TCP', timeout=0.2)",
    ),
    connecting("connects by asyncio", "import asyncio\nawait asyncio.open_connection('127.0.0.1', $TCP)"),
    connecting(
        "connects by the C library",
        SYSTEM_CALLS,
        "address = (2).to_bytes(2, 'little') + ($TCP).to_bytes(2, 'big') + bytes([127, 0, 0, 1]) + bytes(8)\n"
        "checked(libc.connect(checked(libc.socket(2, 1, 0)), address, 16))",
    ),
    connecting(
        "connects by the kind of TCP that has several paths",
        "import socket\nsocket.socket(proto=262).connect(('127.0.0.1', $TCP))",
        needs="MPTCP",
    ),
    connecting(
        "sends a packet to a server on this machine",
        "import socket\nsocket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', $UDP))",
    ),
    connecting(
        "connects to a socket's file",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('$UNIX')",
        stopped_by="seccomp namespaces",
    ),
    connecting(
        "connects to a socket without a file",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('\\0$ABSTRACT')",
    ),
    connecting(
        "connects by a ring of system calls that a filter does not see",
        SYSTEM_CALLS,
        """\
        import mmap, socket, struct
        parameters = ctypes.create_string_buffer(120)
        ring = system("io_uring_setup", 4, parameters)
        sq_entries, cq_entries = struct.unpack_from("<2I", parameters.raw)
        sq = struct.unpack_from("<10I", parameters.raw, 40)  # head, tail, mask, entries, flags, dropped, array
        cq = struct.unpack_from("<10I", parameters.raw, 80)
        queue = mmap.mmap(ring, sq[6] + 4 * sq_entries, offset=0)
        completions = mmap.mmap(ring, cq[5] + 16 * cq_entries, offset=0x8000000)
        entries = mmap.mmap(ring, 64 * sq_entries, offset=0x10000000)

        def ask(entry):
            tail = struct.unpack_from("<I", queue, sq[1])[0]
            place = tail & struct.unpack_from("<I", queue, sq[2])[0]
            entries[64 * place : 64 * place + 64] = entry
            struct.pack_into("<I", queue, sq[6] + 4 * place, place)
            struct.pack_into("<I", queue, sq[1], tail + 1)
            system("io_uring_enter", ring, 1, 1, 1, 0, 0)
            head = struct.unpack_from("<I", completions, cq[0])[0]
            done = head & struct.unpack_from("<I", completions, cq[2])[0]
            result = struct.unpack_from("<i", completions, cq[5] + 16 * done + 8)[0]
            struct.pack_into("<I", completions, cq[0], head + 1)
            return checked(result)

        # IORING_OP_SOCKET is 45: domain in fd, type in off, protocol in len
        fd = ask(struct.pack("<BBHiQQIIQHHiQQ", 45, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        address = (2).to_bytes(2, "little") + ($TCP).to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(8)
        kept = ctypes.create_string_buffer(address, 16)
        # IORING_OP_CONNECT is 16: length of the address in off
        ask(struct.pack("<BBHiQQIIQHHiQQ", 16, 0, 0, fd, 16, ctypes.addressof(kept), 0, 0, 0, 0, 0, 0, 0, 0))
        """,
        needs="io_uring",
    ),
    opening(
        "serves others",
        "Another submission, or another machine, asks it while it is marked.",
        "import socket\nserver = socket.create_server(('127.0.0.1', 0))",
    ),
    opening(
        "asks the kernel about networks",
        "Addresses and neighbours of this machine, and a large part of the kernel to attack.",
        socket_of("socket.AF_NETLINK, socket.SOCK_RAW, 0"),
    ),
    opening(
        "reads raw packets",
        "What others on this machine say is read.",
        socket_of("socket.AF_PACKET, socket.SOCK_RAW"),
        stopped_by="seccomp privileges",
        needs="packet-sockets",
    ),
    opening(
        "sends raw packets",
        "Packets with a forged sender.",
        socket_of("socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP"),
        stopped_by="seccomp privileges",
        needs="root",
    ),
    opening(
        "reaches the kernel's ciphers",
        "A part of the kernel with a history of holes.",
        socket_of("socket.AF_ALG, socket.SOCK_SEQPACKET"),
        needs="AF_ALG",
    ),
)

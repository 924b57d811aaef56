"""Webhooks: a notice to an address that a person gave, and to none inside our own network.

Whoever may name an address could otherwise make the server knock where he cannot: at its
own machine, at its neighbours, at the addresses from which machines in a cloud are told
their secrets. A name is looked up once, every address it has must be outside, and the
connection goes to the address that was looked at. Nobody is led on to another address.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from bocage.server.errors import ServerError

_PATIENCE: Final = 10.0
INSIDE: Final = "a webhook goes to the outside: this address is within the server's own network"


class HookError(ServerError):
    """An address to which no webhook goes."""


def is_outside(address: str) -> bool:
    """Whether an address is one of the wide world."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inner is not None:
            return found.is_global and inner.is_global
    return found.is_global and not found.is_multicast


def is_in_figures(url: str) -> bool:
    """Whether the host of a URL is an address in figures: nobody must be asked for it."""
    try:
        ip_address((urlsplit(url).hostname or "").partition("%")[0])
    except ValueError:
        return False
    return True


def addresses_of(url: str, *, inside: bool = False) -> list[str]:
    """The addresses behind a URL, all of them outside unless `inside` is allowed.

    Raises:
        HookError: it is no URL, or one of them is inside.
        OSError: there is no such name.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if not host or parts.scheme not in ("http", "https"):
        raise HookError("a webhook is written https://...")
    try:
        found = socket.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise HookError("a webhook is written https://...") from None
    addresses = [str(each[4][0]) for each in found]
    if not inside and not all(is_outside(each) for each in addresses):
        raise HookError(INSIDE)
    return addresses


def call(url: str, told: dict[str, str], *, inside: bool = False) -> None:
    """Tell it to whoever listens there.

    Raises:
        HookError: the address is inside.
        OSError: nobody listens there, or he did not take it.
    """
    address = addresses_of(url, inside=inside)[0]
    parts = urlsplit(url)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    made = socket.create_connection((address, port), _PATIENCE)
    connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        if secure:
            made = ssl.create_default_context().wrap_socket(made, server_hostname=host)
        connection.sock = made
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(
            "POST", path, json.dumps(told).encode(), {"Content-Type": "application/json"}
        )
        status = connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(type(error).__name__) from error
    finally:
        connection.close()
        made.close()
    if not 200 <= status < 300:
        raise OSError(f"it answered {status}")

"""Webhooks: a notice to an address that a person gave, and to none inside our own network.

Otherwise anyone who may name an address could make the server connect where they can't: to its own
machine, to its neighbours, to the addresses from which cloud machines read their secrets. A name is
looked up once, every address it has must be outside, and the connection goes to the address that
was checked. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from bocage.server.errors import ServerError

_PATIENCE: Final = 10.0
INSIDE: Final = "a webhook can't use this address: it is inside the server's own network"


class HookError(ServerError):
    """An address to which no webhook goes."""


def is_outside(address: str) -> bool:
    """Return whether an address is a public one; unassigned addresses are not.

    An address of IPv6 that carries one of IPv4 leads where that one does.
    """
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv4Address):
        return found.is_global and not any(found in net for net in _NOT_V4)
    if (inner := _carried(found)) is not None:
        return is_outside(str(inner))
    return found in _UNICAST and found.is_global and not any(found in net for net in _NOT_V6)


def _carried(found: IPv6Address) -> IPv4Address | None:
    """Return the address of IPv4 within one of IPv6: mapped, translated (NAT64), ISATAP or 6to4."""
    if found in _NAT64 or int(found) >> 32 & 0xFFFF_FFFF in _ISATAP:
        return IPv4Address(int(found) & 0xFFFF_FFFF)
    return found.ipv4_mapped or found.sixtofour


_NAT64: Final = IPv6Network("64:ff9b::/96")
_ISATAP: Final = (0x0000_5EFE, 0x0200_5EFE)
_UNICAST: Final = IPv6Network("2000::/3")
"""All addresses that have been assigned; the rest is local, special, or unassigned."""
_NOT_V6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols: Teredo (which hides an address of IPv4), ORCHID, benchmarks
            "2001:db8::/32",  # for books
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # for books
        ),
    )
)
_NOT_V4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a provider; also where one cloud publishes its secrets
            "127.0.0.0/8",
            "168.63.129.16/32",  # where another cloud does
            "169.254.0.0/16",  # and most of them
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocols; also where a fourth cloud publishes its secrets
            "192.0.2.0/24",
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)


def is_in_figures(url: str) -> bool:
    """Return whether the host of a URL is a numeric address, which needs no lookup."""
    try:
        ip_address((urlsplit(url).hostname or "").partition("%")[0])
    except ValueError:
        return False
    return True


def addresses_of(url: str, *, inside: bool = False) -> list[str]:
    """Return the addresses behind a URL, all of them outside unless `inside` is allowed.

    Raises:
        HookError: it is not a URL, or one of the addresses is inside.
        OSError: there is no such name.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if not host or parts.scheme not in ("http", "https"):
        raise HookError("a webhook address starts with https://")
    try:
        found = socket.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise HookError("a webhook address starts with https://") from None
    addresses = [str(each[4][0]) for each in found]
    if not inside and not all(is_outside(each) for each in addresses):
        raise HookError(INSIDE)
    return addresses


def call(url: str, told: dict[str, str], *, inside: bool = False) -> None:
    """Post a message to a webhook.

    Raises:
        HookError: the address is inside.
        OSError: nothing listens there, or it refused.
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

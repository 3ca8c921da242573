# SPDX-License-Identifier: Apache-2.0
"""A routing service over HTTP, from Python."""

from __future__ import annotations

import logging
import os
import weakref
from typing import TYPE_CHECKING, Sequence

from . import _core
from .errors import InvalidArgument
from .faces import attribute
from .factor import Factor
from .files import read
from .network import Network
from .options import ServeOptions, SolveOptions, Unpack, fill

if TYPE_CHECKING:
    from types import TracebackType


class Server:
    """A running service, made by :func:`allways.serve`. Leaving its `with` block stops it."""

    def __init__(self, core: _core.Server, address: str):
        self._core = core
        self._address = address
        self._finalizer = weakref.finalize(self, core.stop)  # also stops it at the end of the process

    port: int = attribute("_core.port")

    @property
    def url(self) -> str:
        """Such as "http://127.0.0.1:5000"; of a Unix socket its address, "unix:PATH"."""
        if self._address.startswith("unix:"):
            return self._address
        host = f"[{self._address}]" if ":" in self._address else self._address
        return f"http://{host}:{self.port}"

    def stop(self) -> None:
        """Accept no more requests, and finish those in progress. Calling it again does nothing."""
        self._finalizer()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<allways.Server {self.url}>"


def serve(source: Network | Factor | str | os.PathLike, *, costs: Sequence[str] = (), background: bool = False,
          **options: Unpack[ServeOptions]) -> Server | None:
    """Answer HTTP requests for routes, tables and isochrones like OSRM and Valhalla (docs/service.md).

    Parameters
    ----------
    source
        A network, which is first factorized for its time; a factor; or a file of either.
    costs
        Columns of times. The profile in a URL names one of them; any other name means the first. Default: the factor's
        cost, or the column "time" of a network.
    background
        Return at once and answer until :meth:`Server.stop`. Otherwise answer until Ctrl-C, then return None.

    Raises
    ------
    InvalidArgument
        If the map has no times, lengths or degrees, or is a table or a matrix.
    InputError
        If the port is in use.

    Examples
    --------
    >>> import allways, json, urllib.request
    >>> with allways.serve("data/village.osm", background=True, port=0) as server:
    ...     with urllib.request.urlopen(server.url + "/health") as answer:
    ...         json.load(answer)["status"]
    'ok'
    """
    given = read(source) if isinstance(source, (str, os.PathLike)) else source
    solving: SolveOptions = {"cost": costs[0]} if costs else {}
    factor = given.factorize(**solving) if isinstance(given, Network) else given
    if not isinstance(factor, Factor):
        raise InvalidArgument("expected a network or a factor; a table and a matrix have no roads to answer from")
    http, service, limits = fill(options, _core.HttpServerOptions, _core.ServiceOptions, _core.ServiceLimits)
    server = Server(_core.Server(factor._core, list(costs), http, service, limits), http.address)
    if background:
        return server
    log = logging.getLogger("allways")
    try:
        log.info("listening on %s; Ctrl-C stops", server.url)
        while not server._core.wait(0.1):
            pass
    except KeyboardInterrupt:
        log.info("stopping: requests in flight are finished")
    server.stop()
    return None

# SPDX-License-Identifier: Apache-2.0
"""Processes: one, or a parent that keeps some workers alive and replaces them one by one on SIGHUP."""

from __future__ import annotations

import copy
import os
import tempfile
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG, STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from faithstill.serve.guard import Guard

from .bearer_tokens import check_reach, read_tokens
from .protocol import Protocol
from .service_settings import ServiceSettings

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_KEPT = 5  # seconds that an idle connection is kept
_CONNECTIONS = 1000  # per worker
_START = 120  # seconds that a worker may take to load


def run(settings: ServiceSettings) -> None:
    """Serve until SIGTERM or Ctrl-C, then end what was begun; ValueError for settings that cannot be."""
    check_reach(settings.host, read_tokens(settings.token_file))
    # Tried here, so that a wrong name is told once and plainly, not by every worker.
    Guard.load(settings.model, profile=settings.profile, audit=settings.audit, lexicon=settings.lexicon)
    config = _config(settings)
    sockets = [config.bind_socket()]
    with suppress(KeyboardInterrupt):  # a stop that is over
        if settings.workers == 1:
            uvicorn.Server(config).run(sockets)
            return
        with tempfile.TemporaryDirectory(prefix="faithstill-metrics-") as folder:
            os.environ.setdefault(_FOLDER, folder)
            workers = Multiprocess(config, sockets)
            workers.run()
            if any(process.exitcode == STARTUP_FAILURE for process in workers.processes):
                raise RuntimeError("a worker could not start; the log above says why")


def _app(settings: ServiceSettings) -> Any:
    from .app import create_app  # in a worker, once the folder of its metrics is known

    return create_app(settings)


def _config(settings: ServiceSettings) -> uvicorn.Config:
    return uvicorn.Config(
        partial(_app, settings),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=_logs(),
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=_KEPT,
        timeout_graceful_shutdown=settings.grace,
        timeout_worker_healthcheck=_START,
    )


def _logs() -> dict[str, Any]:
    """uvicorn's, and ours beside it on standard error."""
    found = copy.deepcopy(LOGGING_CONFIG)
    found["loggers"]["faithstill"] = {"handlers": ["default"], "level": "INFO", "propagate": False}
    return found

"""Sends requests and repeats unanswered ones. An answer without a `code` is not from the service."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional, Tuple, Union

from ._errors import ConnectionLost, ProblemError

_PASSING = (408, 425, 429)
_FIRST_PAUSE, _LONGEST_PAUSE, _LONGEST_RETRY_AFTER = 0.5, 8.0, 600.0
_INTERNAL_ATTEMPTS = 3

Failed = Union[ProblemError, ConnectionLost]
Answer = Tuple[int, Any, Optional[float]]


class Transport:
    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *, timeout: float = 20.0, patience: float = 60.0
    ) -> None:
        if api_key and not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key has characters that no header may have")
        self._base_url = base_url.rstrip("/")
        self._headers = {"X-Api-Key": api_key} if api_key else {}
        self.timeout = timeout
        self._patience = patience
        # A redirect would forward the key to another host.
        self._opener = urllib.request.build_opener(_NoRedirect)

    def patience(self) -> Patience:
        return Patience(self._patience)

    def insist(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        patience: Optional[Patience] = None,
    ) -> Answer:
        """Sends the request until it is answered, may not be repeated, or patience runs out; then raises the last error."""
        patience = patience or self.patience()
        attempt = 0
        while True:
            attempt += 1
            try:
                return self.call(method, path, body, headers)
            except (ProblemError, ConnectionLost) as error:
                if not _repeats(error, attempt):
                    raise
                if not patience.pause(max(backoff(attempt), error.retry_after or 0.0)):
                    raise

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Status, body and `Retry-After` of a successful answer."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, "Accept": "application/json", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self._base_url + path, data=data, headers=sent, method=method)
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                status, fields, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            status, fields = error.code, error.headers
            try:
                text = error.read()
            except (OSError, http.client.HTTPException):
                text = b""
        except (OSError, http.client.HTTPException):
            # The original error may contain the request.
            raise ConnectionLost("no answer came") from None
        retry_after = _retry_after(fields.get("Retry-After"))
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if 200 <= status < 300:
            if not isinstance(answer, dict):
                raise ConnectionLost("the answer could not be read")
            return status, answer, retry_after
        if isinstance(answer, dict) and isinstance(answer.get("code"), str) and isinstance(answer.get("status"), int):
            raise ProblemError(answer, retry_after)
        raise ConnectionLost(f"something answered {status} that is not the service", status, retry_after)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Patience:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def pause(self, seconds: float) -> bool:
        """Sleeps and returns True if there is time for another attempt; else returns False at once."""
        if time.monotonic() + seconds >= self._end:
            return False
        time.sleep(seconds)
        return True


def backoff(attempt: int) -> float:
    """Exponential backoff with jitter, so that clients who lost their connection together do not return together."""
    return min(_FIRST_PAUSE * 2 ** (attempt - 1), _LONGEST_PAUSE) * (0.5 + random.random() / 2)


def passes(error: Failed) -> bool:
    """True if a later attempt may succeed."""
    return error.status is None or error.status >= 500 or error.status in _PASSING or error.status < 400


def _repeats(error: Failed, attempt: int) -> bool:
    """Repeats a request whose answer was lost, and one that the service could not handle for the moment. All other
    problems are faults of the request or need the operator."""
    if isinstance(error, ConnectionLost):
        return passes(error)
    if error.code == "internal":
        return attempt < _INTERNAL_ATTEMPTS
    return error.status in (408, 429, 503)


def _retry_after(header: Optional[str]) -> Optional[float]:
    """In seconds; None if it is missing or unreadable."""
    if header is None:
        return None
    try:
        text = header.strip()
        seconds = float(text) if text.isdigit() else parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_RETRY_AFTER)

from __future__ import annotations

from typing import Any, Mapping, Optional


class ProblemError(Exception):
    """The service refused the request. Branch on `code`."""

    def __init__(self, problem: Mapping[str, Any], retry_after: Optional[float]) -> None:
        super().__init__(f"{problem['code']}: {problem.get('detail', '')}")
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.retry_after = retry_after


class ConnectionLost(Exception):
    """No readable answer; the request may have been processed. `status`: of a proxy's answer."""

    def __init__(self, message: str, status: Optional[int] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class WebhookVerificationError(Exception):
    """The request is not from the service, or is not recent. Answer 400 and do nothing."""

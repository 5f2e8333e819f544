from __future__ import annotations

from typing import Any, Mapping, Optional


class ProblemError(Exception):
    """The service said no; decide by `code`."""

    def __init__(self, problem: Mapping[str, Any], retry_after: Optional[float]) -> None:
        super().__init__(f"{problem['code']}: {problem.get('detail', '')}")
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.retry_after = retry_after


class ConnectionLost(Exception):
    """No answer, or none that can be read: what was asked may be done all the same. `status`: of a proxy's answer."""

    def __init__(self, message: str, status: Optional[int] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class WebhookVerificationError(Exception):
    """Whatever was received is not what the service sent, or not just now. Answer 400, and do nothing."""

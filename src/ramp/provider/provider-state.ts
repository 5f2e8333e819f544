import { Injectable } from '@nestjs/common';
import { CircuitBreaker } from './circuit-breaker.js';
import type { SignOfLife } from './circuit-breaker.js';
import { MonotonicTime } from '../../platform/shared/monotonic-time.js';
import type { RampResult } from '../port/ramp.errors.js';

/** For so long an answer shows that the provider answers. */
const LATELY_MS = 10 * 60_000;

/** For so long after a create that timed out as one of several, the next one waits. */
const CREATES_REST_MS = 5000;

/** How the provider has been answering lately, as the last calls found it; nobody is asked for this. */
@Injectable()
export class ProviderState {
  #current: 'up' | 'down' | 'unknown' = 'unknown';
  #understoodAt = Number.NEGATIVE_INFINITY;
  /** Since a create was last answered. */
  #creates = { timeouts: 0, lastAt: Number.NEGATIVE_INFINITY };

  constructor(
    private readonly time: MonotonicTime,
    private readonly breaker: CircuitBreaker,
  ) {}

  /** `unknown`: there was no call yet. */
  current(): 'up' | 'down' | 'unknown' {
    return this.breaker.isOpen ? 'down' : this.#current;
  }

  /** The provider is away, and every call of this process is held back. */
  isAway(): boolean {
    return this.breaker.isOpen;
  }

  /** Was there an answer, to any call, that made sense? */
  answersLately(): boolean {
    return this.time.now() - this.#understoodAt < LATELY_MS;
  }

  /** Do several creates in a row time out, while other calls may be answered? One that is merely slow gets no more of them. */
  createsTimeOut(): boolean {
    return this.#creates.timeouts > 1 && this.time.now() - this.#creates.lastAt < CREATES_REST_MS;
  }

  /** A call that our own side held back says nothing of the provider. */
  note(result: RampResult<unknown>): void {
    this.breaker.note(signOf(result));
    if (result.evidence.endpoint === 'create') this.noteCreate(result);
    if (result.kind === 'not_sent' && result.reason !== 'connection') return;
    this.#current = result.kind === 'not_sent' || result.kind === 'unknown' ? 'down' : 'up';
    if (result.kind === 'answered') this.#understoodAt = this.time.now();
  }

  private noteCreate(result: RampResult<unknown>): void {
    const sign = signOf(result);
    if (sign === 'answer') this.#creates = { timeouts: 0, lastAt: Number.NEGATIVE_INFINITY };
    if (result.kind !== 'unknown' || result.reason !== 'timeout') return;
    this.#creates = { timeouts: this.#creates.timeouts + 1, lastAt: this.time.now() };
  }
}

function signOf(result: RampResult<unknown>): SignOfLife {
  switch (result.kind) {
    case 'not_sent':
      return result.reason === 'connection' ? 'silence' : 'neither';
    case 'unknown':
      if (result.reason === 'connection_lost') return 'neither';
      return result.reason === 'timeout' ? 'silence' : 'answer';
    case 'answered':
    case 'refused':
    case 'protocol':
      return 'answer';
  }
}

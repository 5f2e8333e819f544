import { Injectable } from '@nestjs/common';
import { CircuitBreaker } from './circuit-breaker.js';
import type { SignOfLife } from './circuit-breaker.js';
import { Time } from '../../platform/time/time.js';
import type { RampResult } from '../port/ramp.errors.js';

/** How long an answer proves that the provider is up. */
const LATELY_MS = 10 * 60_000;

const CREATES_REST_MS = 5000;

/** As observed in calls; makes no calls of its own. */
@Injectable()
export class ProviderState {
  #current: 'up' | 'down' | 'unknown' = 'unknown';
  #understoodAt = Number.NEGATIVE_INFINITY;
  #creates = { timeouts: 0, lastAt: Number.NEGATIVE_INFINITY };

  constructor(
    private readonly time: Time,
    private readonly breaker: CircuitBreaker,
  ) {}

  current(): 'up' | 'down' | 'unknown' {
    return this.breaker.isOpen ? 'down' : this.#current;
  }

  isBreakerOpen(): boolean {
    return this.breaker.isOpen;
  }

  answeredRecently(): boolean {
    return this.time.monotonic() - this.#understoodAt < LATELY_MS;
  }

  /** A slow provider gets no more creates, even if it answers other calls. */
  areCreatesTimingOut(): boolean {
    return this.#creates.timeouts > 1 && this.time.monotonic() - this.#creates.lastAt < CREATES_REST_MS;
  }

  /** Ignores calls that our own side held back. */
  note(result: RampResult<unknown>): void {
    this.breaker.note(signOf(result));
    if (result.evidence.endpoint === 'create') this.noteCreate(result);
    if (result.kind === 'not_sent' && result.reason !== 'connection') return;
    this.#current = result.kind === 'not_sent' || result.kind === 'unknown' ? 'down' : 'up';
    if (result.kind === 'answered') this.#understoodAt = this.time.monotonic();
  }

  private noteCreate(result: RampResult<unknown>): void {
    if (signOf(result) === 'answer') this.#creates = { timeouts: 0, lastAt: Number.NEGATIVE_INFINITY };
    if (result.kind !== 'unknown' || result.reason !== 'timeout') return;
    this.#creates = { timeouts: this.#creates.timeouts + 1, lastAt: this.time.monotonic() };
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

import { Injectable } from '@nestjs/common';
import { Breaker } from './breaker.js';
import type { SignOfLife } from './breaker.js';
import { MonotonicTime } from './monotonic-time.js';
import type { RampResult } from './ramp.errors.js';

/** For so long an answer shows that the provider answers. */
const LATELY_MS = 10 * 60_000;

/** How the provider has been answering lately, as the last calls found it; nobody is asked for this. */
@Injectable()
export class ProviderState {
  #current: 'up' | 'down' | 'unknown' = 'unknown';
  #understoodAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly time: MonotonicTime,
    private readonly breaker: Breaker,
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

  /** A call that our own side held back says nothing of the provider. */
  note(result: RampResult<unknown>): void {
    this.breaker.note(signOf(result));
    if (result.kind === 'not_sent' && result.reason !== 'connection') return;
    this.#current = result.kind === 'not_sent' || result.kind === 'unknown' ? 'down' : 'up';
    if (result.kind === 'answered') this.#understoodAt = this.time.now();
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

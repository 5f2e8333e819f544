import { Injectable } from '@nestjs/common';
import type { RampResult } from './ramp.errors.js';

/** How the provider has been answering lately, as the last call found it; nobody is asked for this. */
@Injectable()
export class ProviderState {
  #current: 'up' | 'down' | 'unknown' = 'unknown';

  /** `unknown`: there was no call yet. */
  current(): 'up' | 'down' | 'unknown' {
    return this.#current;
  }

  /** A call that our own side held back says nothing of the provider. */
  note({ kind, ...result }: RampResult<unknown>): void {
    if (kind === 'not_sent' && 'reason' in result && result.reason !== 'connection') return;
    this.#current = kind === 'not_sent' || kind === 'unknown' ? 'down' : 'up';
  }
}

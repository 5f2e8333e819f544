import { Injectable, Logger } from '@nestjs/common';
import { addressBlock } from '../shared/address-block.js';
import { SECURITY_EVENTS } from '../shared/security-events.js';
import type { SecurityEvent } from '../shared/security-events.js';
import { writeEvent } from './log-events.js';
import { Metrics } from './metrics.js';
import { Repeats } from './repeats.js';

/** Who caused an event, and from where; null: nobody knows, or nobody did. Whatever else is given stands in the line. */
export interface SecurityFacts {
  readonly actor: string | null;
  /** The network address of the request; told as the limits count it. */
  readonly address: string | null;
  readonly [fact: string]: unknown;
}

/** The only way to log a security event: none goes uncounted. */
@Injectable()
export class SecurityLog {
  readonly #logger = new Logger('Security');
  readonly #repeats = new Repeats(() => performance.now());

  constructor(private readonly metrics: Metrics) {}

  /**
   * Counts it, and writes a line. Of refusals of one kind from one address fewer and fewer lines are written, with `times`,
   * how many there were within the hour.
   */
  tell(event: SecurityEvent, { actor, address, ...facts }: SecurityFacts): void {
    this.metrics.securityEvents.inc({ event });
    const from = address === null ? null : addressBlock(address);
    const [level] = SECURITY_EVENTS[event];
    if (level !== 'warn') {
      writeEvent(this.#logger, event, { actor, address: from, ...facts });
      return;
    }
    const times = this.#repeats.count(`${event} ${from ?? ''}`);
    if (times !== null) writeEvent(this.#logger, event, { actor, address: from, times, ...facts });
  }
}

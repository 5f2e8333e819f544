import { HOUR, Time } from '../time/time.js';
import { Injectable, Logger } from '@nestjs/common';
import { addressBlock } from '../text/ip-address.js';
import { SECURITY_EVENTS } from '../callers/security-events.js';
import type { SecurityEvent } from '../callers/security-events.js';
import { writeEvent } from './log-events.js';
import { Metrics } from './metrics.js';

const MOST = 10_000;

interface Repetition {
  readonly since: number;
  times: number;
}

/** Of the same event within an hour only the first, second, fourth, eighth … is reported. Memory is bounded. */
class Repeats {
  readonly #entries = new Map<string, Repetition>();

  constructor(
    private readonly time: Time,
    private readonly most = MOST,
  ) {}

  /** null: do not report this one. */
  count(thing: string): number | null {
    const existing = this.#entries.get(thing);
    const entry =
      existing !== undefined && this.time.monotonic() - existing.since < HOUR ? existing : this.#begin(thing);
    entry.times += 1;
    return Number.isInteger(Math.log2(entry.times)) ? entry.times : null;
  }

  #begin(thing: string): Repetition {
    const entry = { since: this.time.monotonic(), times: 0 };
    this.#entries.delete(thing);
    this.#entries.set(thing, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.most && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}

/** null: unknown, or none. Further facts are logged as fields. */
export interface SecurityFacts {
  readonly actor: string | null;
  /** The client's IP address; logged as the block that the limits count. */
  readonly address: string | null;
  readonly [fact: string]: unknown;
}

/** The only way to log a security event, so that each one is counted. */
@Injectable()
export class SecurityLog {
  readonly #logger = new Logger('Security');
  private readonly repeats = new Repeats(this.time);

  constructor(
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {}

  /** Repeated refusals of one kind from one address are logged ever less often, with `times` within the hour. */
  tell(event: SecurityEvent, { actor, address, ...facts }: SecurityFacts): void {
    this.metrics.securityEvents.inc({ event });
    const from = address === null ? null : addressBlock(address);
    const [level] = SECURITY_EVENTS[event];
    if (level !== 'warn') {
      writeEvent(this.#logger, event, { actor, address: from, ...facts });
      return;
    }
    const times = this.repeats.count(`${event} ${from ?? ''}`);
    if (times !== null) writeEvent(this.#logger, event, { actor, address: from, times, ...facts });
  }
}

import type { LoggerService } from '@nestjs/common';
import { redact } from '../../../src/platform/redaction/for-log.js';
import { Chance } from '../../../src/platform/chance.js';
import { SECOND, Time } from '../../../src/platform/time/time.js';
import type { Timer } from '../../../src/platform/time/time.js';
import type { Dice } from './dice.js';
import type { Owner, Scheduler } from './scheduler.js';
import type { Logged } from './world.js';

const SLOWNESS = 8;
/** A round that comes more often takes a few orders; the others go through all. */
const WHOLE_ROUND_MS = 10 * SECOND;

/** One process's clocks and timers on virtual time. */
export class SimulatedTime extends Time {
  readonly #begunAt: number;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly owner: Owner,
    /** How far this process's wall clock is ahead. */
    private readonly skewMs: number,
  ) {
    super();
    this.#begunAt = scheduler.now;
  }

  now(): Date {
    return new Date(this.scheduler.now + this.skewMs);
  }

  monotonic(): number {
    return this.scheduler.now - this.#begunAt;
  }

  after(ms: number, then: () => void): Timer {
    return this.scheduler.after(Math.max(1, Math.ceil(ms)), then, { owner: this.owner });
  }

  /** Ticks more rarely than asked for, and ever more so while nothing happens: what is written starts work by itself. */
  every(ms: number, then: () => void): Timer {
    let next: Timer;
    let isCancelled = false;
    const plan = (): void => {
      const { quietForMs, longestTickMs, crowd } = this.scheduler;
      const share = ms < WHOLE_ROUND_MS ? 1 : crowd;
      const wait = Math.max(SLOWNESS * ms, share * Math.min(4 * quietForMs, longestTickMs / crowd));
      next = this.scheduler.after(wait, tick, { owner: this.owner, isTick: true, isRepeated: true });
    };
    const tick = (): void => {
      then();
      if (!isCancelled) plan();
    };
    plan();
    const cancel = (): void => {
      isCancelled = true;
      next.cancel();
    };
    return { cancel };
  }
}

export class SimulatedChance extends Chance {
  constructor(private readonly dice: Dice) {
    super();
  }

  number(): number {
    return this.dice.number();
  }

  uuid(): string {
    return this.dice.uuid();
  }

  bytes(count: number): Buffer {
    return this.dice.bytes(count);
  }
}

/** Keeps warnings and events of the service's log, redacted as the real log is. Nest has one logger for all applications. */
export class SimulatedLogger implements LoggerService {
  readonly log = this.#at('info');
  readonly error = this.#at('error');
  readonly warn = this.#at('warn');
  readonly debug = (): void => undefined;
  readonly verbose = (): void => undefined;
  readonly fatal = this.#at('fatal');

  constructor(private readonly keep: (line: Pick<Logged, 'level' | 'event' | 'fields'>) => void) {}

  #at(level: string): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      const fields = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : null;
      const event = fields?.['event'];
      if (level === 'info' && typeof event !== 'string') return;
      const shown = fields ?? { msg: message, rest };
      this.keep({ level, event: typeof event === 'string' ? event : null, fields: redact(shown) as Logged['fields'] });
    };
  }
}

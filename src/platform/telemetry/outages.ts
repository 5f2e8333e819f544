import type { LoggerService, LogLevel } from '@nestjs/common';
import { errorCode } from '../problems/error-code.js';
import { MINUTE, SECOND } from '../time/time.js';
import type { Time } from '../time/time.js';
import { isOfOutage, LOG_EVENTS } from './log-events.js';
import type { LogEvent } from './log-events.js';

const QUIET_MS = 15 * SECOND;
const AGAIN_MS = 5 * MINUTE;

interface Outage {
  times: number;
  lastAt: number;
  loggedAt: number;
}

/** Logs the first event of an outage, one more every five minutes, and at its end how often the event came. */
export class OutageLogger implements LoggerService {
  readonly fatal = this.#at('fatal');
  readonly error = this.#at('error');
  readonly warn = this.#at('warn');
  readonly log = this.#at('log');
  readonly debug = this.#at('debug');
  readonly verbose = this.#at('verbose');
  readonly #outages = new Map<string, Outage>();

  constructor(
    private readonly target: LoggerService,
    private readonly time: Time,
  ) {}

  #at(level: LogLevel): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      if (!isOfOutage(message) || this.#begins(message, rest)) this.target[level]?.(message, ...rest);
    };
  }

  /** `rest` ends with the name of Nest's logger: each has outages of its own. */
  #begins({ event, ...fields }: { readonly event: LogEvent }, rest: readonly unknown[]): boolean {
    const [, , field = '']: readonly string[] = LOG_EVENTS[event];
    const detail = field === '' ? {} : { [field]: (fields as Record<string, unknown>)[field] };
    const key = JSON.stringify([event, detail, causeOf(event, fields), rest.at(-1)]);
    const now = this.time.monotonic();
    const current = this.#outages.get(key);
    if (current !== undefined) {
      current.times += 1;
      current.lastAt = now;
      if (now - current.loggedAt < AGAIN_MS) return false;
      current.loggedAt = now;
      return true;
    }
    const outage = { times: 1, lastAt: now, loggedAt: now };
    this.#outages.set(key, outage);
    const look = this.time.every(SECOND, () => {
      if (this.time.monotonic() - outage.lastAt < QUIET_MS) return;
      look.cancel();
      this.#outages.delete(key);
      const { times, lastAt } = outage;
      const end = { of: event, ...detail, times, forMs: Math.round(lastAt - now) };
      if (times > 1) this.target.log({ event: 'outage_ended', msg: LOG_EVENTS.outage_ended[1], ...end }, ...rest);
    });
    return true;
  }
}

/** Outages with different errors or return codes are different, but a database that is away gives many errors. */
function causeOf(event: LogEvent, { err, ramp }: { readonly err?: unknown; readonly ramp?: unknown }): string {
  if (event.startsWith('database_')) return '';
  const { returnCode = '' } = (ramp ?? {}) as { returnCode?: unknown };
  return errorCode(err) ?? (err instanceof Error ? err.name : String(returnCode));
}

const loggedErrors = new WeakSet<Error>();

/** The log names the cause of this error already. */
export function markLogged(error: Error): void {
  loggedErrors.add(error);
}

export function isLogged(error: unknown): boolean {
  return error instanceof Error && loggedErrors.has(error);
}

import { SECOND } from '../../../src/platform/time/time.js';
import type { Dice } from './dice.js';
import type { Process } from './process.js';
import { SimulatedStatements } from './simulated-statements.js';
import type { Server } from './simulated-statements.js';

/** The limits of the service's connections, and of its driver. */
const STATEMENT_TIMEOUT_MS = 10 * SECOND;
const QUERY_TIMEOUT_MS = 12 * SECOND;
/** Postgres notices so late that a client is gone without a word. */
const GONE_MS = 90 * SECOND;

const WRITES = /\b(?:INSERT|UPDATE|DELETE|FOR (?:KEY )?SHARE)\b/;
const LOCK_LIMIT = /lock_timeout', '(\d+)ms'/;
/** A number of an order, chosen by a shop or made, without the end of a trade's. */
const NUMBER = /\b([AS]-\d+|i-[0-9a-z]{20,})(?:-r\d+)?\b/gi;

export interface Lock {
  /** The order's number, in lower case. */
  readonly number: string;
  readonly from: number;
  readonly until: number;
  /** Otherwise its statement was on the same connection. */
  readonly isHeld: boolean;
}

type Together = Parameters<SimulatedStatements['runTogether']>[0];
type Work = Pick<Together[number], 'sql' | 'parameters'>;

const isWaiting = ({ sql }: Work): boolean => WRITES.test(sql) && !sql.includes('SKIP LOCKED');

function numbersIn(statements: readonly Work[]): string[] {
  const text = JSON.stringify(statements.filter(isWaiting).map(({ parameters }) => parameters));
  return [...new Set([...text.matchAll(NUMBER)].map(([, number = '']) => number.toLowerCase()))];
}

/** Orders whose rows a transaction holds. */
export class Locks {
  all: Lock[] = [];
  #latest = 0;

  hold(numbers: readonly string[], from: number, until: number, isHeld = true): void {
    this.#latest = Math.max(this.#latest, until);
    for (const number of numbers) this.all.push({ number, from, until, isHeld });
  }

  /** The server restarts. */
  release(now: number): void {
    this.all = this.all.map((lock) => (lock.until > now ? { ...lock, until: now } : lock));
  }

  /** When these statements can have all their rows. */
  freeAt(statements: readonly Work[], now: number): number {
    if (this.#latest <= now) return now;
    const numbers = numbersIn(statements);
    const held = this.all.filter(({ number, until, isHeld }) => isHeld && until > now && numbers.includes(number));
    return Math.max(now, ...held.map(({ until }) => until));
  }
}

interface SharedServer extends Server {
  readonly locks: Locks;
}

/**
 * Several transactions at once, which one connection cannot have: a statement that writes waits for the rows of its orders.
 * What it then reads is of the time after the wait.
 */
export class ContendedStatements extends SimulatedStatements {
  constructor(
    private readonly shared: SharedServer,
    private readonly sender: Process,
    private readonly chance: Dice,
  ) {
    super(shared, sender, chance.fork('statements'));
  }

  override async run(sql: string, parameters: readonly unknown[], name: string | null): Promise<unknown[]> {
    await this.#rows([{ sql, parameters }]);
    return super.run(sql, parameters, name);
  }

  override async runTogether(statements: Together): Promise<unknown[][]> {
    await this.#rows(statements);
    return super.runTogether(statements);
  }

  async #rows(statements: readonly Work[]): Promise<void> {
    if (statements.some(isWaiting)) await this.#strike(statements);
    const { scheduler, locks } = this.shared;
    const { now } = scheduler;
    const waitMs = locks.freeAt(statements, now) - now;
    if (waitMs === 0) return;
    const limit = statements.map(({ sql }) => LOCK_LIMIT.exec(sql)?.[1]).find((ms) => ms !== undefined);
    const limitMs = Number(limit ?? STATEMENT_TIMEOUT_MS);
    // Rows that it has are held meanwhile.
    if (statements.length > 1) locks.hold(numbersIn(statements.slice(0, 2)), now, now + Math.min(waitMs, limitMs));
    await this.#after(Math.min(waitMs, limitMs));
    if (waitMs <= limitMs) return this.#rows(statements);
    this.shared.note(this.sender.name, `gave up waiting for a lock after ${limitMs} ms`);
    const [message, code] = limit === undefined ? ['statement timeout', '57014'] : ['lock timeout', '55P03'];
    throw Object.assign(new Error(`canceling statement due to ${message}`), { code });
  }

  async #strike(statements: readonly Work[]): Promise<void> {
    const { faults, locks, scheduler } = this.shared;
    const { now } = scheduler;
    const numbers = numbersIn(statements);
    if (numbers.length === 0) return;
    const hold = (some: readonly string[], ms: number, what: string): void => {
      this.shared.note('database', `${some.join(' ')} ${what} for ${ms} ms`);
      locks.hold(some, now, now + ms);
    };
    if (faults.strikes('lock_wait')) {
      hold([this.chance.pick(numbers)], this.chance.pick([300, 2 * SECOND, 9 * SECOND, 40 * SECOND]), 'is locked');
    }
    if (faults.strikes('transaction_open')) {
      const ms = this.chance.int(50, 5 * SECOND);
      hold(numbers, ms, 'is in an open transaction');
      await this.#after(ms);
    }
    if (faults.strikes('batch_half_sent')) {
      const first = numbers.slice(0, this.chance.int(1, numbers.length));
      locks.hold(numbers, now, now + QUERY_TIMEOUT_MS, false);
      hold(first, this.chance.pick([QUERY_TIMEOUT_MS, GONE_MS]), 'is in half a batch');
      await this.#after(QUERY_TIMEOUT_MS);
      throw new Error('Query read timeout');
    }
  }

  /** What was sent goes on if its sender dies. */
  #after(ms: number): Promise<void> {
    this.sender.pending += 1;
    return new Promise((resolve) => {
      this.shared.scheduler.after(ms, () => {
        this.sender.pending -= 1;
        resolve();
      });
    });
  }
}

import { AsyncResource } from 'node:async_hooks';
import { requestOver } from '../time/request-time.js';
import type { Time } from '../time/time.js';
import { isLockedOut, isRetryable, isRolledBack } from './database-errors.js';
import type { Statement } from './statements.js';

/** Statements of one commit. */
const MOST = 64;
/** A statement that takes longer, such as one that waits for a lock, no longer keeps the others waiting. */
const PATIENCE_MS = 250;
/** Connections for statements that take longer: a machine that died may have left many rows locked. */
const MOST_SLOW = 4;

/** `key`: of a batch the smallest key runs first. */
export interface LaneStatement extends Omit<Statement, 'name'> {
  readonly key: string;
}

/** Runs them in one transaction; returns the rows of each. */
export type RunTogether = (statements: readonly LaneStatement[]) => Promise<readonly unknown[][]>;

/**
 * Its rows; or it runs in a transaction of its own: `alone` while others wait, `apart` while they don't. `over`: its request
 * was answered meanwhile.
 */
type Turn = unknown[] | 'alone' | 'apart' | 'over';

interface Waiting extends LaneStatement {
  readonly isOver: () => boolean;
  readonly take: (turn: Turn | Promise<Turn>) => void;
}

/** Group commit: statements that come while one is on its way go out together afterwards. */
export class Lane {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;
  /** Statements and batches that have taken longer than PATIENCE_MS, and still do. */
  #slow = 0;
  readonly #waitingSlowly: (() => void)[] = [];
  /** Keys of statements that wait because others have locked their rows. */
  readonly #locked = new Set<string>();
  /** A batch runs in the context of no request. */
  readonly #outside = new AsyncResource('Lane');

  /** `committing` receives the number of statements of each transaction that was committed. */
  constructor(
    private readonly runTogether: RunTogether,
    private readonly time: Time,
    private readonly committing: (statements: number) => void = () => undefined,
  ) {}

  /** `alone`: runs the statement in a transaction of its own, without a limit for locks; refuses if the request is over. */
  async run(statement: LaneStatement, alone: () => Promise<unknown[]>): Promise<unknown[]> {
    const { key } = statement;
    if (this.#locked.has(key)) return this.#single(() => this.#slowly(key, alone));
    const turn = this.#isTaken ? await this.#turn(statement) : 'alone';
    if (typeof turn !== 'string') return turn;
    if (turn === 'over') return alone();
    const isLimited = turn === 'apart' || this.#slow >= MOST_SLOW;
    const work = isLimited ? () => this.#limited(statement, alone) : alone;
    try {
      return await this.#single(turn === 'alone' ? () => this.#hold(work) : work);
    } catch (error) {
      if (isLimited && isLockedOut(error)) return this.#single(() => this.#slowly(key, alone));
      throw error;
    }
  }

  #turn(statement: LaneStatement): Promise<Turn> {
    return new Promise((take) => this.#waiting.push({ ...statement, isOver: requestOver(), take }));
  }

  async #single<T>(work: () => Promise<T>): Promise<T> {
    const done = await work();
    this.committing(1);
    return done;
  }

  async #hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isTaken = true;
    const held = { isSlow: false };
    const patience = this.time.after(PATIENCE_MS, () => {
      held.isSlow = true;
      this.#slow += 1;
      this.#next();
    });
    try {
      return await work();
    } finally {
      patience.cancel();
      if (held.isSlow) this.#slowEnded();
      else this.#next();
    }
  }

  /** Under a batch's limit for locks. */
  async #limited(statement: LaneStatement, alone: () => Promise<unknown[]>): Promise<unknown[]> {
    try {
      return (await this.runTogether([statement]))[0] ?? [];
    } catch (error) {
      if (isRetryable(error)) return alone();
      throw error;
    }
  }

  async #slowly<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#locked.add(key);
    while (this.#slow >= MOST_SLOW) await new Promise<void>((go) => this.#waitingSlowly.push(go));
    this.#slow += 1;
    try {
      return await work();
    } finally {
      this.#locked.delete(key);
      this.#slowEnded();
    }
  }

  #slowEnded(): void {
    this.#slow -= 1;
    this.#waitingSlowly.shift()?.();
  }

  #next(): void {
    const batch: Waiting[] = [];
    while (batch.length < MOST) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      if (next.isOver()) next.take('over');
      else batch.push(next);
    }
    batch.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const [first, second] = batch;
    this.#isTaken = first !== undefined;
    if (second === undefined) first?.take('alone');
    else this.#outside.runInAsyncScope(() => this.#send(batch));
  }

  #send(batch: readonly Waiting[]): void {
    const sent = this.#hold(() => this.runTogether(batch));
    sent.then(
      () => this.committing(batch.length),
      () => undefined,
    );
    for (const [at, { take }] of batch.entries()) take(sent.then((rows) => rows[at] ?? [], apartIfRolledBack));
  }
}

function apartIfRolledBack(error: unknown): Turn {
  if (isRolledBack(error)) return 'apart';
  throw error;
}

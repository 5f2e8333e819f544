import { AsyncResource } from 'node:async_hooks';
import type { Time } from '../time/time.js';
import { isRolledBack } from './database-errors.js';
import type { Statement } from './together-query.js';

/** Statements of one commit. */
const MOST = 64;
/** A statement that takes longer, such as one that waits for a lock, no longer keeps the others waiting. */
const PATIENCE_MS = 250;

/** `key`: of a batch the smallest key runs first. */
export interface LaneStatement extends Omit<Statement, 'name'> {
  readonly key: string;
}

/** Runs them in one transaction; returns the rows of each. */
export type RunTogether = (statements: readonly LaneStatement[]) => Promise<readonly unknown[][]>;

/** Its rows; or it runs in a transaction of its own: `alone` while others wait, `apart` while they don't. */
type Turn = unknown[] | 'alone' | 'apart';

interface Waiting extends LaneStatement {
  readonly take: (turn: Turn | Promise<Turn>) => void;
}

/** Group commit: statements that come while one is on its way go out together afterwards. */
export class Lane {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;
  /** A batch runs in the context of no request. */
  readonly #outside = new AsyncResource('Lane');

  /** `committing` receives the number of statements of each transaction. */
  constructor(
    private readonly runTogether: RunTogether,
    private readonly time: Time,
    private readonly committing: (statements: number) => void = () => undefined,
  ) {}

  /** `alone`: runs the statement in a transaction of its own. */
  async run(statement: LaneStatement, alone: () => Promise<unknown[]>): Promise<unknown[]> {
    const turn = this.#isTaken
      ? await new Promise<Turn>((take) => this.#waiting.push({ ...statement, take }))
      : 'alone';
    if (typeof turn !== 'string') return turn;
    this.committing(1);
    return turn === 'alone' ? this.#hold(alone) : alone();
  }

  async #hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isTaken = true;
    let isHeld = true;
    const letGo = (): void => {
      if (isHeld) this.#next();
      isHeld = false;
    };
    const patience = this.time.after(PATIENCE_MS, letGo);
    try {
      return await work();
    } finally {
      patience.cancel();
      letGo();
    }
  }

  #next(): void {
    const batch = this.#waiting.splice(0, MOST).sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const [first, second] = batch;
    this.#isTaken = first !== undefined;
    if (second === undefined) first?.take('alone');
    else this.#outside.runInAsyncScope(() => this.#send(batch));
  }

  #send(batch: readonly Waiting[]): void {
    this.committing(batch.length);
    const sent = this.#hold(() => this.runTogether(batch));
    for (const [at, { take }] of batch.entries()) take(sent.then((rows) => rows[at] ?? [], apartIfRolledBack));
  }
}

function apartIfRolledBack(error: unknown): Turn {
  if (isRolledBack(error)) return 'apart';
  throw error;
}

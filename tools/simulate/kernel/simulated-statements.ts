import { Statements } from '../../../src/platform/database/statements.js';
import type { Statement } from '../../../src/platform/database/statements.js';
import type { SimulatedPostgres } from '../database/simulated-postgres.js';
import type { Dice } from './dice.js';
import type { Faults } from './faults.js';
import type { Process } from './process.js';
import type { Scheduler } from './scheduler.js';

/** The service's own limit for a server that no longer answers. */
const QUERY_TIMEOUT_MS = 12_000;

/** There are few shared commits, so faults strike them more often. */
const SHARE_OF_SHARED = 15;

/** A server that all processes share. `note`: adds a line to the trace. */
export interface Server {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly postgres: SimulatedPostgres;
  /** Grows when the server restarts: replies of before never arrive. */
  readonly generation: number;
  /** How long a statement or its reply takes at most, without faults. */
  readonly latencyMs: number;
  /** Statements that shared a commit. */
  sharing: number;
  note(who: string, what: string): void;
  /** Called as each statement is sent: faults of processes and of the server strike then. */
  onStatement(process: Process): void;
}

const failure = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

const REFUSALS = [
  ['deadlock', 'deadlock detected', '40P01'],
  ['statement_timeout', 'canceling statement due to statement timeout', '57014'],
  ['too_many_connections', 'sorry, too many clients already', '53300'],
  ['statement_failed', 'Connection terminated unexpectedly', undefined],
] as const;

/** One process's connections. A statement runs whole, at a time that the dice choose, even if its process has died. */
export class SimulatedStatements extends Statements {
  constructor(
    private readonly server: Server,
    private readonly process: Process,
    private readonly dice: Dice,
  ) {
    super();
  }

  /** A restarted server is another one. */
  get connections(): number {
    return this.server.generation;
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  readPatiently(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return this.run(sql, parameters, null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  run(sql: string, parameters: readonly unknown[], name: string | null): Promise<unknown[]> {
    return this.#send(label(sql), () => this.server.postgres.run(sql, parameters, name));
  }

  runTogether(statements: readonly Statement[]): Promise<unknown[][]> {
    // The first limits how long the others wait for locks.
    this.server.sharing += statements.length - 1;
    const all = statements.map(({ sql }) => label(sql)).join('; ');
    return this.#send(all, () => this.server.postgres.runTogether(statements), SHARE_OF_SHARED);
  }

  /** `what`: what the trace says of it. `share`: how often faults strike it. */
  #send<T>(what: string, work: () => Promise<T[]>, share = 1): Promise<T[]> {
    const { scheduler, faults } = this.server;
    this.server.onStatement(this.process);
    return new Promise<T[]>((resolve, reject) => {
      const reply = (ms: number, act: () => void): unknown => scheduler.after(ms, act, { owner: this.process });
      const refusal = REFUSALS.find(([fault]) => faults.strikes(fault, share));
      if (refusal !== undefined) {
        const [, message, code] = refusal;
        this.server.note(this.process.name, `statement refused: ${message}: ${what}`);
        reply(this.#latencyMs(), () => reject(failure(message, code)));
        return;
      }
      const isLost = faults.strikes('statement_reply_lost', share);
      const delayMs = faults.strikes('statement_delayed', share)
        ? this.dice.int(100, 2 * QUERY_TIMEOUT_MS)
        : this.#latencyMs();
      const { generation } = this.server;
      if (delayMs > QUERY_TIMEOUT_MS) reply(QUERY_TIMEOUT_MS, () => reject(failure('Query read timeout')));
      // The statement runs even if its sender dies.
      this.process.pending += 1;
      scheduler.after(delayMs, async () => {
        this.process.pending -= 1;
        if (this.server.generation !== generation) {
          reply(0, () => reject(failure('Connection terminated unexpectedly')));
          return;
        }
        const [rows, error] = await work().then(
          (found): [T[], Error | null] => [found, null],
          (problem: unknown): [T[], Error | null] => [[], problem as Error],
        );
        this.server.note(
          this.process.name,
          `${isLost ? 'reply lost: ' : ''}${what} → ${error?.message ?? rows.length}`,
        );
        reply(this.#latencyMs(), () => {
          if (isLost || this.server.generation !== generation) reject(failure('Connection terminated unexpectedly'));
          else if (error === null) resolve(rows);
          else reject(error);
        });
      });
    });
  }

  #latencyMs(): number {
    return this.dice.int(0, this.server.latencyMs);
  }
}

const labels = new Map<string, string>();

/** The first words of a statement, enough to find it. */
function label(sql: string): string {
  const known = labels.get(sql) ?? sql.slice(0, 200).replace(/\s+/g, ' ').trim().slice(0, 60);
  labels.set(sql, known);
  return known;
}

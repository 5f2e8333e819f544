import { Injectable } from '@nestjs/common';
import { listed, names, placeholders, reader, selectList, values } from '../platform/database/columns.js';
import type { Columns } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { entity } from '../platform/database/entity-table.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { withoutRequestTime } from '../platform/time/request-time.js';
import { iso, Time } from '../platform/time/time.js';
import { pausedBy } from './rules/pause.js';
import type { PausableTerms, Paused, PauseScope } from './rules/pause.js';

export interface Pause extends PauseScope, Paused {
  readonly id: string;
  readonly reason: string;
  /** The name of the member of staff. */
  readonly begunBy: string;
  readonly at: Date;
}

const COLUMNS: Columns<Pause> = {
  id: 'uuid',
  side: 'text?',
  fiat: 'text?',
  crypto: 'text?',
  network: 'text?',
  payWayCode: 'text?',
  country: 'text?',
  reason: 'text',
  until: 'timestamptz?',
  begunBy: 'text',
  at: 'timestamptz = checkout_now()',
};

export const PauseEntity = entity('pauses', COLUMNS, ['id'], {
  checks: [{ name: 'pauses_side', expression: `side = ANY ('{BUY,SELL}')` }],
  indices: [{ name: 'pauses_once', synchronize: false }],
});

const read = reader(COLUMNS, 'p');
const SELECT = `SELECT ${selectList(COLUMNS, 'p')} FROM pauses p
  WHERE until IS NULL OR until > checkout_now() ORDER BY at DESC, id`;
const END_OVER = 'DELETE FROM pauses WHERE until <= checkout_now()';
/** Repeated, it is one pause still: the newest one. */
const BEGIN = `INSERT INTO pauses (${names(COLUMNS)}) SELECT ${placeholders(COLUMNS, 1)}
  ON CONFLICT (side, fiat, crypto, network, pay_way_code, country) DO UPDATE
     SET id = excluded.id, reason = excluded.reason, until = excluded.until, begun_by = excluded.begun_by, at = excluded.at`;

/** Together less than two seconds, with the longest wait for the provider's rate between the two. */
const FRESH_MS = 500;
const SENDABLE_MS = 1900;

/** What staff does not sell at present. Without Postgres nothing is known to be free, and nothing is sent. */
@Injectable()
export class PausesService {
  #reading: { readonly at: number; readonly pauses: Promise<readonly Pause[]> } | null = null;
  #newest: { readonly at: number; readonly pauses: readonly Pause[] } = { at: -Infinity, pauses: [] };

  constructor(
    private readonly database: Database,
    private readonly time: Time,
  ) {}

  /** Those in force less than a second ago, newest first. Throws database errors. */
  inForce(): Promise<readonly Pause[]> {
    const reading = this.#reading;
    const isFresh = reading !== null && this.time.monotonic() - reading.at < FRESH_MS;
    return isFresh ? reading.pauses : this.list();
  }

  /** Those in force now, newest first. */
  list(): Promise<readonly Pause[]> {
    const at = this.time.monotonic();
    const reading = { at, pauses: this.read(at) };
    this.#reading = reading;
    reading.pauses.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading.pauses;
  }

  async of(terms: PausableTerms): Promise<Paused | null> {
    return pausedBy(await this.inForce(), terms);
  }

  /** Throws `paused`. */
  async refuse(terms: PausableTerms): Promise<void> {
    const paused = await this.of(terms);
    if (paused !== null) throw pausedProblem(paused.until);
  }

  /** For the moment of sending, which waits for nothing: also false if the newest reading is too old. */
  isFree(terms: PausableTerms): boolean {
    const { at, pauses } = this.#newest;
    return this.time.monotonic() - at < SENDABLE_MS && pausedBy(pauses, terms) === null;
  }

  /** A pause of the same things is replaced. */
  async begin(pause: Pause): Promise<void> {
    await this.database.query(END_OVER);
    await this.database.query(BEGIN, values(listed(COLUMNS), pause));
    this.#reading = null;
  }

  async end(id: string): Promise<void> {
    await this.database.query('DELETE FROM pauses WHERE id = $1', [id]);
    this.#reading = null;
  }

  /** Callers share it, so it does not end with the request of the first one. */
  private async read(at: number): Promise<readonly Pause[]> {
    const rows = await withoutRequestTime(() => this.database.query<Record<string, unknown>>(SELECT));
    const pauses = rows.map(read);
    // Readings may end in another order than they began.
    if (at > this.#newest.at) this.#newest = { at, pauses };
    return pauses;
  }
}

export function pausedProblem(until: Date | null, members: Readonly<Record<string, unknown>> = {}): Problem {
  return new Problem('paused', PROBLEM_TEXTS.paused, { members: { ...members, until: iso(until) } });
}

import type { Dice } from './dice.js';

/** Each fault, and how often it strikes where it can: per statement, call, webhook, request or hour. */
export const FAULTS = {
  // Per statement.
  statement_failed: 0.004,
  statement_reply_lost: 0.004,
  statement_delayed: 0.01,
  deadlock: 0.004,
  statement_timeout: 0.002,
  too_many_connections: 0.002,
  // Per statement: what is about to happen has just begun.
  commits_lost: 0.0003,
  database_clock_step: 0.0004,
  process_killed: 0.001,
  process_paused: 0.001,
  process_drained: 0.0003,
  keys_rotated: 0.0001,
  // Per start of a process.
  process_clock_skew: 0.1,
  // Per call to the provider.
  call_refused: 0.01,
  request_lost: 0.01,
  answer_lost: 0.02,
  answer_late: 0.02,
  answer_of_another_order: 0.005,
  answer_5xx: 0.02,
  answer_429: 0.01,
  answer_garbage: 0.01,
  answer_not_found: 0.01,
  create_refused: 0.02,
  // Per trade at the provider.
  provider_changes_mind: 0.02,
  provider_drifts: 0.02,
  provider_forgets: 0.01,
  unknown_status: 0.01,
  wrong_record: 0.02,
  paid_late: 0.05,
  callback_lost: 0.2,
  callback_repeated: 0.1,
  callback_reordered: 0.05,
  callback_forged: 0.02,
  // Per webhook.
  receiver_dead: 0.02,
  receiver_slow: 0.05,
  receiver_answer_lost: 0.02,
  receiver_error: 0.05,
  // Per request of a caller.
  request_cut: 0.02,
  // Per statement that writes: the rows of an order are locked.
  lock_wait: 0.003,
  transaction_open: 0.003,
  batch_half_sent: 0.002,
  // Per statement.
  restored_in_place: 0.0001,
  column_added: 0.0001,
  // Per quote.
  price_moves: 0.1,
} as const satisfies Readonly<Record<string, number>>;

export type Fault = keyof typeof FAULTS;

export const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name);

/** Decides where faults strike. Each fault has dice of its own, so that leaving one out changes no other. */
export class Faults {
  readonly struck = new Map<Fault, number>();
  readonly #dice: ReadonlyMap<Fault, Dice>;
  isOver = false;

  /** `intensity`: multiplies every rate, so that seeds differ from calm to wild. */
  constructor(
    dice: Dice,
    enabled: readonly Fault[],
    private readonly intensity: number,
  ) {
    this.#dice = new Map(enabled.map((fault) => [fault, dice.fork(fault)]));
  }

  /** `share`: of the fault's unit, such as hours. */
  strikes(fault: Fault, share = 1): boolean {
    const dice = this.#dice.get(fault);
    if (dice === undefined || this.isOver || !dice.chance(FAULTS[fault] * this.intensity * share)) return false;
    this.struck.set(fault, (this.struck.get(fault) ?? 0) + 1);
    return true;
  }
}

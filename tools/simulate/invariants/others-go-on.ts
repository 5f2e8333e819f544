import { MINUTE_MS } from './observed.js';
import type { Observed } from './observed.js';
import type { Asked } from '../kernel/world.js';

/** Each touches the rows of one order, or one connection. */
const OF_ONE = ['lock_wait', 'transaction_open', 'batch_half_sent', 'callback_forged', 'callback_repeated'];
/** After its end a fault of everything shows for so long. */
const FELT_MS = 30 * MINUTE_MS;
/** A repeat that waits for its twin at another replica is woken by a tick, which takes eight seconds here. */
const LONGEST_MS = 14_000;
/** Of a hundred requests about others so many may fail: those that share a connection with the locked one. */
const MOST_BAD = 2;
/** A request uses its order for so long before and after. */
const USES_MS = MINUTE_MS;

/** In lower case, without the end of a trade's; empty: none, or only an idempotency key tells. */
function numberOf({ request: { path, body }, merchantOrderNo }: Asked): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const [, ofPath] = /\/(?:orders|callbacks\/ramp)\/([^/?~]+)/.exec(path) ?? [];
  const [, ofBody] = /"merchantOrderNo":"([^"]+)"/.exec(text) ?? [];
  const number = ofPath ?? ofBody ?? merchantOrderNo;
  return typeof number === 'string' ? number.toLowerCase().replace(/-r\d+\b.*$/, '') : '';
}

/** 24: while a fault touches one order, requests about others are answered well. */
export class OthersGoOn {
  #strikes = 0;
  /** When something struck that touches everything. */
  #wideAt = -Infinity;
  #looked = 0;
  #good = 0;
  #bad = 0;

  constructor(private readonly world: Observed) {}

  /** Call it after each event: the counts of faults have no times. */
  look(): string[] {
    const { asked, faults, locks, scheduler } = this.world;
    const wide = [...faults.struck].reduce((sum, [fault, times]) => sum + (OF_ONE.includes(fault) ? 0 : times), 0);
    if (wide > this.#strikes) this.#wideAt = scheduler.now;
    this.#strikes = wide;
    const fresh = asked.slice(this.#looked);
    this.#looked = asked.length;
    const problems: string[] = [];
    for (const one of fresh) {
      const { request, sentAt, at, status, code } = one;
      const number = numberOf(one);
      if (number === '' || this.#wideAt > sentAt - FELT_MS) continue;
      const about = locks.all.filter(({ from, until }) => from < at && until > sentAt - USES_MS);
      if (about.length === 0 || about.some((lock) => lock.number === number)) continue;
      const isBad = status === null || (status >= 500 && code !== 'ramp_unavailable') || at - sentAt > LONGEST_MS;
      if (!isBad) this.#good += 1;
      else {
        this.#bad += 1;
        problems.push(
          `${request.method} ${request.path}: ${status ?? 'no answer'} after ${at - sentAt} ms, while ${about[0]?.number} was locked`,
        );
      }
    }
    const isTooMany = this.#bad > 1 + ((this.#good + this.#bad) * MOST_BAD) / 100;
    return isTooMany ? problems.map((problem) => `${problem}; ${this.#bad} of ${this.#good + this.#bad} [24]`) : [];
  }
}

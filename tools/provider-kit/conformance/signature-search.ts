import { readHttpDate } from '../../../src/ramp/wire/evidence.js';
import { saidBy } from './judge/said.js';
import { Unreachable } from './means.js';
import type { Means } from './means.js';
import { plainList } from './plan/looking.js';
import { PLAN } from './plan/probes.js';
import type { Answered, Unanswered } from './wire/exchange.js';
import type { NamedScheme } from './wire/signing.js';

/** Smaller clock errors cannot be measured: the `Date` header has whole seconds. */
const WORTH_CORRECTING_MS = 2000;
const VALID_MS = 5 * 60_000;
const STAMP_EXPIRED = '3103';

export interface SearchTrial {
  readonly accepted: NamedScheme | null;
  readonly tried: readonly string[];
  /** The accepted call, else that of the configured scheme. */
  readonly exchange: Answered;
  /** Milliseconds to add to our clock to get the provider's. */
  readonly offsetMs: number;
}

/**
 * Requests the crypto list with one scheme after the other until one is accepted; corrects our clock by the first
 * answer.
 */
export class SignatureSearch {
  #offsetMs: number | null = null;

  constructor(
    private readonly fiat: string,
    private readonly means: Means,
  ) {}

  async search(): Promise<SearchTrial> {
    const { schemes } = this.means;
    const tried: string[] = [];
    let first: Answered | null = null;
    for (const scheme of schemes) {
      tried.push(scheme.name);
      const exchange = await this.ask(scheme);
      if (exchange.kind === 'unanswered') {
        if (first === null) throw new Unreachable(exchange.detail);
        continue;
      }
      first ??= exchange;
      if (saidBy(exchange).kind !== 'success') continue;
      return { accepted: scheme, tried, exchange, offsetMs: this.#offsetMs ?? 0 };
    }
    if (first === null) throw new Unreachable('no scheme to try');
    return { accepted: null, tried, exchange: first, offsetMs: this.#offsetMs ?? 0 };
  }

  private async ask(scheme: NamedScheme): Promise<Answered | Unanswered> {
    const { send, now, tell } = this.means;
    const once = (): Promise<Answered | Unanswered> => {
      tell('list', 0, PLAN.length);
      return send(plainList(this.fiat), now() + (this.#offsetMs ?? 0), scheme);
    };
    const exchange = await once();
    if (this.#offsetMs !== null || exchange.kind === 'unanswered') return exchange;
    const dated = offsetBy(exchange);
    const isAccepted = saidBy(exchange).kind === 'success';
    // Accepted in spite of a distance beyond the tolerance: the header's clock is not the one that checks timestamps.
    this.#offsetMs = isAccepted && Math.abs(dated) >= VALID_MS ? 0 : dated;
    if (isAccepted || dated === 0) return exchange;
    // The refusal may have been about our clock alone.
    const corrected = await once();
    if (corrected.kind === 'answered' && !isExpired(corrected)) return corrected;
    this.#offsetMs = 0;
    return exchange;
  }
}

function isExpired(exchange: Answered): boolean {
  const said = saidBy(exchange);
  return said.kind === 'refusal' && said.code === STAMP_EXPIRED;
}

/** 0: no `Date` header, or a negligible difference. */
function offsetBy({ answer, midway }: Answered): number {
  const date = readHttpDate(answer.date);
  const offset = date === null ? 0 : date.getTime() - midway;
  return Math.abs(offset) < WORTH_CORRECTING_MS ? 0 : offset;
}

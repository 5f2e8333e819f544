import { Injectable } from '@nestjs/common';
import { canonicalNetwork } from '../platform/addresses/networks.js';
import { Database } from '../platform/database/database.js';
import { cachedFor, within } from '../platform/time/promises.js';
import { MINUTE, Time } from '../platform/time/time.js';
import type { CryptoPair } from '../ramp/port/ramp.types.js';

const KEPT_MS = 10 * MINUTE;
/** Limits are checked without these contracts rather than late. */
const PATIENCE_MS = 500;

type Row = Readonly<Record<'crypto' | 'network' | 'address', string>>;

/** Reads the newest completed purchases by the index `orders_chosen`. */
const SHOWN = `
  SELECT DISTINCT trade.asked ->> 'crypto' AS crypto, trade.asked ->> 'network' AS network,
         trade.facts ->> 'tokenAddress' AS address
    FROM (SELECT merchant_order_no FROM orders WHERE side = 'BUY' AND status = 'COMPLETED' AND in_review = false
           ORDER BY (created_at AT TIME ZONE 'UTC') DESC, merchant_order_no DESC LIMIT 2000) AS newest
    JOIN trades AS trade USING (merchant_order_no) WHERE trade.facts ->> 'tokenAddress' > ''`;

/** The token contracts that the provider's records show. */
@Injectable()
export class TokenContracts {
  #shown: ReadonlyMap<string, string> = new Map();
  private readonly readAgain = cachedFor(this.time, KEPT_MS, async () => {
    // A failure is kept too, so that checkouts do not add load to a database in trouble.
    const rows = await this.database.query<Row>(SHOWN).catch(() => null);
    if (rows !== null) this.#shown = new Map(rows.map((row) => [nameOf(row), row.address]));
  });

  constructor(
    private readonly database: Database,
    private readonly time: Time,
  ) {}

  /** The pairs, each with its token's contract if a record shows it and the provider's list does not. */
  async addTo(pairs: readonly CryptoPair[]): Promise<readonly CryptoPair[]> {
    await within(this.time, PATIENCE_MS, this.readAgain(), undefined);
    return pairs.map((pair) => ({ ...pair, address: pair.address ?? this.#shown.get(nameOf(pair)) ?? null }));
  }
}

const nameOf = ({ crypto, network }: Pick<Row, 'crypto' | 'network'>): string =>
  JSON.stringify([crypto.toUpperCase(), canonicalNetwork(network)]);

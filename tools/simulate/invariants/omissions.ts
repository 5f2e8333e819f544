import { asBody, isSale, madeAt, MINUTE_MS, stageOf, statusOf, wereLost } from './observed.js';
import type { Body, Observed, ProviderTrade, Received, StoredWhole } from './observed.js';
import type { ProviderIndex } from './provider-index.js';
import type { Rows } from './rows.js';
import type { ToldOrders } from './told-orders.js';

type Trade = StoredWhole['trades'][number];

/** What a check of omissions reads. `pages`: when the page of a trade was first told, by its number. */
interface Run {
  readonly rows: Rows;
  readonly world: Observed;
  readonly provider: ProviderIndex;
  readonly pages: ToldOrders['pages'];
}

const HOUR_MS = 60 * MINUTE_MS;

/** From the question about the older pages to the commit of the next trade: some calls, each under its lease. */
const FRESH_MS = 3 * MINUTE_MS;

/**
 * How late the service may ask about a payment, by the way in which it could know of it. A query that failed is no
 * omission: each one starts the time anew.
 */
const LATENESS = {
  /** A callback about it was acknowledged. */
  callback: () => 30 * MINUTE_MS,
  /** Commits were lost: the trades that exist are queried again, spread over six hours. */
  loss: () => 7 * HOUR_MS,
  /** It was open when it was paid: intervals grow with its age. */
  schedule: (ageMs: number) => HOUR_MS + ageMs / 4,
};

/** Background work of a quiet world waits so long for its next tick: in the active part, and in the weeks after it. */
const TICK_MS = { active: 4 * HOUR_MS, settling: 24 * HOUR_MS };

/** The order's terms that the provider's record repeats. */
const COMPARED = ['fiat', 'crypto', 'network', 'address', 'amount'] as const;

function* purchases({ rows }: Run): Generator<{ stored: StoredWhole; trade: Trade }> {
  for (const stored of rows.orders) {
    if (stored.order.erasedAt !== null) continue;
    for (const trade of stored.trades) if (trade.side === 'BUY') yield { stored, trade };
  }
}

/** Differences between a record and the terms. The customer may change the amount until the order is paid. */
function differences({ asked }: Trade, record: Body): string[] {
  const isPaid = stageOf(statusOf(String(record['status']))) > 0;
  return COMPARED.filter((field) => {
    const [expected, actual] = [asked?.[field], record[field]];
    if (typeof expected !== 'string' || typeof actual !== 'string' || actual === '') return false;
    return field === 'amount' ? isPaid && Number(expected) !== Number(actual) : expected !== actual;
  });
}

/** 10: a record that the service keeps as this trade's and that differs from its terms has a mismatch. */
function unraised(run: Run): string[] {
  const raised = new Set(run.rows.mismatches.map(({ tradeNo, field }) => `${tradeNo} ${field}`));
  return [...purchases(run)].flatMap(({ trade }) =>
    differences(trade, asBody(asBody(trade.lastSeen)['data']))
      .filter((field) => !raised.has(`${trade.tradeNo} ${field}`))
      .map((field) => `${trade.tradeNo}: its record has another ${field}, and no mismatch says so [10]`),
  );
}

/**
 * 13: while the answer to a query is awaited, no other query about the trade is sent. A query by the merchant's number, and
 * one about a sale, may be a control query, whose answer is not recorded.
 */
function queriedTwice(run: Run): string[] {
  const { rows, world, provider } = run;
  // A paused process and another clock outlast a lease.
  if (world.faults.struck.has('process_paused') || world.faults.struck.has('database_clock_step')) return [];
  return rows.orders.flatMap(({ trades }) =>
    trades.flatMap(({ side, tradeNo }) => {
      if (side === 'SELL') return [];
      const polls = provider.requests(tradeNo, 'query').filter(({ orderNo }) => orderNo !== null);
      const queries = polls.toSorted((a, b) => a.sentAt - b.sentAt);
      return queries.flatMap((query, index) => {
        const before = queries.slice(0, index).find((one) => (one.deliveredAt ?? one.sentAt) > query.sentAt);
        if (before === undefined || wereLost(world, before.sentAt - MINUTE_MS, query.sentAt)) return [];
        return [`${tradeNo}: ${query.who} asks while ${before.who} waits for its answer [13]`];
      });
    }),
  );
}

/** 13: an older answer changes nothing, so a status goes back only if the provider went back. */
function wentBack({ rows, provider }: Run): string[] {
  return rows.mismatches
    .filter(({ kind, tradeNo }) => {
      if (kind !== 'transition') return false;
      const stages = provider
        .requests(tradeNo, 'query')
        .filter(({ said }) => said?.code === '0000' && said.data !== null)
        .toSorted((a, b) => a.sentAt - b.sentAt)
        .map(({ said }) => stageOf(statusOf(String(asBody(said?.data)['status']))));
      return stages.every((stage, index) => stage >= Math.max(0, ...stages.slice(0, index)));
    })
    .map(({ tradeNo }) => `${tradeNo}: has a forbidden transition, which the provider never made [13]`);
}

/** The answer is about this trade, and says in words of the contract that it is not paid. */
function saysUnpaid({ said, trade }: Received, tradeNo: string): boolean {
  if (said?.code !== '0000') return false;
  if (said.data === null) return true;
  const status = statusOf(String(asBody(said.data)['status']));
  return trade?.tradeNo?.toLowerCase() === tradeNo.toLowerCase() && status !== undefined && stageOf(status) === 0;
}

/** 14: a request that makes a further trade has asked about each page that was told before. */
function unasked({ rows, world, provider, pages }: Run): string[] {
  // Entries are dated by Postgres' clock.
  if (world.faults.struck.has('database_clock_step')) return [];
  const toldAt = ({ tradeNo }: Trade): number => pages.get(tradeNo.toLowerCase()) ?? Infinity;
  return rows.orders.flatMap(({ trades, events }) =>
    trades.slice(1).flatMap(({ tradeNo }, index) => {
      const older = trades.slice(0, index + 1);
      const begin = events.find((event) => event.tradeNo === tradeNo && event.kind.startsWith('sending'));
      const begun = begin?.at.getTime() ?? 0;
      // A trade after an attempt without a page belongs to the same request.
      const isFirst = older.slice(-1).some((trade) => toldAt(trade) < begun);
      const wasSent = provider.requests(tradeNo, 'create').length > 0;
      if (!isFirst || !wasSent || wereLost(world, begun - FRESH_MS, begun)) return [];
      const isFresh = ({ sentAt, deliveredAt }: Received): boolean =>
        sentAt > begun - FRESH_MS && (deliveredAt ?? Infinity) <= begun;
      return older
        .filter((trade) => toldAt(trade) < begun)
        .map(({ tradeNo: asked }) => asked)
        .filter((asked) => !provider.requests(asked, 'query').some((one) => isFresh(one) && saysUnpaid(one, asked)))
        .map((asked) => `${tradeNo}: was made without a fresh answer that ${asked} is unpaid [14]`);
    }),
  );
}

const paidAt = ({ history }: ProviderTrade): number | undefined =>
  history.find(({ status }) => stageOf(statusOf(status)) > 0)?.at;

const NOT_BELIEVED: readonly string[] = ['foreign', 'unreadable', 'vanished', 'order_no_clash', 'transition', 'status'];

interface StatusChange {
  readonly at: number;
  readonly to: string;
}

function statusChanges({ events }: StoredWhole, tradeNo: string): StatusChange[] {
  return events.flatMap(({ tradeNo: about, at, data }) => {
    const { status } = (data['changes'] ?? {}) as { status?: { to: string } };
    return about === tradeNo && status !== undefined ? [{ at: at.getTime(), to: status.to }] : [];
  });
}

/** Payments of which the service learned later than {@link LATENESS} allows. */
function learnedLate(run: Run): string[] {
  const { rows, world, provider } = run;
  const { struck } = world.faults;
  if (struck.has('database_clock_step')) return [];
  const acknowledged = new Map<string, number[]>();
  for (const one of world.told) {
    if (one.kind !== 'answer' || one.who !== 'provider' || one.answer.status !== 200) continue;
    const number = /"merchantOrderNo":"([^"]+)"/.exec(String(one.request.body))?.[1]?.toLowerCase();
    if (number !== undefined) acknowledged.set(number, [...(acknowledged.get(number) ?? []), one.at]);
  }
  const unbelieved = new Set(
    rows.mismatches.filter(({ kind }) => NOT_BELIEVED.includes(kind)).map(({ tradeNo }) => tradeNo),
  );
  return [...purchases(run)].flatMap(({ stored, trade }) => {
    const { tradeNo, orderNo } = trade;
    const made = orderNo === null ? undefined : world.provider.trades.get(orderNo);
    const paid = made === undefined || isSale(made) || made.isForgotten ? undefined : paidAt(made);
    if (made === undefined || paid === undefined || unbelieved.has(tradeNo)) return [];
    const changes = statusChanges(stored, tradeNo);
    const knownAt = changes.find(({ to }) => stageOf(to) > 0)?.at ?? Infinity;
    const lostAt = world.epochs.findLast((at) => at > paid && at < knownAt);
    const calledAt = acknowledged
      .get(tradeNo.toLowerCase())
      ?.find((at) => at >= paid && (lostAt === undefined || at > lostAt + MINUTE_MS));
    const wasOpen = changes.filter(({ at }) => at < paid).every(({ to }) => to === 'AWAITING_PAYMENT');
    const ways: [way: keyof typeof LATENESS, since: number | undefined][] = [
      ['callback', calledAt],
      ['loss', lostAt],
      ['schedule', wasOpen && lostAt === undefined ? paid : undefined],
    ];
    return ways.flatMap(([way, since]) => {
      if (since === undefined || since > knownAt) return [];
      const tickMs = world.faults.isOver ? TICK_MS.settling : TICK_MS.active;
      // A fault may strike the first.
      const most = LATENESS[way](paid - madeAt(made)) + 2 * tickMs;
      const until = Math.min(knownAt, world.scheduler.now);
      const tries = provider.tries(made).filter((at) => at > since && at < until);
      const waits = [since, ...tries, until].map((at, index, all) => at - (all[index - 1] ?? at));
      const longest = Math.max(...waits);
      if (longest <= most) return [];
      return [
        `${tradeNo}: paid, could be known by ${way}, and nothing asked for ${Math.round(longest / 1000)} s [lateness]`,
      ];
    });
  });
}

/** 17: no stored fact behind a told field can be forged unnoticed. */
function unsealed({ rows }: Run): string[] {
  return rows.unsealed.map((problem) => `${problem} [17]`);
}

/** What the service should have asked, raised or sealed, and did not. */
export function omissions(run: Run): string[] {
  return [unraised, queriedTwice, wentBack, unasked, learnedLate, unsealed].flatMap((check) => check(run));
}

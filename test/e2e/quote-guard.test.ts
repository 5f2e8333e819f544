import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutBody, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';
import { quotesAtOnce } from './floods/quotes-at-once.js';

const world = useWorld({ RAMP_TIMEOUT_MS: '1500' }, { document: true });
/** The provider's price for these checkouts. */
let price: string;
let mark: number;
beforeAll(async () => {
  await world.service.get('/v1/cryptos?fiat=USD');
  price = await priceNow();
});
beforeEach(async () => {
  await world.sandbox.control('DELETE', '/faults');
  mark = await world.sandbox.mark();
});

const WISH = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };

async function priceNow(): Promise<string> {
  const { body } = await world.service.post('/v1/quotes', { ...WISH, payWayCode: '10001' });
  return (body['items'] as { cryptoQuantity: string }[])[0]!.cryptoQuantity;
}

/** `share` of the price, in the provider's digits. */
const times = (share: number): string => (Number(price) * share).toFixed(6);

function shown(quote: Record<string, string> = { cryptoQuantity: price }, given: Record<string, unknown> = {}) {
  const body = checkoutBody({ quote, ...given });
  return { body, number: String(body['merchantOrderNo']) };
}

const quotes = async (): Promise<number> => (await world.sandbox.calls('quote', mark)).length;

describe('a price that holds', () => {
  it('is asked for once, after the order was reserved, and then the trade is made', async () => {
    const { service, sandbox, rows } = world;
    const quote = { cryptoQuantity: times(1.02), tolerancePercent: '2.5' };
    const { body, number } = shown(quote);
    const order = await service.order(body);
    const calls = (await sandbox.ledger(mark)).filter((entry) => entry.kind === 'call' && entry.endpoint !== 'query');
    expect(calls.map((entry) => 'endpoint' in entry && entry.endpoint)).toEqual(['quote', 'create']);
    const [quoted, create] = await Promise.all([sandbox.calls('quote', mark), sandbox.creates(number)]);
    expect(quoted[0]!.body).toMatchObject({ ...WISH, amount: '100.00', payWayCode: '10001', type: 'ONE' });
    const { trades, events, order: stored } = await rows.whole(number);
    expect(trades).toMatchObject([{ trade_no: number, outcome: 'created', sends: 1, pay_url: order.payUrl }]);
    // The stamp of the request is not older than the price.
    expect(create.map(({ headers }) => headers['timestamp'])).toEqual([trades[0]!.stamp]);
    expect(Number(trades[0]!.stamp)).toBeGreaterThanOrEqual(Date.parse(quoted[0]!.at) - 1000);
    expect(events.slice(0, 3).map(({ kind }) => kind)).toEqual(['reserved', 'sending', 'created']);
    expect(events[0]!.data['shown']).toEqual(quote);
    expect(events[1]!.evidence).toMatchObject({ quote: { cryptoQuantity: price } });
    expect(historyProblems({ order: stored, events })).toEqual([]);
  });

  it('a repeat of a made order asks for none, whatever quote it comes with', async () => {
    const { service } = world;
    const { body } = shown();
    const order = await service.order(body);
    const again = await service.checkout({ ...body, quote: { cryptoQuantity: times(5) } });
    expect([again.status, again.body['payUrl']]).toEqual([200, order.payUrl]);
    expect(await quotes()).toBe(1);
  });

  it('no price was shown: none is asked for', async () => {
    await world.service.order(checkoutBody());
    expect(await quotes()).toBe(0);
  });
});

quotesAtOnce({ count: 20, delayMs: 1500 });

it('realised slippage is kept with the completed trade and in the history, and counted once', async () => {
  const { service, sandbox, rows } = world;
  const counted = async (): Promise<number> =>
    Number(/^ramp_checkout_slippage_percent_count (\d+)$/m.exec(await service.metrics())?.[1]);
  const before = await counted();
  await sandbox.fault({ endpoint: 'quote', act: 'mutate', data: { cryptoQuantity: '80' } });
  const { body, number } = shown({ cryptoQuantity: '80' });
  await service.order(body);
  for (const cryptoQuantity of ['64', '60']) {
    await sandbox.force(number, 'FINISHED', { cryptoQuantity });
    await until('the quantity', async () => (await service.read(number))['cryptoQuantity'] === cryptoQuantity);
  }
  expect(await rows.query('SELECT slippage_percent FROM trades WHERE trade_no = $1', [number])).toEqual([
    { slippage_percent: '-25' },
  ]);
  const events = await rows.events(number);
  expect(
    events.map(({ data }) => (data['changes'] as Record<string, unknown> | undefined)?.['slippagePercent']),
  ).toEqual(
    expect.arrayContaining([
      { from: null, to: '-20' },
      { from: '-20', to: '-25' },
    ]),
  );
  expect((await counted()) - before).toBe(1);
  expect(historyProblems(await rows.whole(number))).toEqual([]);
});

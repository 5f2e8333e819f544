import { describe, expect, it, vi } from 'vitest';
import { NotFoundLearner } from '../../../src/ramp/http/not-found-learner.service.js';
import { MERCHANT_ORDER_NO } from '../../../src/shared/order-number.js';
import { gatewayTests, no, ok, startGateway } from './support/gateway.js';
import type { Received } from './support/provider.js';

const at = gatewayTests();

type Said = readonly [body: unknown, status?: number] | null;

/** A provider that answers questions about orders and its list as the test says; null: not at all. */
function provider(says: { query: (number: string) => Said; list?: Said }): void {
  at.provider.answer = (response, request) => {
    const number = numberIn(request);
    const said = number === null ? (says.list === undefined ? ([ok([])] as const) : says.list) : says.query(number);
    if (said !== null) response.writeHead(said[1] ?? 200).end(JSON.stringify(said[0]));
  };
}

const numberIn = ({ target }: Received): string | null =>
  new URL(target, 'http://x').searchParams.get('merchantOrderNo');
const UNKNOWN = (number: string): Said => [no('1006', `Order ${number} does not exist`)];

async function start(change: Record<string, string> = {}) {
  const { gateway, module } = await startGateway(at.base, { RAMP_TIMEOUT_MS: '300', ...change });
  const learner = module.get(NotFoundLearner);
  const ask = () => gateway.queryTrade({ side: 'BUY', tradeNo: 'A-1001', orderNo: null }, 'poll');
  return { learner, ask, module, gateway };
}

const NOT_FOUND = { kind: 'answered', value: null };

describe('a provider that refuses unknown numbers', () => {
  it('is understood once it was asked about one; nothing else changes its meaning', async () => {
    provider({ query: UNKNOWN });
    const { learner, ask } = await start();
    expect(await ask()).toMatchObject({ kind: 'refused', reason: 'undocumented' });
    expect(await learner.learn('BUY')).toBe('learned');
    expect(await ask()).toMatchObject({
      ...NOT_FOUND,
      evidence: { endpoint: 'query', httpStatus: 200, seen: { returnCode: '1006' } },
    });
    provider({ query: () => [no('1006', 'Order A-1001 is archived')] });
    expect(await ask()).toMatchObject({ kind: 'refused' });
    provider({ query: () => [ok({ orderNo: '9001', status: 'PENDING' })] });
    expect(await ask()).toMatchObject({ kind: 'answered', value: { orderNo: '9001' } });
  });

  it('is asked about a number that is valid, says what it is, and is another one each time', async () => {
    provider({ query: UNKNOWN });
    const { learner } = await start();
    await learner.learn('BUY');
    await learner.learn('BUY');
    const numbers = at.provider.received.map(numberIn).filter((number) => number !== null);
    expect(new Set(numbers).size).toBe(2);
    for (const number of numbers) {
      expect(number).toMatch(/^unused-probe-[a-z0-9]{26}$/);
      expect(number).toMatch(MERCHANT_ORDER_NO);
    }
  });

  it('and answers otherwise some day: the new form counts, the old one no more', async () => {
    provider({ query: UNKNOWN });
    const { learner, ask } = await start();
    await learner.learn('BUY');
    provider({ query: () => [no('1006', 'No such order'), 404] });
    expect(await ask()).toMatchObject({ kind: 'refused' });
    await learner.learn('BUY');
    expect(await ask()).toMatchObject(NOT_FOUND);
    provider({ query: UNKNOWN });
    expect(await ask()).toMatchObject({ kind: 'refused' });
    provider({ query: () => [ok(null)] });
    await learner.learn('BUY');
    expect(await ask()).toMatchObject(NOT_FOUND);
    provider({ query: () => [no('1006', 'No such order'), 404] });
    expect(await ask()).toMatchObject({ kind: 'refused' });
  });
});

describe('the two sides', () => {
  it('say it in their own ways, and each is understood for itself', async () => {
    at.provider.answer = (response, { target }) => {
      const side = new URL(target, 'http://x').searchParams.get('side');
      // A bare answer about sales: no envelope, and no record either.
      const said = side === null ? ok([]) : side === 'BUY' ? no('1006', 'No such order') : null;
      response.writeHead(200).end(JSON.stringify(said));
    };
    const { learner, ask, gateway } = await start();
    const askSale = () => gateway.queryTrade({ side: 'SELL', tradeNo: 'S-1', orderNo: null }, 'poll');
    await learner.learn('BUY');
    expect(await ask()).toMatchObject(NOT_FOUND);
    expect(await askSale()).toMatchObject({ kind: 'protocol' });
    await learner.learn('SELL');
    expect(await askSale()).toMatchObject(NOT_FOUND);
    expect(await ask()).toMatchObject(NOT_FOUND);
  });
});

describe('the two numbers of a sale', () => {
  /** Refuses a number of its own otherwise than one of ours, and quotes both. */
  const byNumber = (): void => {
    at.provider.answer = (response, { target }) => {
      const asked = new URL(target, 'http://x').searchParams;
      const [ours, its] = [asked.get('merchantOrderNo'), asked.get('orderNo')];
      const said =
        ours !== null ? no('1006', `Order ${ours} does not exist`) : its !== null ? no('4040', `No ${its}`) : ok([]);
      response.writeHead(200).end(JSON.stringify(said));
    };
  };
  const ours = { side: 'SELL', tradeNo: 'S-1', orderNo: null } as const;
  const its = { side: 'SELL', tradeNo: null, orderNo: '9001' } as const;

  it('are refused each in its own way, and each is understood for itself', async () => {
    byNumber();
    const { learner, gateway } = await start();
    const ask = async (query: typeof ours | typeof its) => gateway.queryTrade(query, 'poll');
    await learner.learn('BUY');
    await learner.learn('SELL');
    expect(await ask(ours)).toMatchObject(NOT_FOUND);
    expect(await ask(its)).toMatchObject({ kind: 'refused', returnCode: '4040' });
    await learner.learn('SELL_BY_ORDER_NO');
    expect(await ask(its)).toMatchObject(NOT_FOUND);
    expect(await ask(ours)).toMatchObject(NOT_FOUND);
    at.provider.answer = (response) => response.writeHead(200).end(JSON.stringify(no('4040', 'No S-1')));
    expect(await ask(ours)).toMatchObject({ kind: 'refused', returnCode: '4040' });
  });

  it('a purchase is understood by either of them after one question', async () => {
    at.provider.answer = (response, { target }) => {
      const asked = new URL(target, 'http://x').searchParams;
      const number = asked.get('orderNo') ?? asked.get('merchantOrderNo');
      const said = number === null ? ok([]) : no('1006', `Order ${number} does not exist`);
      response.writeHead(200).end(JSON.stringify(said));
    };
    const { learner, gateway } = await start();
    await learner.learn('BUY');
    for (const query of [
      { side: 'BUY', tradeNo: 'A-1', orderNo: null },
      { side: 'BUY', tradeNo: null, orderNo: '9' },
    ] as const) {
      expect(await gateway.queryTrade(query, 'poll')).toMatchObject(NOT_FOUND);
    }
  });
});

describe('nothing is learned', () => {
  it.each<[string, Parameters<typeof provider>[0]]>([
    ['while what we sign is refused', { query: () => [no('1002', 'bad')], list: [no('1002', 'bad')] }],
    ['while no other call is answered', { query: () => [no('1006', 'gone')], list: null }],
    ['from an outage', { query: () => [no('1006', 'x'), 503] }],
    ['from silence', { query: () => null }],
    ['from a signature refusal of questions alone', { query: () => [no('1002', 'Invalid signature')] }],
  ])('%s, and what was known stays', async (_, says) => {
    provider(says);
    const { learner, ask } = await start();
    expect(await learner.learn('BUY')).toMatch(/^(nothing|no_answer)$/);
    expect(await ask()).not.toMatchObject(NOT_FOUND);

    provider({ query: UNKNOWN });
    await learner.learn('BUY');
    provider(says);
    expect(await learner.learn('BUY')).toMatch(/^(nothing|no_answer)$/);
    expect(await ask()).not.toMatchObject(NOT_FOUND);
    provider({ query: UNKNOWN });
    expect(await ask()).toMatchObject(NOT_FOUND);
  });

  it('from a record, and what was known is not believed any more', async () => {
    provider({ query: UNKNOWN });
    const { learner, ask } = await start();
    await learner.learn('BUY');
    provider({ query: () => [ok({ orderNo: '9001', status: 'PENDING' })] });
    expect(await learner.learn('BUY')).toBe('learned');
    expect(await ask()).toMatchObject({ kind: 'answered', value: { orderNo: '9001' } });
    provider({ query: UNKNOWN });
    expect(await ask()).toMatchObject({ kind: 'refused' });
  });
});

it.each(['api', 'worker', 'api,worker'])(
  'a process with ROLES=%s asks once in each form at its start',
  async (roles) => {
    provider({ query: UNKNOWN });
    const { learner } = await start({ ROLES: roles });
    // The method of the class: that of this one is silenced for the tests above.
    NotFoundLearner.prototype.onApplicationBootstrap.call(learner);
    const forms = () =>
      at.provider.received
        .map(({ target }) => new URL(target, 'http://x').searchParams)
        .filter((asked) => asked.has('side'))
        .map((asked) => [asked.get('side'), asked.get('orderNo') === null ? 'ours' : 'its']);
    await vi.waitFor(() => expect(forms()).toHaveLength(3), { timeout: 20_000 });
    expect(forms()).toEqual([
      ['BUY', 'ours'],
      ['SELL', 'ours'],
      ['SELL', 'its'],
    ]);
  },
);

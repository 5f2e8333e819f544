import { beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import { checkoutBody, expectProblem, SERVICE_KEY, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { shiftClock } from '../support/service-clock.js';
import { useWorld } from '../support/service-world.js';

/** A writer of the database without the service's key tries to redirect crypto. */
const THIEF = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const THIEFS_ORDER = 'Thief-1';

const ofOrder = (set: string) => (number: string) => `UPDATE orders SET ${set} WHERE merchant_order_no = '${number}'`;
const ofTrade = (set: string) => (number: string) => `UPDATE trades SET ${set} WHERE merchant_order_no = '${number}'`;

const KEY_OF_ORDER = ofOrder(`address_key = lower('${THIEF}')`);
const ADDRESS_OF_TRADE = ofTrade(`asked = jsonb_set(asked, '{address}', '"${THIEF}"')`);

/** The alteration. That the seal covers each column is shown by `test/integration/altered-orders.test.ts`. */
const SWAPS: readonly (readonly [name: string, sql: (number: string) => string])[] = [
  ['the seal', ofOrder(`state_mac = sha256('thief')`)],
  ['the address, and its search key', (number) => `${KEY_OF_ORDER(number)}; ${ADDRESS_OF_TRADE(number)}`],
  [
    'all terms, by those that the service sealed for the thief',
    (number) =>
      `${KEY_OF_ORDER(number)}; ${ofTrade(`asked = (SELECT asked FROM trades WHERE trade_no = '${THIEFS_ORDER}')`)(
        number,
      )}`,
  ],
];

const UNTOUCHED = 'nothing';
const CASES = [...SWAPS.map(([name]) => name), UNTOUCHED];

/** When a trade waits to be sent, and what makes it be sent; `sent`: how often it was sent before. */
const MOMENTS = [
  { moment: 'reserved and waiting for its price; a worker goes on', sent: 0, again: null },
  { moment: 'sent by a replica that died; another goes on with the next trade', sent: 1, again: null },
  { moment: 'refused; tried again', sent: 1, again: 'retry' },
  { moment: 'never sent; its checkout is repeated', sent: 0, again: 'repeat' },
  { moment: 'cancelled; tried again, to be paid in another way', sent: 1, again: 'retry with 10002' },
] as const;

type Bodies = ReadonlyMap<string, Record<string, unknown>>;

// Without a worker, so that nothing goes on before the orders are altered.
const world = useWorld({ ROLES: 'api' });
let other: Service;
const orders = new Map<string, Bodies>();
const answers = new Map<string, Answer>();
/** Altered while a replica is about to make their next trade. */
let unanswered: Bodies;

const checkout = (given: Record<string, unknown> = {}): Record<string, unknown> =>
  checkoutBody({ redirectUrl: 'https://shop.example/{merchantOrderNo}', merchantName: 'Shop', ...given });
const bodies = (given: Record<string, unknown> = {}): Bodies => new Map(CASES.map((name) => [name, checkout(given)]));
const numberOf = (body: Record<string, unknown>): string => String(body['merchantOrderNo']);
const bodyOf = (moment: string, name: string): Record<string, unknown> => orders.get(moment)!.get(name)!;
const all = <T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<unknown> =>
  Promise.all([...items].map(work));

/** As one who owns the database: no trigger stands in the way. */
const alter = (sql: string): Promise<unknown> =>
  world.rows.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
const alterAll = (made: Bodies): Promise<unknown> => all(SWAPS, ([name, sql]) => alter(sql(numberOf(made.get(name)!))));

async function endOnes(): Promise<void> {
  const [refused, cancelled] = [bodies(), bodies()];
  orders.set(MOMENTS[2].moment, refused);
  orders.set(MOMENTS[4].moment, cancelled);
  const maker = await world.replica({}, { lasts: true });
  await maker.order(checkout({ merchantOrderNo: THIEFS_ORDER, address: THIEF }));
  await all(refused.values(), async (body) => {
    const refusal = { returnCode: '3106', returnMsg: 'at risk' };
    const fault = { endpoint: 'create', act: 'answer', ...refusal, merchantOrderNo: numberOf(body) } as const;
    await world.sandbox.fault(fault);
    expectProblem(await maker.checkout(body), 422, 'address_at_risk');
  });
  await all(cancelled.values(), async (body) => {
    await maker.order(body);
    await world.sandbox.force(numberOf(body), 'CANCEL', {}, false);
    await world.rows.untilStatus(numberOf(body), 'CANCELLED');
  });
  await maker.stop();
}

/** Given up before they could be sent: there was no access token. */
async function neverSent(): Promise<void> {
  const maker = await world.replica({ RAMP_ACCESS_TOKEN: '', ROLES: 'api' }, { lasts: true });
  const made = bodies();
  orders.set(MOMENTS[3].moment, made);
  await all(made.values(), async (body) => expectProblem(await maker.checkout(body), 502, 'ramp_configuration'));
  await maker.stop();
}

/** Their driver dies while the provider keeps it waiting: for all at once, which are as many as a process may have on their way. */
async function leftBehind(made: Bodies, endpoint: 'quote' | 'create', act: 'hang' | 'hang-after'): Promise<void> {
  // On a busy machine it takes long until the last one is there.
  const patient = { ROLES: 'api', RAMP_TIMEOUT_MS: '120000', CHECKOUT_DEADLINE_MS: '120000' };
  const maker = await world.replica(patient, { lasts: true, process: true });
  await world.sandbox.fault({ endpoint, act, times: made.size });
  const going = [...made.values()].map((body) => maker.insist(body).catch(() => null));
  await until(
    'all are with the provider',
    async () => {
      const calls = await world.sandbox.calls(endpoint);
      return calls.filter(({ fault }) => fault === act).length === made.size;
    },
    115_000,
  );
  await maker.program.kill();
  await Promise.all(going);
}

/** Their creates have unknown outcomes; they are altered before the next trade is created half a second later. */
async function waiting(): Promise<void> {
  unanswered = bodies();
  await all([...SWAPS, [UNTOUCHED, () => 'SELECT 1'] as const], async ([name, sql]) => {
    const body = unanswered.get(name)!;
    await world.sandbox.fault({ endpoint: 'create', act: 'status-after', code: 500, merchantOrderNo: numberOf(body) });
    const answer = world.service.checkout(body);
    await until('it is with the provider', async () => (await world.sandbox.creates(numberOf(body))).length > 0);
    await alter(sql(numberOf(body)));
    answers.set(`unanswered: ${name}`, await answer);
  });
}

beforeAll(async () => {
  await endOnes();
  await neverSent();
  await waiting();
  orders.set(MOMENTS[0].moment, bodies({ quote: { cryptoQuantity: '1', tolerancePercent: '100' } }));
  orders.set(MOMENTS[1].moment, bodies());
  await leftBehind(orders.get(MOMENTS[0].moment)!, 'quote', 'hang');
  await leftBehind(orders.get(MOMENTS[1].moment)!, 'create', 'hang-after');
  for (const made of orders.values()) await alterAll(made);
  // Past the leases of the dead.
  await shiftClock(world.databaseUrl, '3 min');
  other = await world.replica({}, { lasts: true, process: true });
  for (const { moment, again } of MOMENTS) {
    if (again === null) continue;
    await all(CASES, async (name) => {
      const body = bodyOf(moment, name);
      const retry = again === 'retry with 10002' ? { payWayCode: '10002' } : {};
      const answer = await (again === 'repeat'
        ? other.checkout(body)
        : other.post(`/v1/orders/${numberOf(body)}/retry`, retry));
      answers.set(`${moment}: ${name}`, answer);
    });
  }
}, 300_000);

/** All creates under the order's numbers have the caller's content. */
async function expectGenuine(body: Record<string, unknown>, payWayCode = body['payWayCode']): Promise<number> {
  const creates = await world.sandbox.creates(numberOf(body));
  for (const [index, { body: sent }] of creates.entries()) {
    const { fiat, amount, crypto, network, address, country, merchantName } = body;
    expect(sent).toMatchObject({
      side: 'BUY',
      fiatCurrency: fiat,
      amount,
      cryptoCurrency: crypto,
      network,
      address,
      alpha2: country,
      payWayCode: index === 0 ? body['payWayCode'] : payWayCode,
      merchantName,
      redirectUrl: `https://shop.example/${numberOf(body)}`,
    });
    expect(sent).not.toHaveProperty('memo');
    expect(sent).not.toHaveProperty('failRedirectUrl');
  }
  return creates.length;
}

const alterations = async (number: string): Promise<unknown[]> =>
  (await world.rows.mismatches(number)).filter(({ kind, resolved_at: at }) => kind === 'state' && at === null);

describe.each(MOMENTS)('an order that is $moment', ({ moment, sent, again }) => {
  it.concurrent.each(SWAPS)('%s altered: nothing is sent, and somebody has to look', async (name) => {
    const body = bodyOf(moment, name);
    const number = numberOf(body);
    if (again === null) {
      await until('it is in review', async () => (await alterations(number)).length === 1);
      await until('the worker leaves it alone', async () => {
        const [row] = await world.rows.query<{ free: boolean }>(
          'SELECT attempt_lease IS NULL AS free FROM orders WHERE merchant_order_no = $1',
          [number],
        );
        return row!.free;
      });
    } else {
      expectProblem(answers.get(`${moment}: ${name}`)!, 409, 'order_in_review');
    }
    expect(await expectGenuine(body)).toBe(sent);
    expect(await alterations(number)).toHaveLength(1);
    expect((await world.rows.order(number))!.in_review).toBe(true);
  });

  it('untouched: it is sent', async () => {
    const body = bodyOf(moment, UNTOUCHED);
    const number = numberOf(body);
    const made = await until('a trade with a page', async () => (await world.rows.trades(number)).at(-1)!.pay_url);
    expect(made).toMatch(/^http/);
    expect(await expectGenuine(body, again === 'retry with 10002' ? '10002' : body['payWayCode'])).toBe(sent + 1);
    expect((await world.rows.order(number))!.in_review).toBe(false);
  });
});

describe('an order whose create came to nobody knows what', () => {
  it.concurrent.each(SWAPS)(
    '%s altered before the next trade: that is what was asked for, or is not sent',
    async (name) => {
      const body = unanswered.get(name)!;
      const creates = await expectGenuine(body);
      const isSent = answers.get(`unanswered: ${name}`)!.status === 201;
      expect(creates).toBe(isSent ? 2 : 1);
      expectProblem(await other.get(`/v1/orders/${numberOf(body)}`), 409, 'order_in_review');
    },
  );

  it('untouched: the next trade is made', async () => {
    expect(answers.get(`unanswered: ${UNTOUCHED}`)!.status).toBe(201);
    expect(await expectGenuine(unanswered.get(UNTOUCHED)!)).toBe(2);
  });
});

it('somebody is alarmed, and told why', async () => {
  const said = other.program.output();
  expect(said).toMatch(/"event":"order_state_altered"/);
  const { text } = await other.get('/metrics');
  const retried = MOMENTS.filter(({ again }) => again === 'retry' || again === 'retry with 10002').length;
  const [, raised] = /^ramp_checkout_mismatches_total\{kind="state"\} (\d+)$/m.exec(text) ?? [];
  expect(Number(raised)).toBeGreaterThan(retried * SWAPS.length);
  const body = bodyOf('refused; tried again', 'the seal');
  expect(await alterations(numberOf(body))).toMatchObject([{ seen: 'its state does not fit its seal' }]);
});

it('verify-history finds each of them, and nothing else', async () => {
  const { out } = await runToEnd('src/cli/accounts/verify-history.js', ['--json'], {
    DATABASE_URL: world.databaseUrl,
    SERVICE_KEY,
  });
  const { faults, missingKeys } = JSON.parse(out) as { faults: { merchantOrderNo: string }[]; missingKeys: string[] };
  const altered = [...orders.values(), unanswered].flatMap((made) => SWAPS.map(([name]) => numberOf(made.get(name)!)));
  expect([...new Set(faults.map(({ merchantOrderNo }) => merchantOrderNo))].sort()).toEqual(altered.sort());
  expect(missingKeys).toEqual([]);
});

describe('without the rights of an owner', () => {
  it.each(SWAPS.filter(([name]) => name !== 'the seal'))('%s cannot be altered', async (_, sql) => {
    const number = numberOf(bodyOf(MOMENTS[3].moment, UNTOUCHED));
    await expect(world.rows.query(sql(number))).rejects.toMatchObject({ code: '23001' });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem, newCheckout, until, wrongFields } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ RAMP_SIGNATURE_REFUSED_CODES: '4402', RAMP_NOT_CONFIGURED_CODES: '4403' }, { document: true });
beforeAll(async () => {
  // Loads the lists of limits first, so that the tests see only their own calls at the provider.
  for (const fiat of ['USD', 'EUR', 'JPY']) await world.service.get(`/v1/cryptos?fiat=${fiat}`);
});

let mark: number;
let ordersBefore: number;
beforeEach(async () => {
  mark = await world.sandbox.mark();
  ordersBefore = await world.rows.count('orders');
});

/** Expects no calls since the test began except scheduled ones and refreshes of lists, and nothing stored. */
async function expectNothingDone(): Promise<void> {
  const entries = await world.sandbox.ledger(mark);
  const anyway = ['query', 'list'];
  expect(entries.filter((entry) => entry.kind === 'call' && !anyway.includes(entry.endpoint))).toEqual([]);
  expect(await world.rows.count('orders')).toBe(ordersBefore);
}

/** As an HTTP status, and as a return code with HTTP 200. */
const NOT_NOW = [
  { act: 'status', code: 429 },
  { act: 'answer', returnCode: '429', returnMsg: 'Too many requests' },
];

const fieldsOf = (answer: Answer): string[] =>
  (answer.body['errors'] as { field: string; message: string }[]).map(({ field, message }) => {
    expect(message).toMatch(/./);
    return field;
  });

describe('invalid_request', () => {
  it('names every wrong field at once', async () => {
    const answer = await world.service.checkout({
      merchantOrderNo: 'ends-in-r2-r2',
      fiat: 'dollars',
      amount: 100,
      crypto: '',
      network: 'E T H',
      address: null,
      country: 'USA',
      merchantName: ['x'],
      quote: { cryptoQuantity: 5, tolerancePercent: '101', bogus: 1 },
      customer: { email: 'not-an-address' },
      unheardOf: true,
    });
    expect(wrongFields(answer).sort()).toEqual(
      [
        'merchantOrderNo',
        'fiat',
        'amount',
        'crypto',
        'network',
        'address',
        'payWayCode',
        'country',
        'merchantName',
        'quote.cryptoQuantity',
        'quote.tolerancePercent',
        'quote.bogus',
        'customer.email',
        'unheardOf',
      ].sort(),
    );
    expect(answer.text).not.toContain('not-an-address');
    await expectNothingDone();
  });

  it.each([
    ['cut JSON', '{"fiat":"USD"'],
    ['no JSON', 'fiat=USD'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', ''],
    ['null', 'null'],
    ['one with a NUL', JSON.stringify(checkoutBody({ memo: 'a\0b' }))],
    ['one with a tolerance alone', JSON.stringify(checkoutBody({ quote: { tolerancePercent: '1' } }))],
  ])('refuses a body that is %s', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await world.service.request('POST', '/v1/checkouts', { body, headers });
    expectProblem(answer, 400, 'invalid_request');
    await expectNothingDone();
  });

  it('refuses a currency that does not exist, a bad Idempotency-Key, and a prototype in the body', async () => {
    const { service } = world;
    expectProblem(await service.checkout(checkoutBody({ fiat: 'XYZ' })), 400, 'invalid_request');
    const key = { 'idempotency-key': 'x'.repeat(256) };
    expectProblem(await service.checkout(checkoutBody({ merchantOrderNo: undefined }), key), 400, 'invalid_request');
    const polluted = JSON.stringify(checkoutBody()).replace('{', '{"__proto__":{"isAdmin":true},');
    const headers = { 'content-type': 'application/json' };
    const answer = await service.request('POST', '/v1/checkouts', { body: polluted, headers });
    expectProblem(answer, 400, 'invalid_request');
    expectProblem(await service.get('/v1/cryptos?fiat=USD&sort=name'), 400, 'invalid_request');
    expectProblem(await service.post('/v1/quotes', { side: 'HOLD' }), 400, 'invalid_request');
    await expectNothingDone();
  });
});

/** The field of a problem, if it has a single one. */
const FIELD: Readonly<Record<string, string>> = {
  amount_precision: 'amount',
  amount_out_of_range: 'amount',
  crypto_not_available: 'crypto',
  address_invalid: 'address',
  address_at_risk: 'address',
  memo_required: 'memo',
};

describe('refusals before any call to the provider', () => {
  it.each([
    ['amount_precision', { amount: '100.000' }],
    ['amount_precision', { amount: '100.001' }],
    ['amount_precision', { fiat: 'JPY', amount: '15000.5' }],
    ['amount_precision', { fiat: 'JPY', amount: '15000.0' }],
    ['address_invalid', { address: '0x52908400098527886E0F7030069857D2E4169EE' }],
    ['address_invalid', { address: '0x52908400098527886e0F7030069857D2E4169EE7' }],
    ['address_invalid', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['address_invalid', { network: 'BSC', address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2' }],
    ['memo_required', { crypto: 'BNB', network: 'BNB', address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2' }],
    ['crypto_not_available', { crypto: 'NOPE' }],
    ['crypto_not_available', { crypto: 'DAI' }],
    ['redirect_not_allowed', { redirectUrl: 'https://evil.example/' }],
    ['redirect_not_allowed', { redirectUrl: 'https://shop.example@evil.example/' }],
    ['redirect_not_allowed', { redirectUrl: 'https://shop.example.evil.example/' }],
    ['redirect_not_allowed', { redirectUrl: 'http://shop.example/' }],
    ['redirect_not_allowed', { redirectUrl: 'javascript:alert(1)' }],
    ['redirect_not_allowed', { failRedirectUrl: 'otherapp://x' }],
    ['redirect_not_allowed', { failRedirectUrl: 'javascript:alert(1)' }],
  ])('%s: %o', async (code, given) => {
    const answer = await world.service.checkout(checkoutBody(given));
    expectProblem(answer, 422, code);
    expect(fieldsOf(answer)).toEqual([FIELD[code] ?? Object.keys(given)[0]]);
    await expectNothingDone();
  });

  it.each([
    [{ amount: '100.001' }, 'Amounts in USD must have at most 2 decimal places.'],
    [{ fiat: 'JPY', amount: '15000.5' }, 'Amounts in JPY must be whole numbers.'],
  ])('amount_precision names currency and digits, in a quote too: %o', async (given, detail) => {
    const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', ...given };
    for (const answer of [
      await world.service.checkout(checkoutBody(given)),
      await world.service.post('/v1/quotes', wish),
    ]) {
      const errors = [{ field: 'amount', message: detail }];
      expect(expectProblem(answer, 422, 'amount_precision')).toMatchObject({ detail, errors });
    }
  });
});

describe("the provider's refusal of a create", () => {
  const OPERATOR = [502, 'ramp_configuration'] as const;
  const RANGE = 'Quote amount exceed the range, The Min purchase amount is 25.5, The max purchase amount is 4,000';

  it.each([
    ['3100', 'Please contact with our team to configure commission', ...OPERATOR],
    ['3101', 'Please contact with our team to configure crypto', 422, 'crypto_not_available'],
    ['3102', RANGE, 422, 'amount_out_of_range'],
    ['3104', 'Please contact with our team to create account', ...OPERATOR],
    ['3105', 'Invalid Crypto Address', 422, 'address_invalid'],
    ['3106', 'Your current withdrawal address is at risk', 422, 'address_at_risk'],
    ['3107', 'Illegal request path', ...OPERATOR],
    ['4711', 'Something new', 422, 'ramp_refused'],
    ['10005', 'Something new', 422, 'ramp_refused'],
    ['E-77', '', 422, 'ramp_refused'],
    ['4402', 'Signature verification failed', ...OPERATOR],
    ['4403', 'No such fiat', 422, 'crypto_not_available'],
  ] as const)('%s: %s', async (returnCode, returnMsg, status, code) => {
    const { service, sandbox, rows } = world;
    for (const http of [200, 400]) {
      const { body, number } = newCheckout();
      const fault = { act: 'answer', merchantOrderNo: number, returnCode, returnMsg, http };
      await sandbox.fault({ endpoint: 'create', ...fault });
      const problem = expectProblem(await service.checkout(body), status, code);
      const message = returnMsg === '' ? null : returnMsg;
      const said = { returnCode, returnMsg: message, traceId: expect.stringMatching(/./) as string };
      expect(problem).toMatchObject({ merchantOrderNo: number, ramp: said });
      expect(problem['detail']).not.toContain(message ?? returnCode);
      const field = FIELD[code];
      if (field !== undefined) expect(problem['errors']).toEqual([{ field, message: problem['detail'] }]);
      const range = returnCode === '3102' ? { min: '25.5', max: '4000' } : {};
      expect(problem).toMatchObject(range);
      if (returnCode === '3102') expect(problem['detail']).toBe('The amount must be from 25.5 to 4000 USD.');
      expect(await sandbox.creates(number)).toHaveLength(1);
      const [trade] = await rows.trades(number);
      expect(trade).toMatchObject({ outcome: 'refused', status: 'REJECTED', pay_url: null, refusal: said });
      expect(trade!.refusal).toEqual({ ...(problem['ramp'] as object), problem: code, min: null, max: null, ...range });
      const refused = (await rows.events(number)).filter(({ kind }) => kind === 'refused');
      // The provider's words may name anyone: they stay with the trade, where they can be erased.
      const data = { returnCode, traceId: said.traceId };
      expect(refused).toMatchObject([{ data, evidence: { endpoint: 'create', traceId: trade!.refusal!['traceId'] } }]);
      expect(refused[0]!.data).not.toHaveProperty('returnMsg');
      expect(await service.read(number)).toMatchObject({ status: 'REJECTED', payUrl: null, failure: { code } });
    }
  });

  it.each([
    ['', 422, 'ramp_refused'],
    ['81003', 502, 'ramp_configuration'],
  ])('a wrong secret, refused with five digits if "%s" is configured: one create, %i %s', async (...row) => {
    const [codes, status, code] = row;
    const { sandbox } = world;
    await sandbox.control('POST', '/behaviour', { signatureRefusedCode: '81003' });
    const wrong = { RAMP_APP_SECRET: 'planted-wrong-secret-3Hx8', RAMP_SIGNATURE_REFUSED_CODES: codes };
    const { service, rows } = await world.another(wrong, 'process');
    const { body, number } = newCheckout();
    const problem = expectProblem(await service.checkout(body), status, code);
    expect(problem).toMatchObject({ ramp: { returnCode: '81003', returnMsg: expect.stringMatching(/./) as string } });
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'refused', sends: 1 }]);
    await service.program.says(/"result":"refused","returnCode":"81003"/);
    await sandbox.control('POST', '/behaviour', { signatureRefusedCode: '1002' });
  });

  it.each(['3100', '4711'])(
    '%s for a payment method without a price: the customer chooses another',
    async (returnCode) => {
      const { service, sandbox, rows } = world;
      const alarms = async () => (await service.metrics()).match(/provider_refusals_total\{.*acts="operator"\} \d+/g);
      const before = await alarms();
      const { body, number } = newCheckout({ payWayCode: '99' });
      await sandbox.refuse(number, returnCode, 'No');
      const problem = expectProblem(await service.checkout(body), 422, 'pay_way_not_available');
      expect(problem).toMatchObject({ errors: [{ field: 'payWayCode' }], ramp: { returnCode } });
      expect(await sandbox.creates(number)).toHaveLength(1);
      expect(await rows.trades(number)).toMatchObject([
        { outcome: 'refused', refusal: { problem: 'pay_way_not_available' } },
      ]);
      expect(await service.read(number)).toMatchObject({
        status: 'REJECTED',
        failure: { code: 'pay_way_not_available' },
      });
      const wish = {
        side: 'BUY',
        crypto: 'USDT',
        network: 'ETH',
        fiat: 'USD',
        country: 'US',
        amount: '100',
        payWayCode: '99',
      };
      expectProblem(await service.post('/v1/quotes', wish), 422, 'pay_way_not_available');
      expect(await alarms()).toEqual(before);
      // The number stays free: the same order works with an offered method.
      expect(await service.order({ ...body, payWayCode: '10001' })).toMatchObject({ status: 'AWAITING_PAYMENT' });
    },
  );

  it('an address that the provider itself calls risky', async () => {
    const body = checkoutBody({ address: '0x7f367cc41522ce07553e823bf3be79a889debe1b' });
    expectProblem(await world.service.checkout(body), 422, 'address_at_risk');
  });

  it("3103 for ever: the operator's problem after a few attempts", async () => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    const stale = { act: 'answer', returnCode: '3103', returnMsg: 'Please refresh timestamp', times: 0 };
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, ...stale });
    expectProblem(await service.checkout(body), 502, 'ramp_configuration');
    const creates = await sandbox.creates(number);
    expect(creates.length).toBeGreaterThan(1);
    expect(creates.length).toBeLessThanOrEqual(3);
    await sandbox.control('DELETE', '/faults');
  });

  it.each(NOT_NOW)('429 (%j): sent again a little later', async (fault) => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, ...fault });
    await service.order(body);
    const creates = await sandbox.creates(number);
    expect(creates.map((create) => create.merchantOrderNo)).toEqual([number, number]);
    expect(new Set(creates.map((create) => create.headers['timestamp'])).size).toBe(2);
  });
});

it.each(NOT_NOW)(
  '429 (%j) to a query counts neither as answered nor as missed: the lease is returned',
  async (fault) => {
    const { service, sandbox } = world;
    const polls = async () => {
      const text = await service.metrics();
      return (result: string) => Number(new RegExp(`polls_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1]);
    };
    const before = await polls();
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.fault({ endpoint: 'query', ...fault });
    await service.read(number);
    const after = await until('the trade is handed back', async () => {
      const now = await polls();
      return now('dropped') > before('dropped') && now;
    });
    expect(after('unanswered')).toBe(before('unanswered'));
    const text = await service.metrics();
    expect(text).toMatch(/provider_refusals_total\{endpoint="query",reason="rate_limited",acts="nobody"\} [1-9]/);
  },
);

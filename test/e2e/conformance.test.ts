import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { CONFORMANCE_ENV, CREATE, conformance, runConformance } from '../support/conformance.js';
import { CREDENTIALS, Sandbox } from '../support/sandbox-client.js';
import type { SeenCall } from '../support/sandbox-client.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.start({ SANDBOX_PACE_MS: '3600000' });
});

beforeEach(() => sandbox.control('POST', '/reset'));

afterAll(() => sandbox.stop());

async function calls(): Promise<readonly SeenCall[]> {
  return (await sandbox.ledger()).filter((entry) => entry.kind === 'call');
}

describe('calls at the provider', () => {
  it('without --create only queries, and creates no order', async () => {
    const { code, report } = await conformance(sandbox.url, ['--order-no', '1', '--sell-order-no', '2']);
    expect(code).toBe(1);
    const seen = await calls();
    const counts = Object.fromEntries(
      ['create', 'token', 'query', 'quote', 'list', 'unknown'].map((endpoint) => [
        endpoint,
        seen.filter((call) => call.endpoint === endpoint).length,
      ]),
    );
    expect(counts).toEqual({ create: 0, token: 0, query: 10, quote: 10, list: 9, unknown: 1 });
    expect((await sandbox.summary()).orders).toBe(0);
    expect(seen.filter(({ headers }) => 'access-token' in headers)).toEqual([]);
    expect(report.failed).toEqual(['BUY order: found by orderNo', 'SELL order: found by orderNo']);
    expect(report.point('create: orderNo and payUrl')).toMatchObject({
      ok: null,
      detail: 'makes an order: only with --create',
    });
    expect(report.seen('create.repeated-number').value).toBeNull();
  });

  it('with --create makes the order, its repeat, and refused attempts only', async () => {
    const { code, report } = await conformance(sandbox.url, [...CREATE, '--callback-url', 'http://127.0.0.1:9/cb']);
    expect(code).toBe(0);
    const creates = await sandbox.calls('create');
    const [first] = creates;
    const run = first?.merchantOrderNo?.replace(/order$/, '') ?? '';
    expect(run).toMatch(/^conformance-[a-z0-9]{12}-$/);
    expect(
      creates.map(({ merchantOrderNo, acted, returnCode, headers }) => [
        merchantOrderNo?.replace(run, ''),
        acted,
        returnCode,
        'access-token' in headers,
      ]),
    ).toEqual([
      ['order', true, '0000', true],
      ['order', true, '0000', true],
      ['no-token', false, '1003', false],
      ['wrong-token', false, '1003', true],
      ['address', false, '3105', true],
      ['amount', false, '3102', true],
      ['crypto', false, '3101', true],
      ['decimals', false, '1004', true],
    ]);
    expect(first?.body).toEqual({
      side: 'BUY',
      merchantOrderNo: `${run}order`,
      amount: '41',
      fiatCurrency: 'USD',
      cryptoCurrency: 'USDT',
      depositType: 2,
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      network: 'ETH',
      payWayCode: '10001',
      alpha2: 'US',
      callbackUrl: 'http://127.0.0.1:9/cb',
    });
    expect((await sandbox.summary()).orders).toBe(2);
    expect(report.seen('create.repeated-number').value).toBe('second-order');
    expect(report.seen('dates.zone')).toMatchObject({ value: 'UTC', setting: 'RAMP_TIME_ZONE=UTC' });
  });
});

describe('output', () => {
  it('holds no secret, token, payment page, order number or personal data', async () => {
    await sandbox.control('POST', '/sell-orders', { merchantOrderNo: 'sold', email: 'jane.doe@shop.example' });
    const { orderNo } = await sandbox.order('sold');
    const outputs = [];
    for (const form of [['--json'], []]) {
      const args = ['--base-url', sandbox.url, '--rps', '999', '--sell-order-no', orderNo, ...CREATE, ...form];
      const { stdout, stderr } = await runConformance(args);
      outputs.push(stdout, stderr);
    }
    const { orders } = await sandbox.control<{ orders: { orderNo: string; payUrl: string }[] }>('GET', '/orders');
    expect(orders).toHaveLength(5);
    const signatures = (await calls()).map(({ headers }) => headers['sign'] ?? '');
    const planted = [
      CREDENTIALS.appSecret,
      CREDENTIALS.accessToken,
      'jane.doe',
      'shop.example',
      'planted',
      ...orders.flatMap((order) => [order.orderNo, order.payUrl.replace(/.*\//, '')]),
      ...signatures.filter((signature) => signature !== ''),
    ];
    expect(signatures.length).toBeGreaterThan(40);
    for (const output of outputs) expect(planted.filter((text) => output.includes(text))).toEqual([]);
    expect(outputs.map((output) => output.length > 100)).toEqual([true, true, true, true]);
  });
});

describe('arguments and exit codes', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    ['no address', [], {}, '--base-url is required'],
    [
      'an unknown option',
      ['--base-url', 'http://127.0.0.1:1', '--app-secret', 'x'],
      {},
      "Unknown option '--app-secret'",
    ],
    ['http beyond this machine', ['--base-url', 'http://provider.example'], {}, '--base-url must be https'],
    ['no secret', ['--base-url', 'http://127.0.0.1:1'], { RAMP_APP_SECRET: '' }, 'RAMP_APP_SECRET is required'],
    ['an unknown signature', ['--base-url', 'http://127.0.0.1:1', '--signature', 'v9'], {}, 'RAMP_SIGNATURE must be'],
    [
      '--create elsewhere without address',
      ['--base-url', 'http://127.0.0.1:1', '--create', '--network', 'BTC'],
      {},
      'needs --address',
    ],
    ['a rate of nothing', ['--base-url', 'http://127.0.0.1:1', '--rps', '0'], {}, '--rps must be'],
    ['an amount in words', ['--base-url', 'http://127.0.0.1:1', '--amount', 'ten'], {}, '--amount must be'],
    ['a fiat in full', ['--base-url', 'http://127.0.0.1:1', '--fiat', 'dollar'], {}, '--fiat must be'],
    [
      'a folder that is not there',
      ['--base-url', 'http://127.0.0.1:1', '--out', '/no/such/folder/x'],
      {},
      '--out names',
    ],
  ])('exits with 2 and says why: %s', async (_, args, wrong, says) => {
    const { code, stdout, stderr } = await runConformance(args, { ...CONFORMANCE_ENV, ...wrong });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('exits with 3 if the port is closed', async () => {
    const { code, stdout, stderr } = await runConformance(['--base-url', `http://127.0.0.1:${await freePort()}`]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('The provider cannot be reached: ECONNREFUSED');
  });
});

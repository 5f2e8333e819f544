import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../support/programs.js';
import { CREDENTIALS, pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';
import { schemeSettings } from '../unit/ramp/support/verify-custom.js';

const NEXT = 'planted-app-secret-next-3Wm8';
const REFUSED = { RAMP_SIGNATURE_REFUSED_CODES: '1002' };
/** The schedule alone would wait an hour: only a test's own step polls. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };

const world = useWorld(
  { ...REFUSED, ...HINTS_ONLY, RAMP_APP_SECRET_NEXT: NEXT },
  { sandbox: { SANDBOX_APP_SECRET_NEXT: NEXT, SANDBOX_SECRETS: 'current' }, own: 'process' },
);
let asEver: Readonly<Record<string, unknown>>;
/** Its service is that of the rotation; those of custom schemes are separate, at the same provider. */
beforeAll(async () => {
  asEver = await world.sandbox.control('GET', '/behaviour');
});
afterEach(() => world.sandbox.control('POST', '/behaviour', asEver));

const behave = (switches: Readonly<Record<string, unknown>>): Promise<unknown> =>
  world.sandbox.control('POST', '/behaviour', switches);

type Knobs = Readonly<Record<string, string>>;

const settingsOf = ({ headers = '', pathPrefix = '', ...scheme }: Knobs): Readonly<Record<string, string>> => ({
  ...schemeSettings(scheme),
  RAMP_SIGNATURE_HEADERS: headers,
  RAMP_SIGNATURE_PATH_PREFIX: pathPrefix,
});

/** The same as the sandbox's switches: `digest` is signatureDigest. */
const switchesOf = (knobs: Knobs): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(knobs).map(([name, value]) => [
      `signature${name[0]!.toUpperCase()}${name.slice(1)}`,
      name === 'headers' ? Object.fromEntries(value.split(',').map((pair) => pair.split('='))) : value,
    ]),
  );

/**
 * The agreed scheme, and changes to it that must fail. For a wrong path the provider has a code only if it recognises
 * the path.
 */
const SCHEMES: [name: string, knobs: Knobs, others: Knobs][] = [
  [
    'SHA-512, the secret as a parameter, capitals, other headers and paths',
    {
      digest: 'sha512',
      key: 'parameter',
      encoding: 'HEX',
      pathPrefix: '/gate/ramp',
      headers: 'appid=appId,timestamp=X-Time,sign=X-Sign,access-token=X-Token',
    },
    {
      digest: 'sha256',
      key: 'suffix',
      encoding: 'hex',
      headers: 'appid=appId,timestamp=X-Time,sign=X-Signature,access-token=X-Token',
    },
  ],
];

describe.each(SCHEMES)('a custom signature: %s', (_, knobs, others) => {
  it('makes an order that is paid; with one setting of the provider changed nothing is created', async () => {
    const { sandbox } = world;
    const provider = (turned: Knobs = {}) =>
      behave({ ...asEver, signature: 'custom', ...switchesOf({ ...knobs, ...turned }) });
    await provider();
    const { service, rows } = await world.another({ ...settingsOf(knobs), ...REFUSED }, 'process');
    const order = await service.order(checkoutBody());
    await pressButton(order.payUrl, 'pay');
    await rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
    expect(historyProblems(await rows.whole(order.merchantOrderNo))).toEqual([]);

    for (const [name, value] of Object.entries(others)) {
      await provider({ [name]: value });
      const { body, number } = newCheckout();
      expectProblem(await service.checkout(body), 502, 'ramp_configuration');
      expect(await sandbox.orders(number), name).toEqual([]);
      expect(await rows.trades(number), name).toMatchObject([{ outcome: 'refused', sends: 1, pay_url: null }]);
    }

    await provider();
    expect((await service.order(checkoutBody())).payUrl).toMatch(/^http/);
  });
});

describe('a signature by an RSA key', () => {
  const pem = (file: string): string => readFileSync(join(PROJECT, 'test/unit/ramp/fixtures', file), 'utf8');
  const privateKey = pem('rsa-key.pem');
  const RSA = schemeSettings({ key: 'rsa', encoding: 'base64' });

  it('makes an order that is paid at a provider with only the public key; the key appears nowhere', async () => {
    const sandbox = await Sandbox.start({
      SANDBOX_SIGNATURE: 'custom',
      SANDBOX_SIGNATURE_KEY: 'rsa',
      SANDBOX_SIGNATURE_ENCODING: 'base64',
      SANDBOX_APP_SECRET: pem('rsa-public.pem'),
    });
    const env = { ...RSA, ...REFUSED, RAMP_APP_SECRET: privateKey, LOG_LEVEL: 'trace', RAMP_BASE_URL: sandbox.url };
    try {
      const { service, rows } = await world.another(env, 'process');
      const order = await service.order(checkoutBody());
      await pressButton(order.payUrl, 'pay');
      await rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
      await sandbox.control('POST', '/behaviour', { signatureDigest: 'sha1' });
      expectProblem(await service.checkout(checkoutBody()), 502, 'ramp_configuration');
      const written = service.program.output() + JSON.stringify(await rows.whole(order.merchantOrderNo));
      for (const line of privateKey.split('\n').slice(1, -2)) expect(written).not.toContain(line);
    } finally {
      await sandbox.stop();
    }
  });
});

describe('a rotation of the app secret', () => {
  const inUse = async (): Promise<unknown> => (await world.service.get('/health/ready')).body['appSecretInUse'];

  /** The callback triggers a poll, and the order completes. */
  async function payAndCheck(number: string): Promise<void> {
    const { payUrl } = await world.sandbox.order(number);
    await pressButton(payUrl, 'pay');
    await world.rows.untilStatus(number, 'COMPLETED');
    await until('a receipt', async () => (await world.rows.receipts(number)).length > 0);
  }

  it('goes on with the second secret once the provider has changed, and back again', async () => {
    const { service, sandbox, rows } = world;
    const before = await service.order(checkoutBody());
    const during = await service.order(checkoutBody());
    await payAndCheck(before.merchantOrderNo);
    expect(await inUse()).toBe('first');

    // A query finds out first, triggered by a callback of this order or a late one of the previous.
    const mark = await sandbox.mark();
    await behave({ secrets: 'next' });
    await payAndCheck(during.merchantOrderNo);
    const refusals: string[] = [];
    for (const { merchantOrderNo } of [before, during]) {
      const questions = await sandbox.queries(merchantOrderNo, mark);
      refusals.push(...questions.filter(({ returnCode }) => returnCode === '1002').map(() => merchantOrderNo));
    }
    expect(refusals).not.toEqual([]);
    expect(new Set(refusals).size, 'each is refused once at most').toBe(refusals.length);
    expect(await inUse()).toBe('second');
    const after = await service.order(checkoutBody());
    await payAndCheck(after.merchantOrderNo);

    // A create finds out first: it is not sent again, and the next one is right.
    await behave({ secrets: 'current' });
    const body = checkoutBody();
    const refused = String(body['merchantOrderNo']);
    expectProblem(await service.checkout(body), 502, 'ramp_configuration');
    await until('the first secret is in use', async () => (await inUse()) === 'first');
    expect(await sandbox.creates(refused)).toMatchObject([{ acted: false, returnCode: '1002' }]);
    expect(await sandbox.orders(refused)).toEqual([]);
    const last = await service.order(checkoutBody());

    const made = [before, during, after, last].map(({ merchantOrderNo }) => merchantOrderNo);
    for (const number of made) expect(await sandbox.creates(number)).toMatchObject([{ acted: true }]);
    expect((await sandbox.summary()).doubleCreates).toEqual([]);
    for (const number of [...made, refused]) expect(historyProblems(await rows.whole(number))).toEqual([]);
    for (const secret of [CREDENTIALS.appSecret, NEXT]) expect(service.program.output()).not.toContain(secret);
  });
});

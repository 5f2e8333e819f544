import { afterAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { checkoutBody, newNumber, SERVICE_KEY, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { startReceiver } from '../support/webhook-receiver.js';
import type { ReceivedMessage, Receiver } from '../support/webhook-receiver.js';

/** The service and the program have to have the same ones. */
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'true', SERVICE_KEY };

const world = useWorld(SETTINGS);
const receivers: Receiver[] = [];
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

const webhook = (args: readonly string[], settings: Readonly<Record<string, string>> = SETTINGS): Promise<Ran> =>
  runToEnd('src/cli/webhook/main.js', args, { DATABASE_URL: world.databaseUrl, ...settings, TZ: 'Pacific/Chatham' });

async function said(...args: string[]): Promise<string> {
  const ran = await webhook(args);
  expect(ran).toMatchObject({ code: 0, errors: '' });
  return ran.out;
}
const told = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await said(...args, '--json')) as Record<string, unknown>;

interface Made {
  readonly id: string;
  readonly receiver: Receiver;
}

async function created(...more: string[]): Promise<Made> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { id, secret } = await told('create', '--url', receiver.url, '--events', 'order.created', ...more);
  receiver.secret = String(secret);
  return { id: String(id), receiver };
}

async function order(): Promise<string> {
  const number = newNumber();
  await world.service.order(checkoutBody({ merchantOrderNo: number }));
  return number;
}

const of = ({ receiver }: Made, number: string): ReceivedMessage[] =>
  receiver.messages.filter(({ data }) => data['merchantOrderNo'] === number);
const received = (made: Made, number: string, count: number): Promise<ReceivedMessage[]> =>
  until(`${count} messages`, () => Promise.resolve(of(made, number).length === count && of(made, number)));

const deed = async (action: string, target: string): Promise<unknown[]> =>
  world.rows.query('SELECT actor_id FROM audit_log WHERE action = $1 AND target = $2', [action, target]);

describe('npm run webhook', { timeout: 180_000 }, () => {
  it('makes an endpoint, whose messages are signed with the secret that is shown, once', async () => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const text = await said(
      'create',
      '--url',
      receiver.url,
      '--events',
      'order.created',
      '--description',
      'Söhne & Co',
    );
    const [secret = ''] = /whsec_\S+/.exec(text) ?? [];
    expect(text.split(secret)).toHaveLength(2);
    expect(text).toMatch(/never again/);
    const [, id = ''] = /The id of the endpoint is (\S+)\./.exec(text) ?? [];
    receiver.secret = secret;
    expect((await received({ id, receiver }, await order(), 1))[0]).toMatchObject({
      type: 'order.created',
      isGenuine: true,
    });
    expect(await deed('webhook.create', id)).toEqual([{ actor_id: 'command-line' }]);
    const list = (await said('list')) + (await said('list', '--json'));
    expect(list).toContain('Söhne & Co');
    expect(list).not.toContain(secret.slice(6));
    expect((await world.service.get(`/v1/admin/webhooks/${id}`)).body).toMatchObject({ createdBy: 'command-line' });
  });

  it('shows a public key where messages are signed by Ed25519', async () => {
    const { id, receiver } = await created('--ed25519');
    expect(receiver.secret).toMatch(/^whpk_/);
    const [message] = await received({ id, receiver }, await order(), 1);
    expect(message?.headers['webhook-signature']).toMatch(/^v1a,/);
    await said('delete', id);
  });

  it('rotates, even twice: messages carry a signature by each secret that a receiver may have', async () => {
    const made = await created();
    await said('rotate', made.id);
    const text = await said('rotate', made.id);
    expect(text).toMatch(/What it had before is good until/);
    const [message] = await received(made, await order(), 1);
    expect(message).toMatchObject({ isGenuine: true });
    expect(message?.headers['webhook-signature']?.split(' ')).toHaveLength(3);
    [made.receiver.secret = ''] = /whsec_\S+/.exec(text) ?? [];
    expect(await received(made, await order(), 1)).toMatchObject([{ isGenuine: true }]);
    await said('delete', made.id);
  });

  it('brings messages again: one of them, or a span', async () => {
    const made = await created();
    const number = await order();
    await received(made, number, 1);
    const { items } = (await told('deliveries', '--endpoint', made.id, '--order', number)) as {
      items: { id: string }[];
    };
    expect(items).toMatchObject([{ event: 'order.created', merchantOrderNo: number }]);
    await said('redeliver', items[0]!.id);
    await received(made, number, 2);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    expect(Number((await told('replay', made.id, '--from', from))['messages'])).toBeGreaterThan(0);
    const all = await received(made, number, 3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await deed('webhook.replay', made.id)).toEqual([{ actor_id: 'command-line' }]);
    await said('delete', made.id);
  });

  it('shows what became of a message for a receiver that is dead, and of a test', async () => {
    const made = await created();
    await made.receiver.close();
    const { deliveryId } = await told('test', made.id);
    const file = await until('tried', async () => {
      const seen = await told('delivery', String(deliveryId));
      return (seen['tries'] as unknown[]).length > 0 && seen;
    });
    expect(file).toMatchObject({ event: 'endpoint.test', state: 'pending' });
    // The program may start so slowly that there was a second one.
    expect((file['tries'] as unknown[])[0]).toMatchObject({ n: 1, error: 'ECONNREFUSED' });
    const text = await said('delivery', String(deliveryId));
    expect(text).toMatch(/endpoint\.test .* pending +\d/);
    expect(text).toContain('ECONNREFUSED');
    expect(await said('list')).toMatch(new RegExp(`${made.id} .* failing `));
    expect((await told('deliveries', '--state', 'pending', '--endpoint', made.id))['items']).toHaveLength(1);

    expect(await said('change', made.id, '--disable')).toMatch(/ disabled: staff /);
    await order();
    expect((await told('change', made.id, '--enable', '--events', '*'))['events']).toEqual(['*']);
    await said('delete', made.id);
    expect((await webhook(['delivery', String(deliveryId)])).errors).toBe('Delivery not found.\n');
  });

  it.each([
    [['change', 'nonsense', '--enable'], 'Webhook endpoint not found.\n'],
    [['rotate', '00000000-0000-4000-8000-000000000000'], 'Webhook endpoint not found.\n'],
    [['deliveries', '--endpoint', 'nonsense'], 'Webhook endpoint not found.\n'],
    [['redeliver', 'nonsense'], 'Delivery not found.\n'],
    [['create', '--url', 'nonsense', '--events', '*'], '--url must be an absolute URL\n'],
    [
      ['create', '--url', 'https://shop.example/', '--events', 'order.done'],
      "--events must be '*' or names of events\n",
    ],
    [['create', '--url', 'https://shop.example/', '--port', '1'], /port.*\(see --help\)/],
  ])('says what is wrong with %j', async (args, problem) => {
    const ran = await webhook(args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.errors).toMatch(problem);
  });

  it('judges addresses by the settings of the service, and needs its keys', async () => {
    const local = ['create', '--url', 'http://127.0.0.1:8080/', '--events', '*'];
    expect((await webhook(local, { SERVICE_KEY })).errors).toBe('--url must be an https: URL\n');
    const other = ['create', '--url', 'https://shop.example:8443/', '--events', '*'];
    expect((await webhook(other, { SERVICE_KEY })).errors).toBe('--url must be on one of these ports: 443\n');
    const { id } = JSON.parse(
      (await webhook([...other, '--json'], { SERVICE_KEY, WEBHOOK_PORTS: '443,8443' })).out,
    ) as Made;
    await said('delete', id);
    expect((await webhook(['list'], {})).errors).toMatch(/SERVICE_KEY/);
  });

  it('explains itself', async () => {
    const ran = await webhook(['--help'], {});
    expect(ran).toMatchObject({ code: 0, errors: '' });
    expect(ran.out).toContain('npm run webhook -- create --url <url>');
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliveriesIn, killAtRow, preloading } from '../support/journal-kills.js';
import type { KillAt } from '../support/journal-kills.js';
import { permutations } from '../support/permutations.js';
import { startProgram } from '../support/programs.js';
import type { Program } from '../support/programs.js';
import { checkoutBody, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import { startReceiver } from '../support/webhook-receiver.js';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxl';
const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-receiver-'));
let journals = 0;
let receiver: Program | undefined;
/** The messages of one purchase as the service sent them, each with the order as it was then. */
let live: readonly Message[];

beforeAll(async () => {
  live = await messagesOfAPurchase();
});
afterEach(async () => {
  if (receiver?.isRunning() === true) await receiver.kill();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function messagesOfAPurchase(): Promise<Message[]> {
  const world = await startWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const shop = await startReceiver();
  try {
    await world.service.post('/v1/admin/webhooks', { url: shop.url, events: ['*'] });
    const { merchantOrderNo } = await world.service.order(checkoutBody());
    const told = (type: string) => until(type, () => Promise.resolve(shop.messages.some((one) => one.type === type)));
    await told('order.created');
    for (const [status, type] of [
      ['PAY_SUCCESS', 'order.paid'],
      ['FINISHED', 'order.completed'],
    ] as const) {
      await world.sandbox.force(merchantOrderNo, status);
      await told(type);
    }
    return shop.messages.map(({ body }) => JSON.parse(body) as Message);
  } finally {
    await shop.close();
    await world.close();
  }
}

const newJournal = (): string => join(folder, `journal-${(journals += 1)}.jsonl`);

/** `preload`: code that runs in the receiver's process before the receiver. */
async function start(journal: string, preload = ''): Promise<string> {
  receiver = startProgram('receiver', join('examples/receiver/receiver.mjs'), {
    PORT: '0',
    WEBHOOK_SECRET: SECRET,
    JOURNAL: journal,
    NODE_OPTIONS: preload === '' ? '' : preloading(preload),
  });
  const [, url = ''] = await receiver.says(/receiver: (http\S+)/);
  return url;
}

/** Sends as the service does; false: it has to be sent again. */
async function send(url: string, message: Message): Promise<boolean> {
  const body = JSON.stringify(message);
  const at = new Date();
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(message.id, at, body),
  };
  const answer = await fetch(url, { method: 'POST', body, headers }).catch(() => null);
  return answer?.ok ?? false;
}

const deliveredIn = (journal: string): string[] => deliveriesIn(readFileSync(journal, 'utf8'));

/** The same messages, about another order. */
const about = (number: string, messages: readonly Message[]): Message[] =>
  messages.map((message) => ({
    ...message,
    id: `${message.id}.${number}`,
    data: { ...message.data, merchantOrderNo: number },
  }));

const withData = (messages: readonly Message[], data: Message['data']): Message[] =>
  messages.map((message) => ({ ...message, data: { ...message.data, ...data } }));

/** When each message is sent decides about the order in it; the types stay. */
const LATENESS: Readonly<Record<string, (messages: readonly Message[]) => Message[]>> = {
  'as they happened': (messages) => [...messages],
  'all after the end': (messages) => withData(messages, messages.at(-1)!.data),
  'the first one after the end': ([first, ...others]) => [...withData([first!], others.at(-1)!.data), ...others],
  'in review at first': (messages) => [
    ...withData(messages.slice(0, -1), { ...messages.at(-1)!.data, inReview: true }),
    { ...messages.at(-1)!, type: 'order.review_resolved' },
  ],
};

describe('the example receiver', () => {
  it.each(Object.entries(LATENESS))(
    'delivers once, in whatever order the messages of one purchase come, each twice: sent %s',
    async (_when, sentThen) => {
      expect(live.map(({ type }) => type).sort()).toEqual(
        expect.arrayContaining(['order.completed', 'order.created', 'order.paid']),
      );
      const byTime = [...live].sort((a, b) => Number(a.data['version']) - Number(b.data['version']));
      const journal = newJournal();
      const url = await start(journal);
      const numbers: string[] = [];
      for (const messages of permutations(sentThen(byTime))) {
        const number = `P-${numbers.length}`;
        numbers.push(number);
        const sent = about(number, messages);
        for (const message of [...sent, ...sent]) expect(await send(url, message)).toBe(true);
      }
      expect(numbers.length).toBeGreaterThanOrEqual(6);
      await expect.poll(() => deliveredIn(journal)).toEqual(numbers);
    },
  );

  it.each([
    ['is in review', { status: 'COMPLETED', inReview: true }],
    ['was refunded', { status: 'REFUNDED', inReview: false }],
    ['is paid only', { status: 'PAID', inReview: false }],
    ['is a sale', { side: 'SELL', status: 'COMPLETED', inReview: false }],
  ])('does not deliver an order that %s, whatever the type of the message', async (_why, data) => {
    const journal = newJournal();
    const url = await start(journal);
    const sent = [...withData(about('P-0', live), data), ...about('P-1', live)];
    for (const message of sent) expect(await send(url, message)).toBe(true);
    await expect.poll(() => deliveredIn(journal)).toEqual(['P-1']);
  });

  it.each<[string, string, KillAt]>([
    ['before the message is stored', '{"message"', 'before'],
    ['when half of the message is stored', '{"message"', 'half'],
    ['between storing the message and the answer', '{"message"', 'after'],
    ['between storing the message and delivering', '{"delivery"', 'before'],
    ['when half of the delivery is stored', '{"delivery"', 'half'],
    ['after delivering', '{"delivery"', 'after'],
  ])('delivers once although it is killed %s', async (_when, row, at) => {
    const journal = newJournal();
    const message = about('P-0', live).find(({ type }) => type === 'order.completed')!;
    const before = await start(journal, killAtRow(row, at));
    const isAnswered = await send(before, message);
    expect(await receiver!.ended).toBe('SIGKILL');
    const after = await start(journal);
    // Only what was not answered comes again.
    if (!isAnswered) expect(await send(after, message)).toBe(true);
    await expect.poll(() => deliveredIn(journal)).toEqual(['P-0']);
    for (const again of [message, ...about('P-1', live)]) expect(await send(after, again)).toBe(true);
    await expect.poll(() => deliveredIn(journal)).toEqual(['P-0', 'P-1']);
  });

  it('takes no message that is not genuine', async () => {
    const journal = newJournal();
    const url = await start(journal);
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(live.at(-1)) });
    expect(answer.status).toBe(401);
    expect(readFileSync(journal, 'utf8')).toBe('');
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answerJson, FakeServer } from '../../tools/fakes/server.mjs';
import { createRampCheckoutServer, isDeliverable } from '../src/server.js';
import { order } from './scripted-service.js';
import { permutations } from '../../test/support/permutations.js';
import { HAS_PYTHON, NEEDS_PYTHON, runPython } from '../../test/support/python.js';

interface Told {
  readonly type: string;
  readonly status: string;
  readonly inReview?: boolean;
  readonly side?: 'BUY' | 'SELL';
}

/** The events of a purchase, with the order at the time of each read. */
const PURCHASES: readonly (readonly Told[])[] = [
  // Read as they happened.
  [
    { type: 'order.created', status: 'AWAITING_PAYMENT' },
    { type: 'order.paid', status: 'PAID' },
    { type: 'order.completed', status: 'COMPLETED' },
  ],
  // Read after a pause: every event has the final state.
  ['order.created', 'order.paid', 'order.updated', 'order.completed'].map((type) => ({ type, status: 'COMPLETED' })),
  // In review at first: `order.completed` never comes.
  [
    { type: 'order.paid', status: 'PAID' },
    { type: 'order.in_review', status: 'COMPLETED', inReview: true },
    { type: 'mismatch.opened', status: '' },
    { type: 'order.review_resolved', status: 'COMPLETED' },
  ],
];
const FAILED: readonly Told[] = [
  { type: 'order.completed', status: 'COMPLETED', inReview: true },
  { type: 'order.refunded', status: 'REFUNDED' },
  { type: 'order.expired', status: 'EXPIRED' },
  { type: 'mismatch.opened', status: '' },
];
const SALE: readonly Told[] = ['sell_order.created', 'sell_order.paid', 'sell_order.completed'].map((type) => ({
  type,
  status: 'COMPLETED',
  side: 'SELL',
}));

const cases = PURCHASES.flatMap((told) => permutations(told));
const numbers = cases.map((_told, index) => `F-${index}`);
const feed = [...cases, ...permutations(FAILED), ...permutations(SALE)].flatMap((told, index) =>
  told.map(({ type, status, inReview = false, side = 'BUY' }) => ({
    type,
    // A mismatch names its order only.
    data: { merchantOrderNo: `F-${index}`, version: 4, ...(status === '' ? {} : { side, status, inReview }) },
  })),
);
const items = feed.map((event, n) => ({ cursor: String(n), event: { id: `e-${n}`, timestamp: '', ...event } }));

let server: FakeServer;
beforeAll(async () => {
  server = await FakeServer.start((response, { target }) => {
    const after = new URL(target, 'http://feed').searchParams.get('after');
    const rest = items.slice(after === null ? 0 : Number(after) + 1, after === null ? 50 : Number(after) + 51);
    if (rest.length > 0) {
      answerJson(response, { items: rest, nextCursor: rest.at(-1)!.cursor, hasMore: true });
      return;
    }
    // Ends the endless loop.
    response.writeHead(410, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ code: 'cursor_expired', status: 410, title: '', detail: '', type: '', traceId: '' }));
  });
});
afterAll(() => server.close());

/** The lines of a client's page from `for` to the end of the sample. */
function loopIn(page: string): string {
  const [loop] = /^for (?:await )?.*watch_?orders\([^]*?(?=^```)/im.exec(readFileSync(page, 'utf8')) ?? [];
  return loop ?? '';
}

describe('the documented feed loop delivers each purchase once in any order of events, and no sale', () => {
  it('in TypeScript', async () => {
    const ramp = createRampCheckoutServer({ baseUrl: server.url });
    const delivered = new Set<string>();
    let cursor: string | null = null;
    const code = `export async function run({ ramp, isDeliverable, loadCursor, deliverOnce, saveCursor }) {
      ${loopIn('client/README.md')}
    }`;
    const { run } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      readonly run: (given: object) => Promise<void>;
    };
    const loop = run({
      ramp,
      isDeliverable,
      loadCursor: () => Promise.resolve(null),
      deliverOnce: (number: string) => Promise.resolve(delivered.add(number)),
      saveCursor: (saved: string) => Promise.resolve((cursor = saved)),
    });
    await expect(loop).rejects.toMatchObject({ code: 'cursor_expired' });
    expect([...delivered]).toEqual(numbers);
    expect(cursor).toBe(items.at(-1)!.cursor);
  });

  it.skipIf(!HAS_PYTHON)(`in Python${NEEDS_PYTHON}`, async () => {
    const python = runPython(
      `
import os
from ramp_checkout import ProblemError, RampCheckout, is_deliverable
ramp = RampCheckout(os.environ["SERVICE"])
delivered = {}
def load_cursor(): return None
def deliver_once(number): delivered[number] = True
def save_cursor(cursor): pass
try:
${loopIn('clients/python/README.md').replace(/^/gm, '    ')}
except ProblemError as error:
    print(error.code, *delivered)`,
      { SERVICE: server.url },
    );
    expect(await python.ended, python.output()).toBe(0);
    expect(python.output().trim().split(' ')).toEqual(['cursor_expired', ...numbers]);
  });
});

it.skipIf(!HAS_PYTHON)(`watch_order yields smaller versions too: the service lost commits${NEEDS_PYTHON}`, async () => {
  const states = [
    order(7),
    order(7),
    order(3),
    order(3),
    order(3, { updatedAt: '2026-01-31T12:00:00.000Z' }),
    order(5, { status: 'COMPLETED', settled: true, final: true }),
  ];
  const service = await FakeServer.start((response) => answerJson(response, { updatedAt: '', ...states.shift() }));
  onTestFinished(() => service.close());
  const python = runPython(
    `
import os, time
from ramp_checkout import RampCheckout
time.sleep = lambda seconds: None
print(*(order["version"] for order in RampCheckout(os.environ["SERVICE"]).watch_order("A-1")))`,
    { SERVICE: service.url },
  );
  expect(await python.ended, python.output()).toBe(0);
  expect(python.output().trim()).toBe('7 3 3 5');
});

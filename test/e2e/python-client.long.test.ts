import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serviceVersion } from '#src/platform/config/project-folder.js';
import { apiDocument } from '../support/openapi/document.js';
import { HAS_PYTHON, NEEDS_PYTHON, runPython } from '../support/python.js';
import type { Python } from '../support/python.js';
import { HAS_WHEEL, installWheel, NEEDS_WHEEL } from '../support/python-wheel.js';
import { htmlPage, PROXY_STATUSES, Relay } from '../support/relay.js';
import type { Act } from '../support/relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

const world = useWorld({ AUTH: 'required' });
let relay: Relay;
let apiKey: string;

beforeAll(async () => {
  relay = await Relay.start(world.service.url);
  apiKey = (await createKey(world.databaseUrl, 'checkout', 'shop')).key;
});
afterAll(async () => {
  await relay.stop();
});
beforeEach(() => {
  relay.act = () => 'pass';
  relay.seen.length = 0;
});

const BEGIN = `
import json, os
from ramp_checkout import ConnectionLost, ProblemError, RampCheckout, is_deliverable
ramp = RampCheckout(os.environ["SERVICE"], os.environ["KEY"], timeout=8.0)
`;
const run = (script: string, input: Readonly<Record<string, unknown>> = {}, environment = {}): Python =>
  runPython(
    `${BEGIN}given = json.loads(input())\n${script}`,
    { SERVICE: relay.url, KEY: apiKey, ...environment },
    `${JSON.stringify(input)}\n`,
  );

/** The first requests of this kind fare so; those after them get through. */
function first(method: string, path: RegExp, ...acts: readonly Act[]): void {
  const left = [...acts];
  relay.act = (request) => (request.method === method && path.test(request.path) ? (left.shift() ?? 'pass') : 'pass');
}

async function said(python: Python): Promise<string> {
  expect(await python.ended, python.output()).toBe(0);
  return python.output();
}

describe.skipIf(!HAS_PYTHON)(`the Python client${NEEDS_PYTHON}`, () => {
  it('makes one order, whatever is lost on the way, and waits as it is told to', async () => {
    const number = newNumber();
    first('POST', /checkouts$/, 'lose', 'half', { status: 503, headers: { 'retry-after': '2' } }, 'refuse');
    const python = run(
      `
order = ramp.checkout(given)
print("pay at", order["payUrl"])
print(ramp.note(order["merchantOrderNo"], {"cart": "8841"})["metadata"])
while not ramp.order(order["merchantOrderNo"])["settled"]:
    pass
order = ramp.order(order["merchantOrderNo"])
print(order["status"], order["inReview"])`,
      checkoutBody({ merchantOrderNo: number }),
    );
    const [, payUrl = ''] = await python.says(/pay at (http\S+)/);
    await pressButton(payUrl, 'pay');
    expect(await said(python)).toMatch(/{'cart': '8841'}\nCOMPLETED False\n$/);
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    const posts = relay.of('POST', /checkouts$/);
    expect(posts).toHaveLength(5);
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([undefined]));
  });

  it.each(PROXY_STATUSES)('makes one order when a load balancer answers %i with a page of HTML', async (status) => {
    const number = newNumber();
    first('POST', /checkouts$/, htmlPage(status, true), htmlPage(status, false));
    const python = run('print(ramp.checkout(given)["status"])', checkoutBody({ merchantOrderNo: number }));
    expect(await said(python)).toBe('AWAITING_PAYMENT\n');
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    expect(relay.of('POST', /checkouts$/)).toHaveLength(3);
  });

  it('tells what is sold and at what price, and watches one order to its end through lost connections', async () => {
    const number = newNumber();
    first('GET', /\/v1\/orders\//, 'lose', htmlPage(502, false));
    const python = run(
      `
print("USDT ETH" in [f"{one['crypto']} {one['network']}" for one in ramp.cryptos("USD", "BUY")])
wish = {"side": "BUY", "crypto": "USDT", "network": "ETH", "fiat": "USD", "country": "US", "amount": "100.00", "type": "ALL"}
print(len(ramp.quotes(wish)) > 1)
order = ramp.checkout({**given, "payWayCode": ramp.quotes(wish)[0]["payWayCode"]})
print("pay at", order["payUrl"])
for order in ramp.watch_order(order["merchantOrderNo"]):
    print(order["version"], order["status"], is_deliverable(order))`,
      checkoutBody({ merchantOrderNo: number }),
    );
    const [, payUrl = ''] = await python.says(/pay at (http\S+)/);
    await python.says(/AWAITING_PAYMENT False/);
    await pressButton(payUrl, 'pay');
    const lines = (await said(python)).trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['True', 'True']);
    expect(lines.at(-1)).toMatch(/^\d+ COMPLETED True$/);
    const versions = lines.slice(3).map((line) => Number(line.split(' ')[0]));
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('without a number sends one key, so that it is one order too', async () => {
    const before = await world.rows.count('orders');
    first('POST', /checkouts$/, 'lose', 'lose');
    const python = run(
      `
one = ramp.checkout(given, idempotency_key="b7a7a0d5-93a6-4a52-8d0e-6f8f2d9a4c11")
same = ramp.checkout(given, idempotency_key="b7a7a0d5-93a6-4a52-8d0e-6f8f2d9a4c11")
print(one["merchantOrderNo"] == same["merchantOrderNo"])`,
      checkoutBody({ merchantOrderNo: undefined }),
    );
    expect(await said(python)).toBe('True\n');
    expect(await world.rows.count('orders')).toBe(before + 1);
  });

  it('registers a sale, makes a link, retries, and says what was refused without the key', async () => {
    const [sale, number] = [newNumber(), newNumber()];
    await world.service.checkout(checkoutBody({ merchantOrderNo: number }), { 'x-api-key': apiKey });
    await world.sandbox.force(number, 'CANCEL');
    await world.rows.untilStatus(number, 'CANCELLED');
    first('POST', /(?:sell-orders|retry)$/, 'lose');
    const output = await said(
      run(
        `
print(ramp.register_sale({"merchantOrderNo": given["sale"]})["side"])
print(ramp.checkout_link({"fiat": "USD", "amount": "100.00"})["url"].startswith("http"))
print(len(ramp.retry(given["number"])["trades"]))
def refused(call):
    try:
        print(call())
    except ProblemError as error:
        print(error.code, error.status, "errors" in error.problem)
    except ConnectionLost as error:
        print("lost", error.status, os.environ["KEY"] in repr(error))
refused(lambda: ramp.register_sale({}))
refused(lambda: ramp.order("nobody/../s"))
refused(lambda: RampCheckout(os.environ["SERVICE"], "wrong").order("x"))
refused(lambda: RampCheckout("http://127.0.0.1:1", os.environ["KEY"], patience=1).order("x"))
try:
    RampCheckout(os.environ["SERVICE"], "two\\nlines")
except ValueError as error:
    print(error)`,
        { sale, number },
      ),
    );
    expect(output.trim().split('\n')).toEqual([
      'SELL',
      'True',
      '2',
      'invalid_request 400 True',
      'not_found 404 False',
      'unauthenticated 401 False',
      'lost None False',
      'api_key has characters that no header may have',
    ]);
    expect((await world.rows.whole(number)).trades).toHaveLength(2);
  });

  it('follows the feed, is killed, and goes on from the cursor that it kept: none missed, none twice', async () => {
    const follow = (after: string): Python =>
      run(
        `
for placed in ramp.watch_orders(given["after"], on_cursor=lambda cursor: print("at", cursor)):
    print("event", placed["cursor"], placed["event"]["id"], placed["event"]["type"])`,
        { after },
      );
    const make = async (): Promise<string> => {
      const answer = await world.service.checkout(checkoutBody(), { 'x-api-key': apiKey });
      return String(answer.body['merchantOrderNo']);
    };
    const one = follow('latest');
    await one.says(/^at /m);
    const numbers = [await make()];
    first('GET', /events/, 'lose', { status: 502 }, 'half');
    relay.cutAll();
    numbers.push(await make());
    await one.says(/(?:^event .*created\n[^]*){2}/m);
    await one.kill();
    const eventsOf = (python: Python): string[][] =>
      [...python.output().matchAll(/^event (\S+) (\S+) (\S+)$/gm)].map(([, ...parts]) => parts);
    const seen = eventsOf(one);
    numbers.push(await make());
    await world.sandbox.force(numbers[0]!, 'PAY_SUCCESS');
    const two = follow(seen.at(-1)![0]!);
    await two.says(/order\.paid/);
    await two.says(/order\.created/);
    await two.kill();
    const stored = await until('all are placed', async () => {
      const rows = await world.rows.query<{ id: string; position: string | null }>(
        'SELECT id, position FROM outbox WHERE merchant_order_no = ANY($1) ORDER BY position',
        [numbers],
      );
      return rows.every(({ position }) => position !== null) && rows;
    });
    const placed = stored.map(({ id }) => id);
    // Events of earlier tests may get their positions after *latest* was read.
    const ids = [...seen, ...eventsOf(two)].map(([, id]) => id!).filter((id) => placed.includes(id));
    expect(ids).toEqual(placed.slice(0, ids.length));
    expect(ids.length).toBeGreaterThanOrEqual(numbers.length + 1);
  });

  it.skipIf(!HAS_WHEEL)(`sells when it is built as a wheel and installed alone${NEEDS_WHEEL}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-wheel-'));
    try {
      const place = await installWheel(folder);
      expect(existsSync(join(place, 'ramp_checkout/py.typed'))).toBe(true);
      const number = newNumber();
      const python = run(
        `
from importlib.metadata import version
import ramp_checkout
print(ramp_checkout.__file__, version("ramp-checkout"))
print("pay at", ramp.checkout(given)["payUrl"])
print([order["status"] for order in ramp.watch_order(given["merchantOrderNo"]) if is_deliverable(order)])`,
        checkoutBody({ merchantOrderNo: number }),
        { PYTHONPATH: place },
      );
      const [, payUrl = ''] = await python.says(/pay at (http\S+)/);
      await pressButton(payUrl, 'pay');
      const lines = (await said(python)).split('\n');
      expect(lines[0]).toBe(`${join(place, 'ramp_checkout/__init__.py')} ${serviceVersion()}`);
      expect(lines.at(-2)).toContain("'COMPLETED'");
      expect(await world.sandbox.creates(number)).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('knows the fields that the service documents', async () => {
    const output = await said(
      run(`
import ramp_checkout
from typing import get_type_hints
for name in ("Order", "Trade", "Failure", "Event", "PlacedEvent", "Quote", "QuoteRequest", "Crypto", "CheckoutRequest"):
    print(name, *sorted(get_type_hints(getattr(ramp_checkout, name))))`),
    );
    const { schemas } = (await apiDocument()).components;
    const fieldsOf = (name: string): string[] => Object.keys(schemas?.[name]?.['properties'] ?? {});
    const documented: Readonly<Record<string, readonly string[]>> = {
      Order: [...fieldsOf('BuyOrder').filter((name) => fieldsOf('SellOrder').includes(name)), 'clientSecret'],
      Trade: fieldsOf('Trade'),
      Failure: fieldsOf('Failure'),
      Event: fieldsOf('OrderPaidEvent'),
      PlacedEvent: fieldsOf('PlacedEvent'),
      Quote: fieldsOf('Quote'),
      QuoteRequest: fieldsOf('QuoteRequest'),
      Crypto: fieldsOf('Crypto'),
      CheckoutRequest: fieldsOf('CheckoutRequest'),
    };
    for (const line of output.trim().split('\n')) {
      const [name = '', ...fields] = line.split(' ');
      expect([name, fields]).toEqual([name, [...(documented[name] ?? [])].sort()]);
    }
  });
});

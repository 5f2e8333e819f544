import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from '../support/programs.js';
import { HAS_PYTHON, NEEDS_PYTHON, runPython } from '../support/python.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

const PAGE = readFileSync('docs/integrate.md', 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-samples-'));
let world: World;
let environment: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  environment = { RAMP_CHECKOUT_URL: world.service.url, RAMP_CHECKOUT_KEY: 'not looked at' };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

/** The only sample of the page in this language. */
function sample(language: string): string {
  const [found, ...others] = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  expect(others).toEqual([]);
  return found?.[1] ?? '';
}

describe('the samples for a shop’s developer', () => {
  it('sell in Node, and say when to deliver', async () => {
    writeFileSync(join(folder, 'sample.mjs'), sample('js'));
    const cart = checkoutBody();
    const shop = `
      import { buy, mayDeliver } from './sample.mjs';
      const order = await buy(${JSON.stringify(cart)});
      console.log('pay at', order.payUrl, await mayDeliver(order.merchantOrderNo));
      while (!(await mayDeliver(order.merchantOrderNo))) await new Promise((later) => setTimeout(later, 100));
      console.log('deliver');`;
    writeFileSync(join(folder, 'shop.mjs'), shop);
    const program = startProgram('shop', join(folder, 'shop.mjs'), environment);
    const [, payUrl = ''] = await program.says(/pay at (http\S+) false/);
    await pressButton(payUrl, 'pay');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/deliver\n$/);
    expect(await world.sandbox.creates(String(cart['merchantOrderNo']))).toHaveLength(1);
  });

  it.skipIf(!HAS_PYTHON)(`sell in Python, and say when to deliver${NEEDS_PYTHON}`, async () => {
    const [, number = ''] = /"merchantOrderNo": "([^"]+)"/.exec(sample('python')) ?? [];
    const python = runPython(sample('python'), environment);
    const payUrl = await until('a page to pay at', async () => {
      const { body } = await world.service.get(`/v1/orders/${number}`);
      return body['payUrl'] as string | null | undefined;
    });
    await pressButton(payUrl, 'pay');
    expect(await python.ended, python.output()).toBe(0);
    expect(python.output()).toBe('deliver\n');
    expect(await world.sandbox.creates(number)).toHaveLength(1);
  });
});

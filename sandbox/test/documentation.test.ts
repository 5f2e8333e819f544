import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';

const documentation = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');

it('every control in the documentation works as shown', async () => {
  const examples = [
    ...documentation.matchAll(/^curl -s http:\/\/127\.0\.0\.1:4010(\/_control\S+)(?: .* -d '(.+)')?$/gm),
  ];
  expect(examples).toHaveLength(6);
  const merchant = await startMerchant();
  for (const [line, path, body] of examples) {
    const answer = await fetch(`${merchant.url}${path!}`, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    });
    expect(answer.ok, `${line}\n${await answer.text()}`).toBe(true);
  }
});

it('the documentation names no missing control', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  const named = new Set([...documentation.matchAll(/`(GET|POST) (\/_control\/[a-z-]+)/g)].map(([, , path]) => path!));
  expect(named.size).toBeGreaterThan(8);
  for (const path of named) {
    const answers = await Promise.all(['GET', 'POST'].map((method) => fetch(`${merchant.url}${path}`, { method })));
    expect(
      answers.some(({ status }) => status !== 404),
      path,
    ).toBe(true);
  }
});

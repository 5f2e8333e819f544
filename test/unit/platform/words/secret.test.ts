import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '#src/platform/callers/secret.js';

const VALUE = 'correct horse battery staple';
const secret = new Secret(VALUE);

function written(...values: unknown[]): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  new Console(stream).log(...values);
  return text;
}

describe('a secret', () => {
  it('is revealed by one method', () => expect(secret.reveal()).toBe(VALUE));

  it.each<[string, () => string]>([
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    ['a template', () => `a ${secret as unknown as string}`],
    ['joining', () => ['a', secret].join()],
    ['adding', () => 'a' + String(secret)],
    ['util.inspect', () => inspect(secret)],
    ['util.inspect, deep, with everything hidden', () => inspect({ a: { secret } }, { showHidden: true, depth: 9 })],
    ['util.inspect without custom forms', () => inspect(secret, { customInspect: false, showHidden: true })],
    ['util.format', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['a console', () => written(secret, { secret }, [secret])],
    ['an error', () => inspect(new Error('x', { cause: secret }))],
    ['its members', () => JSON.stringify([Object.entries(secret), Object.getOwnPropertyNames(secret)])],
    ['a copy', () => JSON.stringify({ ...secret })],
    ['a map', () => inspect(new Map([[secret, secret]]))],
  ])('does not show in %s', (_, show) => expect(show()).not.toContain('horse'));

  it('prints that there is a secret', () =>
    expect(`${inspect(secret)} ${JSON.stringify(secret)}`).toMatch(/secret.*secret/));
});

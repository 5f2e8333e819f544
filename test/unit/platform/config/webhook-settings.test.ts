import { describe, expect, it } from 'vitest';
import { SettingsReader } from '#src/platform/config/reader.js';
import { webhookEndpoint } from '#src/platform/config/read-messages.js';

const URL = 'https://shop.example/webhooks/?tenant=1';
/** That of the published text of Standard Webhooks. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function read(environment: Readonly<Record<string, string>>) {
  const reader = new SettingsReader(environment);
  return { endpoint: webhookEndpoint(reader), problems: reader.problems };
}
const bytes = (length: number, byte = (n: number): number => (n * 37) ** 2 % 251): string =>
  `whsec_${Buffer.from(Array.from({ length }, (_, n) => byte(n))).toString('base64')}`;

describe('the endpoint by setting', () => {
  it('is none, or what is set, digit for digit; all events unless some are named', () => {
    expect(read({})).toEqual({ endpoint: null, problems: [] });
    const { endpoint, problems } = read({ WEBHOOK_URL: URL, WEBHOOK_SECRET: SECRET });
    expect(problems).toEqual([]);
    expect(endpoint).toMatchObject({ url: URL, events: ['*'] });
    expect(endpoint?.secret.reveal()).toBe(SECRET);
    const some = read({ WEBHOOK_URL: URL, WEBHOOK_SECRET: SECRET, WEBHOOK_EVENTS: 'order.paid, order.completed' });
    expect(some.endpoint?.events).toEqual(['order.paid', 'order.completed']);
  });

  it.each([bytes(24), bytes(32), bytes(64)])('takes secrets of 24 to 64 random bytes: %s', (secret) => {
    expect(read({ WEBHOOK_URL: URL, WEBHOOK_SECRET: secret }).problems).toEqual([]);
  });

  it.each([
    ...[SECRET.slice('whsec_'.length), 'whsec_', 'whsec_hunter2', bytes(23), bytes(65), `${SECRET}\u00e9`],
    ...[`whsec_${Buffer.from('a secret that a person wrote').toString('base64')}`, bytes(32, () => 7)],
  ])('takes no other: %s', (secret) => {
    const { problems } = read({ WEBHOOK_URL: URL, WEBHOOK_SECRET: secret });
    expect(problems).toEqual([expect.stringMatching(/^WEBHOOK_SECRET must be whsec_ and random bytes/)]);
  });
});

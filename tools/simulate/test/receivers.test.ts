import { describe, expect, it } from 'vitest';
import { signingKeyOf, webhookHeaders } from '#src/webhooks/decisions/webhook-signature.js';
import { Receivers } from '../callers/receivers.js';
import { Dice } from '../kernel/dice.js';
import { Faults } from '../kernel/faults.js';
import { Scheduler } from '../kernel/scheduler.js';
import type { World } from '../kernel/world.js';

const START = Date.UTC(2026, 0, 1);

const world: World = {
  scheduler: new Scheduler(START),
  dice: new Dice('callers'),
  faults: new Faults(new Dice('faults'), [], 1),
  told: [],
  logged: [],
  shown: [],
  retried: new Map(),
  note: () => undefined,
  follow: () => Promise.resolve(null),
  request: () => Promise.resolve(null),
};

describe('receivers', () => {
  const URL = 'https://hooks.shop.example/1';

  it('take only what is signed with a secret of their endpoint', () => {
    const receivers = new Receivers(world);
    const secrets = ['one', 'two'].map((text) => `whsec_${Buffer.from(text.repeat(10)).toString('base64')}`);
    receivers.learn(URL, secrets[0]!);
    const receive = (secret: string) => {
      const headers = webhookHeaders('message-1', new Date(START), '{"type":"order.paid"}', [signingKeyOf(secret)]);
      return receivers.receive(URL, headers, '{"type":"order.paid"}');
    };
    expect(receive(secrets[0]!)).toMatchObject({ status: 204 });
    expect(receivers.problems).toEqual([]);
    expect(receive(secrets[1]!)).toMatchObject({ status: 401 });
    expect(receivers.problems).toHaveLength(1);
    expect(world.told).toMatchObject([{ kind: 'webhook', endpoint: URL, id: 'message-1', accepted: true }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Means } from '#tools/provider-kit/conformance/means.js';
import type { Planned } from '#tools/provider-kit/conformance/wire/planned.js';
import { run } from '#tools/provider-kit/conformance/run.js';
import type { Aim } from '#tools/provider-kit/conformance/run.js';
import type { Answered, Unanswered } from '#tools/provider-kit/conformance/wire/exchange.js';
import { BUY_QUOTE, LIST_ENTRY, NOW, NUMBERS, raw, refusal, success } from './good-provider.js';
import { NO_CODES } from '../../../../test/unit/ramp/support/codes.js';

const LOOKING: Aim = {
  wishes: { fiat: 'USD', country: 'US', crypto: null, network: null, amount: null },
  payWayCode: null,
  known: { orderNo: null, merchantOrderNo: null, sellOrderNo: null },
  create: null,
};
const CREATING: Aim = { ...LOOKING, create: { address: '0x1', memo: null, callbackUrl: null, hasToken: true } };

interface Sent {
  readonly planned: Planned;
  readonly stamp: number;
  readonly scheme: string;
}

/** A scripted provider, and a clock that stands still. */
function script(answer: (sent: Sent) => Answered | Unanswered) {
  const sent: Sent[] = [];
  const schemes = ['mine', 'v3', 'v4'].map((name) => ({
    name,
    setting: `RAMP_SIGNATURE=${name}`,
    scheme: 'v3' as const,
  }));
  const means: Means = {
    send: (planned, stamp, { name: scheme }) => {
      const call = { planned, stamp, scheme };
      sent.push(call);
      return Promise.resolve(answer(call));
    },
    now: () => NOW,
    schemes: schemes as unknown as Means['schemes'],
    numbers: { unknown: NUMBERS, appId: 'unused', create: (purpose) => `x-${purpose}` },
    tell: () => undefined,
    appId: 'app-1',
    codes: NO_CODES,
  };
  return { sent, means };
}

const list = success([LIST_ENTRY]);
const at = (offsetMs: number) => ({ date: new Date(NOW + offsetMs).toUTCString() });

describe('the signature', () => {
  it('is the first accepted scheme, which signs all further calls', async () => {
    const { sent, means } = script(({ scheme }) => (scheme === 'v3' ? list : refusal('1002')));
    const seen = await run(LOOKING, means);
    expect(seen.asked.signature).toMatchObject({ tried: ['mine', 'v3'], accepted: { name: 'v3' } });
    expect(sent.map(({ scheme }) => scheme).slice(0, 3)).toEqual(['mine', 'v3', 'v3']);
    expect(new Set(sent.slice(1).map(({ scheme }) => scheme))).toEqual(new Set(['v3']));
  });

  it('without an accepted one only unsigned probes run', async () => {
    const { sent, means } = script(() => refusal('1002'));
    const seen = await run(CREATING, means);
    expect(seen.asked.signature).toEqual({ tried: ['mine', 'v3', 'v4'], accepted: null });
    expect(seen.exchange('create')).toMatchObject({ why: 'the provider accepts no signature of ours' });
    expect(sent.filter(({ planned }) => planned.request.endpoint !== 'list')).toEqual([]);
    expect(sent).toHaveLength(3 + 5);
  });
});

describe('the clock', () => {
  const expiring = (theirs: number, header: number) =>
    script(({ stamp }) =>
      Math.abs(stamp - (NOW + theirs)) > 300_000
        ? refusal('3103', 'No', at(header))
        : success([LIST_ENTRY], at(header)),
    );

  it('ours is kept if the Date header agrees', async () => {
    const { sent, means } = expiring(1000, 1000);
    expect((await run(LOOKING, means)).asked.offsetMs).toBe(0);
    expect(sent[0]?.stamp).toBe(NOW);
  });

  it('is set by the Date header, and refused probes are repeated', async () => {
    const { sent, means } = expiring(-600_000, -600_000);
    const seen = await run(LOOKING, means);
    expect(seen.asked).toMatchObject({ offsetMs: -600_000, signature: { tried: ['mine'] } });
    expect(sent.slice(0, 2).map(({ stamp }) => stamp)).toEqual([NOW, NOW - 600_000]);
    expect(seen.said('stamp-4.5-min-old').kind).toBe('success');
    expect(seen.said('stamp-6-min-old').kind).toBe('refusal');
  });

  it('is set by an accepted answer too, within the tolerance', async () => {
    const { sent, means } = expiring(299_000, 299_000);
    expect((await run(LOOKING, means)).asked.offsetMs).toBe(299_000);
    expect(sent.slice(0, 2).map(({ stamp }) => stamp)).toEqual([NOW, NOW + 299_000]);
  });
});

describe('creates', () => {
  const answers = (create: Answered | Unanswered) =>
    script(({ planned: { request } }) => {
      if (request.endpoint === 'create') return create;
      if (request.endpoint === 'list') return list;
      return request.fields['type'] === 'ALL'
        ? success([{ returnCode: '3100', payWayCode: '1' }, BUY_QUOTE])
        : success(null);
    });

  it.each<[string, Answered | Unanswered]>([
    ['had no answer', { kind: 'unanswered', detail: 'ECONNRESET' }],
    ['was refused', refusal('3101')],
    ['was answered with nonsense', raw('<html>')],
  ])('are not repeated if the first one %s', async (_, answer) => {
    const { sent, means } = answers(answer);
    const seen = await run(CREATING, means);
    expect(sent.filter(({ planned }) => planned.request.fields['merchantOrderNo'] === 'x-order')).toHaveLength(1);
    expect(seen.exchange('create-again')).toEqual({ kind: 'not_asked', why: 'no order was made' });
  });
});

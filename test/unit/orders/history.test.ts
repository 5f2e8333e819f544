import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainEvents, endText, evidenceText, sealedText } from '#src/orders/decisions/history.js';
import { canonicalJson, storableJson } from '#src/platform/text/stored-json.js';
import type { EventDraft, OrderEvent } from '#src/orders/model/order.types.js';
import { seal } from '../../support/decision-contexts.js';
import { NOW, SECOND, at } from '../../support/moments.js';

const START = { eventCount: 0, lastEventMac: null };
const CAUSE = { kind: 'poll', hint: 'callback:1' } as const;

const DRAFTS: readonly EventDraft[] = [
  {
    tradeNo: 'A-1001',
    kind: 'reserved',
    data: { stamp: 1, asked: { amount: '100.00', memo: null, redirectUrl: undefined } },
  },
  { tradeNo: 'A-1001', kind: 'created', data: { orderNo: 'P-1' }, evidence: { seen: { b: 1, a: [1, 2.5, 'x'] } } },
  { tradeNo: null, kind: 'mismatch_opened', data: { field: 'address' } },
];

interface Stored {
  events: readonly OrderEvent[];
  count: number;
  lastMac: Buffer | null;
}

/** A row as it comes back from `jsonb` and `timestamptz` columns. */
const stored = (event: OrderEvent): OrderEvent => ({
  ...event,
  data: JSON.parse(storableJson(event.data)) as OrderEvent['data'],
  cause: JSON.parse(storableJson(event.cause)) as OrderEvent['cause'],
  evidence: JSON.parse(storableJson(event.evidence ?? null)) as unknown,
});

function history(): Stored {
  const { events, end } = chainEvents('A-1001', START, DRAFTS, CAUSE, NOW, seal);
  return { events: events.map(stored), count: end.eventCount, lastMac: end.lastEventMac };
}

/** A verifier with only the stored rows and the key. */
function isSound({ events, count, lastMac }: Stored): boolean {
  let before: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1 || !seal(sealedText(event, before)).mac.equals(event.mac)) return false;
    const { evidence = null, evidenceMac } = event;
    const seen = evidence === null ? null : seal(evidenceText('A-1001', event.seq, evidence)).mac;
    if (seen?.toString('hex') !== evidenceMac?.toString('hex')) return false;
    before = seal(endText('A-1001', event.seq, event.mac)).mac;
  }
  return events.length === count && (before === null ? lastMac === null : lastMac?.equals(before) === true);
}

const withEvent = (index: number, altered: Partial<OrderEvent>): Stored => {
  const whole = history();
  return { ...whole, events: whole.events.map((event, place) => (place === index ? { ...event, ...altered } : event)) };
};

describe('history', () => {
  it('verifies from the stored rows', () => expect(isSound(history())).toBe(true));

  it('continues after its end', () => {
    const first = chainEvents('A-1001', START, DRAFTS.slice(0, 1), CAUSE, NOW, seal);
    const rest = chainEvents('A-1001', first.end, DRAFTS.slice(1), CAUSE, NOW, seal);
    expect([...first.events, ...rest.events].map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(rest.end.lastEventMac).toEqual(history().lastMac);
  });

  it('keeps its end without new entries', () => {
    const end = { eventCount: 5, lastEventMac: Buffer.alloc(32, 7) };
    expect(chainEvents('A-1001', end, [], CAUSE, NOW, seal)).toEqual({ events: [], end });
  });

  describe.each([0, 1, 2])('history: entry %i', (index) => {
    it.each<[string, Partial<OrderEvent>]>([
      ['another order', { merchantOrderNo: 'A-1002' }],
      ['another trade', { tradeNo: 'A-1001-r2' }],
      ['no or another kind', { kind: 'given_up' }],
      ['another time', { at: at(1) }],
      ['other data', { data: { stamp: 2 } }],
      ['another cause', { cause: { kind: 'staff' } }],
      ['a cause without its hint', { cause: { kind: 'poll' } }],
      ['other evidence', { evidence: { seen: 'forged' } }],
      ['another number', { seq: index + 2 }],
      ['another HMAC', { mac: Buffer.alloc(32, 9) }],
    ])('altered (%s) does not verify', (_, altered) => {
      expect(isSound(withEvent(index, altered))).toBe(false);
    });

    it('removed does not verify, even after renumbering', () => {
      const whole = history();
      const events = whole.events.filter((_, place) => place !== index);
      const renumbered = events.map((event, place) => ({ ...event, seq: place + 1 }));
      const lastMac = events.at(-1)!.mac;
      expect(isSound({ ...whole, events })).toBe(false);
      // A cut-off end leaves a valid beginning: only the order's count and last HMAC reveal it.
      const told = index === 2 ? whole : { count: 2, lastMac };
      expect(isSound({ ...told, events: renumbered })).toBe(false);
    });
  });

  it.each([
    [0, 1],
    [1, 2],
    [0, 2],
  ])('entries %i and %i exchanged do not verify', (a, b) => {
    const whole = history();
    const events = [...whole.events];
    [events[a], events[b]] = [
      { ...events[b]!, seq: a + 1 },
      { ...events[a]!, seq: b + 1 },
    ];
    expect(isSound({ ...whole, events })).toBe(false);
  });

  it('a cut-off end does not verify: the order keeps count and last HMAC', () => {
    const whole = history();
    const events = whole.events.slice(0, 2);
    expect(isSound({ events, count: 2, lastMac: whole.lastMac })).toBe(false);
    expect(isSound({ events, count: 3, lastMac: events[1]!.mac })).toBe(false);
    // All stored rows can be reset, but the earlier end's HMAC was only on the order and is gone.
    expect(isSound({ events, count: 2, lastMac: events[1]!.mac })).toBe(false);
  });

  it('an entry of another order does not verify', () => {
    const other = chainEvents('B-1', START, DRAFTS, CAUSE, NOW, seal).events.map(stored);
    const whole = history();
    expect(isSound({ ...whole, events: [whole.events[0]!, other[1]!, whole.events[2]!] })).toBe(false);
  });

  it('all entries have the time of the change', () => {
    const { events } = chainEvents('A-1001', START, DRAFTS, CAUSE, at(SECOND), seal);
    expect(events.map((event) => event.at)).toEqual([at(SECOND), at(SECOND), at(SECOND)]);
  });
});

/** Does `jsonb` accept this text? It refuses U+0000 and half surrogate pairs, in texts and names. */
function isTaken(json: string): boolean {
  const fits = (value: unknown): boolean => {
    if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
    if (typeof value !== 'object' || value === null) return true;
    return Object.entries(value).every(([name, part]) => fits(name) && fits(part));
  };
  return fits(JSON.parse(json));
}

const strange = fc.string({ unit: 'binary', maxLength: 6 });
const values = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

describe('canonical JSON', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, part]) => [name, shuffled(part)] as const);
    return Object.fromEntries(entries.reverse());
  };

  it('does not depend on the order of names, at any depth', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
    expect(canonicalJson({ b: { d: 1, c: 2 }, a: 3 })).toBe('{"a":3,"b":{"c":2,"d":1}}');
  });

  it('depends on everything else', () => {
    const a = { list: [1, 2], text: '1', no: null };
    const forms = [a, { ...a, list: [2, 1] }, { ...a, text: 1 }, { ...a, no: false }, { list: [1, 2], text: '1' }];
    expect(new Set(forms.map(canonicalJson)).size).toBe(forms.length);
  });

  it('is the same before and after storing', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalJson(JSON.parse(storableJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it.each<[string, unknown]>([
    ['U+0000 in a text', { a: 'x\u0000y' }],
    ['half a pair in a text', ['\ud83d', '\ude00']],
    ['U+0000 in a name', { 'x\u0000y': 1 }],
    ['half a pair in a name', { deep: [{ '\ud83d': 1 }] }],
    ['a date', { at: NOW }],
    ['members without a value', { a: undefined, b: [undefined] }],
    ['names that objects inherit', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "10": 3, "9": 4}')],
  ])('%s can be stored and verifies afterwards', (_, value) => {
    expect(isTaken(storableJson(value))).toBe(true);
    expect(canonicalJson(JSON.parse(storableJson(value)))).toBe(canonicalJson(value));
  });

  it('can always be stored', () => {
    fc.assert(
      fc.property(values, fc.dictionary(strange, strange), (value, names) => {
        expect(isTaken(storableJson(value))).toBe(true);
        expect(isTaken(storableJson(names))).toBe(true);
      }),
    );
  });

  it('keeps characters beyond the first plane', () => {
    expect(storableJson({ '😀': 'é😀' })).toBe('{"😀":"é😀"}');
  });
});

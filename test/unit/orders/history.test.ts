import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainEvents } from '#src/orders/decisions/history.js';
import { canonicalJson, storableJson } from '#src/platform/text/stored-json.js';
import type { EventDraft } from '#src/orders/model/order.types.js';
import { seal } from '../../support/decision-contexts.js';
import { NOW } from '../../support/moments.js';

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

/** What a verifier makes of it: `judge-order.test.ts`, `verify-history.test.ts`. */
describe('history', () => {
  it('continues after its end', () => {
    const first = chainEvents('A-1001', START, DRAFTS.slice(0, 1), CAUSE, NOW, seal);
    const rest = chainEvents('A-1001', first.end, DRAFTS.slice(1), CAUSE, NOW, seal);
    const whole = chainEvents('A-1001', START, DRAFTS, CAUSE, NOW, seal);
    expect([...first.events, ...rest.events]).toEqual(whole.events);
    expect(rest.end).toEqual(whole.end);
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

  it.each<[string, unknown]>([
    ['U+0000 in a text', { a: 'x\u0000y' }],
    ['a date', { at: NOW }],
    ['members without a value', { a: undefined, b: [undefined] }],
    ['names that objects inherit', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "10": 3, "9": 4}')],
  ])('%s can be stored and verifies afterwards', (_, value) => {
    expect(isTaken(storableJson(value))).toBe(true);
    expect(canonicalJson(JSON.parse(storableJson(value)))).toBe(canonicalJson(value));
  });

  it('has the text that stored HMACs cover', () => {
    const odd = {
      10: 1,
      9: -0,
      b: 'x\u0000y',
      a: '\uD800\u2028',
      'n\u0000': [undefined, NOW, String.raw`\u0000`, 1e21],
    };
    const list = `[null,"${NOW.toISOString()}","\\\\u0000",1e+21]`;
    expect(canonicalJson(odd)).toBe(`{"10":1,"9":0,"a":"\uFFFD\u2028","b":"x\uFFFDy","n\uFFFD":${list}}`);
  });

  it('can always be stored', () => {
    fc.assert(
      fc.property(values, fc.dictionary(strange, strange), (value, names) => {
        expect(isTaken(storableJson(value))).toBe(true);
        expect(isTaken(storableJson(names))).toBe(true);
      }),
    );
  });
});

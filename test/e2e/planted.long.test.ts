import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveThrough } from './planted/day.js';
import { Garden } from './planted/garden.js';
import { KEPT } from './planted/kept.js';
import { Search } from './planted/plants.js';
import { storedTexts } from './planted/stored.js';

let garden: Garden;
let places: Map<string, string>;
let search: Search;

beforeAll(async () => {
  garden = await Garden.grow();
  await liveThrough(garden);
  await garden.listen();
  const said = [...garden.said].map(([place, texts]) => [place, texts.join('\n')] as const);
  places = new Map([...(await storedTexts(garden.rows)), ...said]);
  search = new Search(garden.plants);
}, 240_000);
afterAll(() => garden.clear(), 60_000);

function found(): Map<string, string[]> {
  const byPlant = new Map<string, string[]>();
  for (const [place, text] of places) {
    for (const name of search.in(text)) byPlant.set(name, [...(byPlant.get(name) ?? []), place]);
  }
  return byPlant;
}

/** The entry of the table that a plant belongs to. */
function entryOf(name: string): string | undefined {
  if (name in KEPT) return name;
  return Object.keys(KEPT).find((entry) => entry.endsWith('*') && name.startsWith(entry.slice(0, -1)));
}

describe('secrets and personal data, planted wherever something can come in', () => {
  it('are looked for in everything that is stored and said', () => {
    expect(garden.plants.length).toBeGreaterThan(120);
    expect([...places.keys()].filter((place) => !/[.:]/.test(place)).sort()).toEqual(['log', 'metrics']);
    for (const table of [
      'orders',
      'trades',
      'order_events',
      'callback_receipts',
      'mismatches',
      'audit_log',
      'api_keys',
    ]) {
      const texts = [...places].filter(([place]) => place.startsWith(`${table}.`)).map(([, text]) => text);
      expect(texts.join('').length, table).toBeGreaterThan(100);
    }
    expect(places.get('log')!.split('\n').length).toBeGreaterThan(200);
    expect(places.get('answer: problem')!.length).toBeGreaterThan(5000);
    expect(new Set(garden.plants.map(({ name }) => name)).size).toBe(garden.plants.length);
  });

  it('would be found in any form', () => {
    const plants = [{ name: 'it', text: 'Zoë planted "one" / two?' }];
    const { text } = plants[0]!;
    const hidden = new Search(plants);
    const forms = [
      text,
      text.toUpperCase(),
      JSON.stringify({ deep: JSON.stringify({ text }) }),
      encodeURIComponent(text),
      Buffer.from(text).toString('hex'),
      ...['', 'a', 'ab'].flatMap((before) => [
        Buffer.from(`${before}${text} and more`).toString('base64'),
        Buffer.from(`${before}${text}`).toString('base64url'),
      ]),
    ];
    for (const form of forms) expect(hidden.in(`before ${form} behind`), form).toEqual(['it']);
    expect(hidden.in('Zoë planted one')).toEqual([]);
  });

  it('stand where the table says, and nowhere else', () => {
    const faults: string[] = [];
    for (const [name, at] of found()) {
      const entry = entryOf(name);
      const allowed = entry === undefined ? [] : KEPT[entry]!;
      for (const place of at) if (!allowed.includes(place)) faults.push(`${name} stands in ${place}`);
    }
    expect(faults.sort()).toEqual([]);
  });

  it('and the table names no place where nothing of it stands', () => {
    const seen = new Map<string, Set<string>>();
    for (const [name, at] of found()) {
      const entry = entryOf(name);
      if (entry !== undefined) seen.set(entry, new Set([...(seen.get(entry) ?? []), ...at]));
    }
    const idle = Object.entries(KEPT).flatMap(([entry, allowed]) =>
      allowed.filter((place) => seen.get(entry)?.has(place) !== true).map((place) => `${entry} in ${place}`),
    );
    expect(idle).toEqual([]);
  });
});

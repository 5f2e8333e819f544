import { asBody, MINUTE_MS, wereLost } from './observed.js';
import type { Observed } from './observed.js';
import type { Told } from '../kernel/world.js';

/** The shortest time for which the service keeps messages. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

interface Reader {
  /** Order numbers by message, those of before a loss of commits too. */
  readonly told: Map<string, unknown>;
  /** By cursor, since the reader last began anew. */
  readonly pages: Map<string | null, { readonly ids: readonly string[]; readonly givenAt: number }>;
  readonly ids: Set<string>;
  /** Messages from then on are told; 0: all. */
  since: number;
}

/** Messages have one content each, and the feed tells each once, in an order that does not change. */
export class ToldMessages {
  readonly readers = new Map<string, Reader>();
  /** Names of events by order, told to anybody. */
  readonly types = new Map<string, Set<string>>();
  readonly #contents = new Map<string, string>();

  constructor(private readonly world: Observed) {}

  look(told: Told): string[] {
    if (told.kind === 'answer') return [];
    if (told.kind === 'webhook') return this.#event(told.id, told.body);
    const { reader: name, cursor, answer, at } = told;
    const reader = this.readers.get(name) ?? { told: new Map(), pages: new Map(), ids: new Set(), since: 0 };
    this.readers.set(name, reader);
    const problems = answer.status === 410 ? this.#expired(reader, cursor, at) : [];
    if (answer.status === 200) {
      const { items, nextCursor } = asBody(answer.body);
      const events = (items as { event: unknown }[]).map(({ event }) => asBody(event));
      const ids = events.map(({ id }) => String(id));
      for (const { id, data } of events) reader.told.set(String(id), asBody(data)['merchantOrderNo']);
      problems.push(...this.#page(reader, cursor, ids, String(nextCursor), at));
      problems.push(...events.flatMap((event) => this.#event(String(event['id']), event)));
    }
    return problems.map((problem) => `feed of ${name}: ${problem}`);
  }

  #expired({ pages }: Reader, cursor: string | null, at: number): string[] {
    const { givenAt = 0 } = pages.get(cursor) ?? {};
    const isEnded = at - givenAt > KEPT_MS || wereLost(this.world, givenAt - MINUTE_MS);
    return isEnded ? [] : ['410 for a cursor of this epoch'];
  }

  #page(reader: Reader, cursor: string | null, ids: readonly string[], next: string, at: number): string[] {
    const { pages } = reader;
    if (cursor === null || cursor === 'latest') {
      pages.clear();
      reader.ids.clear();
      reader.since = cursor === null ? 0 : at;
    }
    const before = pages.get(cursor) ?? { ids: [], givenAt: at };
    // The loss may not have been noticed at once.
    if (wereLost(this.world, before.givenAt, at - MINUTE_MS)) return ['a cursor outlived a loss of commits'];
    pages.set(cursor, { ...before, ids: before.ids.length > 0 ? before.ids : ids });
    pages.set(next, pages.get(next) ?? { ids: [], givenAt: at });
    // As long as nothing follows a cursor, its page is read again and again.
    if (before.ids.length > 0) {
      const isSame = before.ids.every((id, index) => (ids[index] ?? id) === id);
      return isSame ? [] : ['another page than before at the same cursor'];
    }
    const twice = ids.filter((id) => reader.ids.size === reader.ids.add(id).size);
    return twice.map((id) => `${id} was told twice`);
  }

  #event(id: string, event: unknown): string[] {
    const { type, timestamp, data } = asBody(event);
    const number = String(asBody(data)['merchantOrderNo']);
    this.types.set(number, (this.types.get(number) ?? new Set()).add(String(type)));
    // `data` is the order as it is now.
    const content = `${String(type)} of ${number} at ${String(timestamp)}`;
    const before = this.#contents.get(id) ?? content;
    this.#contents.set(id, content);
    return before === content ? [] : [`message ${id} was ${before}, then ${content}`];
  }
}

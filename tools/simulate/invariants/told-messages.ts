import { asBody, MINUTE_MS, wereLost } from './observed.js';
import type { Observed } from './observed.js';
import type { Told } from '../kernel/world.js';

/** The shortest time for which the service keeps messages. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

interface Reader {
  /** Order numbers by message, those of before a loss of commits too. */
  readonly told: Map<string, unknown>;
  /** Messages since the reader last began anew, in order. */
  ids: Set<string>;
  /** When each cursor was given. */
  readonly cursors: Map<string | null, number>;
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
    if (told.kind === 'answer' || told.kind === 'event') return [];
    if (told.kind === 'webhook') return this.#event(told.id, told.body);
    const { reader: name, cursor, answer, at } = told;
    const fresh: Reader = { told: new Map(), ids: new Set(), cursors: new Map(), since: 0 };
    const reader = this.readers.get(name) ?? fresh;
    this.readers.set(name, reader);
    const givenAt = reader.cursors.get(cursor) ?? at;
    if (answer.status === 410) {
      const isEnded = at - givenAt > KEPT_MS || wereLost(this.world, givenAt - MINUTE_MS);
      const noticed = this.world.logged.filter(({ event }) => event === 'database_lost_commits').map((one) => one.at);
      // A loss is noticed by a process that remembers more, which may have slept for hours.
      const isNoticed = noticed.some((noticedAt, index, all) => {
        return noticedAt >= givenAt && wereLost(this.world, all[index - 1] ?? 0, noticedAt);
      });
      return isEnded || isNoticed ? [] : [`feed of ${name}: 410 for a cursor of this epoch`];
    }
    if (answer.status !== 200) return [];
    if (this.world.epochs.some((lostAt) => givenAt < lostAt && lostAt < at - MINUTE_MS))
      return [`feed of ${name}: a cursor of an older epoch was read on from`];
    const { items, nextCursor } = asBody(answer.body);
    const events = (items as { event: unknown }[]).map(({ event }) => asBody(event));
    const ids = events.map(({ id }) => String(id));
    if (cursor === null || cursor === 'latest')
      Object.assign(reader, { ids: new Set(), since: cursor === null ? 0 : at });
    const twice = ids.filter((id) => reader.ids.has(id));
    for (const id of ids) reader.ids.add(id);
    reader.cursors.set(String(nextCursor), reader.cursors.get(String(nextCursor)) ?? at);
    for (const { id, data } of events) reader.told.set(String(id), asBody(data)['merchantOrderNo']);
    return [
      ...twice.map((id) => `feed of ${name}: ${id} was told twice`),
      ...events.flatMap((event) => this.#event(String(event['id']), event)),
    ];
  }

  #event(id: string, event: unknown): string[] {
    const { type, timestamp, data } = asBody(event);
    const { merchantOrderNo, side } = asBody(data);
    const number = String(merchantOrderNo);
    this.types.set(number, (this.types.get(number) ?? new Set()).add(String(type)));
    // `data` is the order as it is now.
    const content = `${String(type)} of ${number} at ${String(timestamp)}`;
    const before = this.#contents.get(id) ?? content;
    this.#contents.set(id, content);
    const isOther = side === 'SELL' && String(type).startsWith('order.');
    return [
      ...(before === content ? [] : [`message ${id} was ${before}, then ${content}`]),
      ...(isOther ? [`${number}: ${String(type)} was told of a sale [26]`] : []),
    ];
  }
}

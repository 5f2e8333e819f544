import { PROBLEM_CODES } from '../../../src/platform/problems/problem.js';
import { asBody, MINUTE_MS, wereLost } from './observed.js';
import type { Observed } from './observed.js';
import type { Told } from '../kernel/world.js';

/** A fault may show for so long: lost connections, and outages of the provider with an open circuit breaker. */
const FELT_MS = { internal: 2 * MINUTE_MS, unavailable: 30 * MINUTE_MS };

/** Every refusal is a documented problem, and the service fails only while something else does. */
export class ToldAnswers {
  #strikes = 0;
  #struckAt = -Infinity;

  constructor(private readonly world: Observed) {}

  /** Call it after each event: counts of faults have no times. */
  lookAtFaults(): void {
    const strikes = [...this.world.faults.struck.values()].reduce((sum, times) => sum + times, 0);
    if (strikes > this.#strikes) this.#struckAt = this.world.scheduler.now;
    this.#strikes = strikes;
  }

  look(told: Told): string[] {
    if (told.kind !== 'answer' || told.answer.status < 400) return [];
    const { request, answer, sentAt } = told;
    const { code, status } = asBody(answer.body);
    const what = `${request.method} ${request.path}: ${answer.status} ${String(code)}`;
    const isKnown = (PROBLEM_CODES as readonly unknown[]).includes(code) && status === answer.status;
    const feltMs = answer.status === 500 ? FELT_MS.internal : FELT_MS.unavailable;
    // Over the provider's rate, no fault is needed.
    const isInnocent = answer.status >= 500 && code !== 'ramp_unavailable' && this.#struckAt < sentAt - feltMs;
    return [
      ...(isKnown ? [] : [`${what} is not a documented problem`]),
      ...(isInnocent ? [`${what} without a fault`] : []),
    ];
  }
}

/** Messages have one content each, and the feed tells each once, in an order that does not change. */
export class ToldMessages {
  /** By message: what stays the same each time that it is told. */
  readonly #contents = new Map<string, string>();
  readonly #readers = new Map<string, Reader>();
  /** Names of events by order, as told to anybody. */
  readonly types = new Map<string, Set<string>>();

  constructor(private readonly world: Observed) {}

  get readers(): ReadonlyMap<string, Reader> {
    return this.#readers;
  }

  look(told: Told): string[] {
    if (told.kind === 'answer') return [];
    if (told.kind === 'webhook') return this.#content(told.id, told.body);
    const { reader: name, cursor, answer, at } = told;
    const reader = this.#readers.get(name) ?? { everTold: new Map(), pages: new Map(), ids: new Set(), since: 0 };
    this.#readers.set(name, reader);
    if (answer.status === 410) {
      const given = reader.pages.get(cursor)?.askedAt;
      const isForgotten = given !== undefined && at - given > 7 * 24 * 60 * MINUTE_MS;
      const isLost = given === undefined || wereLost(this.world, given - MINUTE_MS);
      return isForgotten || isLost ? [] : [`feed of ${name}: 410 for a cursor of this epoch`];
    }
    if (answer.status !== 200) return [];
    const { items, nextCursor } = asBody(answer.body);
    const events = (items as { event: unknown }[]).map(({ event }) => event);
    const ids = events.map((event) => String(asBody(event)['id']));
    const problems = events.flatMap((event, index) => this.#content(ids[index] ?? '', event));
    for (const [index, event] of events.entries()) {
      reader.everTold.set(ids[index] ?? '', String(asBody(asBody(event)['data'])['merchantOrderNo']));
    }
    return [
      ...problems,
      ...this.#page(reader, cursor, ids, String(nextCursor), at).map((problem) => `feed of ${name}: ${problem}`),
    ];
  }

  #page(reader: Reader, cursor: string | null, ids: readonly string[], next: string, at: number): string[] {
    if (cursor === null || cursor === 'latest') {
      reader.pages.clear();
      reader.ids.clear();
      reader.since = cursor === null ? 0 : at;
    }
    const before = reader.pages.get(cursor);
    if (before !== undefined && wereLost(this.world, before.askedAt, at - MINUTE_MS)) {
      return [`a cursor of before the loss of commits is still good`];
    }
    // Until something is told at a cursor, its page may be asked for again and again.
    if (before !== undefined && before.ids.length > 0) {
      const isSame = before.ids.every((id, index) => ids[index] === undefined || ids[index] === id);
      return isSame ? [] : ['another page than before for the same cursor'];
    }
    const twice = ids.filter((id) => reader.ids.has(id));
    for (const id of ids) reader.ids.add(id);
    reader.pages.set(cursor, { ids, askedAt: before?.askedAt ?? at });
    if (!reader.pages.has(next)) reader.pages.set(next, { ids: [], askedAt: at });
    return twice.map((id) => `${id} was told twice`);
  }

  #content(id: string, event: unknown): string[] {
    const { type, timestamp, data } = asBody(event);
    const number = asBody(data)['merchantOrderNo'];
    if (typeof number === 'string') this.types.set(number, (this.types.get(number) ?? new Set()).add(String(type)));
    // The order in `data` is the present one.
    const content = `${String(type)} of ${String(number)} at ${String(timestamp)}`;
    const before = this.#contents.get(id);
    this.#contents.set(id, content);
    return before === undefined || before === content ? [] : [`message ${id} was ${before}, then ${content}`];
  }
}

interface Reader {
  /** Order numbers by message, before losses of commits too. */
  readonly everTold: Map<string, string>;
  /** By cursor, since the reader last began anew. */
  readonly pages: Map<string | null, { readonly ids: readonly string[]; readonly askedAt: number }>;
  readonly ids: Set<string>;
  /** Messages from then on are told; 0: all that are kept. */
  since: number;
}

import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { freshDatabase } from '../database.js';
import { ACTS, KNOWN } from './acts.js';
import { leftOfPerson } from './left-person.js';
import { HeldConnection } from './held-connection.js';
import { SCENES, setScene } from './scenes.js';
import type { Scene } from './scenes.js';
import { openServices } from './services.js';
import type { Services } from './services.js';
import { StoredContent, withoutRandom } from './stored.js';

/** A line for each stored row and for what each act returned, sorted. */
type Outcome = readonly string[];

interface Side {
  readonly connection: HeldConnection;
  services: Services;
}

/** How the first act ends, which stood before the commit of one of its statements. */
const ENDS = ['commits', 'is rolled back and tries again'] as const;

/** Runs two acts at the same time on two connections, and compares the outcome with both orders one after the other. */
export class Pairs {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #writes = new Map<string, number>();

  private constructor(
    private readonly url: string,
    private readonly content: StoredContent,
    /** On connections of its own: prepares scenes and reads what is stored. */
    private readonly plain: Services,
    private readonly sides: readonly [Side, Side],
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<Pairs> {
    const database = await freshDatabase();
    const content = await StoredContent.of(database.url);
    const side = async (): Promise<Side> => {
      const connection = await HeldConnection.open(database.url);
      return { connection, services: openServices(database.url, connection) };
    };
    const sides = [await side(), await side()] as const;
    await content.keep('empty');
    const plain = openServices(database.url);
    return new Pairs(database.url, content, plain, sides, async () => {
      for (const services of [plain, ...sides.map((one) => one.services)]) await services.close();
      await content.close();
      await database.drop();
    });
  }

  /** Prepares a scene; returns the names of the acts in it. */
  async prepare(scene: Scene): Promise<string[]> {
    await this.content.restore('empty');
    await setScene(this.plain, this.url, scene);
    await this.content.keep('scene');
    // They remember what they have read.
    for (const side of this.sides) {
      side.services = openServices(this.url, side.connection);
      await side.services.keys.ring();
    }
    this.#outcomes.clear();
    const names = Object.keys(ACTS).filter((name) => ACTS[name]!.in.includes(scene));
    for (const name of names) {
      await this.#alone(name);
      this.#writes.set(name, this.sides[0].connection.writes);
    }
    return names;
  }

  /** Writing statements of an act by itself. */
  writesOf(name: string): number {
    return this.#writes.get(name) ?? 0;
  }

  /** Faults of both acts at the same time, however the first one ends. Empty: none. */
  async faults(first: string, second: string): Promise<string[]> {
    const found: string[] = [];
    if (KNOWN.has(`${first}, ${second}`)) return found;
    for (let nth = 1; nth <= this.writesOf(first); nth++) {
      for (const end of ENDS) {
        const where = `${first}${nth > 1 ? ` (statement ${nth})` : ''} ${end}, ${second}`;
        const outcome = await this.#together(first, second, nth, end);
        const faults = [...(await this.#broken()), ...(await this.#anomaly(first, second, outcome))];
        found.push(...faults.map((fault) => `${where}: ${fault}`));
      }
    }
    return found;
  }

  /** The difference, if the outcome is that of neither order, with or without an act that skips locked rows. */
  async #anomaly(first: string, second: string, outcome: Outcome): Promise<string[]> {
    const allowed = [await this.#inTurn(first, second), await this.#inTurn(second, first)];
    for (const [one, skipping] of [
      [first, second],
      [second, first],
    ] as const) {
      const { skips } = ACTS[skipping]!;
      if (skips !== undefined) allowed.push([...(await this.#alone(one)), returned(skipping, [skips])].sort());
    }
    const isAllowed = allowed.some((each) => each.join('\n') === outcome.join('\n'));
    const without = (some: Outcome, others: Outcome) => some.filter((line) => !others.includes(line));
    const differing = [
      ...without(outcome, allowed[0]!).map((line) => `+ ${line}`),
      ...without(allowed[0]!, outcome).map((line) => `- ${line}`),
    ];
    return isAllowed ? [] : [`as in neither order\n${differing.join('\n')}`];
  }

  /** What must hold in any case: no person in an erased order; histories and seals are whole. */
  async #broken(): Promise<string[]> {
    const faults: string[] = [];
    const { database, keys } = this.plain;
    const [erased] = await this.content.query('SELECT 1 FROM orders WHERE erased_at IS NOT NULL');
    if (erased !== undefined) faults.push(...leftOfPerson(await this.content.lines(), await keys.ring()));
    await new HistoryCheckService(new HistoryRepository(database)).check(
      { order: null, span: ALL_TIME },
      await keys.ring(),
      { fault: ({ reason }) => Promise.resolve(void faults.push(reason)), progress: () => undefined },
    );
    return faults;
  }

  async #together(first: string, second: string, nth: number, end: (typeof ENDS)[number]): Promise<Outcome> {
    const [left, right] = await this.#anew();
    const held = left.connection.hold(nth);
    const ahead = resultOf(first, left);
    await Promise.race([held.reached, ahead]);
    const behind = resultOf(second, right);
    await this.#waitsOrEnds(behind, right.connection.pid);
    held.goOn(end === 'commits' ? null : behind);
    return this.#outcome([await ahead, await behind]);
  }

  #inTurn(first: string, second: string): Promise<Outcome> {
    return this.#kept(`${first}; ${second}`, async () => {
      const [left, right] = await this.#anew();
      return this.#outcome([await resultOf(first, left), await resultOf(second, right)]);
    });
  }

  /** Counts its writing statements. */
  #alone(name: string): Promise<Outcome> {
    return this.#kept(name, async () => {
      const [left] = await this.#anew();
      left.connection.hold(Infinity);
      return this.#outcome([await resultOf(name, left)]);
    });
  }

  async #kept(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = this.#outcomes.get(name) ?? (await run());
    this.#outcomes.set(name, outcome);
    return outcome;
  }

  async #anew(): Promise<readonly [Side, Side]> {
    await this.content.restore('scene');
    for (const { connection } of this.sides) connection.reset();
    return this.sides;
  }

  async #outcome(results: readonly string[]): Promise<Outcome> {
    return [...(await this.content.lines()).map(withoutRandom), ...results].sort();
  }

  async #waitsOrEnds(act: Promise<unknown>, pid: number): Promise<void> {
    let hasEnded = false as boolean;
    void act.then(() => (hasEnded = true));
    for (;;) {
      const [row] = await this.content.query<{ waits: boolean }>(
        'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits',
        [pid],
      );
      if (hasEnded || row!.waits) return;
    }
  }
}

export const SCENE_NAMES = Object.keys(SCENES) as Scene[];

async function resultOf(name: string, { services, connection }: Side): Promise<string> {
  const result = await ACTS[name]!.run(services).then(
    (value) => value ?? null,
    (error: unknown) => String(error),
  );
  return returned(name, [result, ...connection.failures]);
}

const returned = (name: string, results: readonly unknown[]): string =>
  withoutRandom(`${name} returned ${JSON.stringify(results)}`);

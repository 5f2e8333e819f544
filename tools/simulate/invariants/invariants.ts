import { AT_THE_END } from './at-the-end.js';
import { omissions } from './omissions.js';
import { OthersGoOn } from './others-go-on.js';
import { ProviderIndex } from './provider-index.js';
import { sentThoughPaused } from './paused.js';
import { tooManyCalls, worseThanShown } from './rates.js';
import { lostOrders, STORED_STATE } from './stored-state.js';
import { ToldAnswers } from './told-answers.js';
import { ToldMessages } from './told-messages.js';
import { ToldOrders } from './told-orders.js';
import type { Observed } from './observed.js';
import type { Rows } from './rows.js';

/** Checks a run. Each method returns the problems that it finds. */
export class Invariants {
  readonly #provider: ProviderIndex;
  readonly #orders: ToldOrders;
  readonly #answers: ToldAnswers;
  readonly #messages: ToldMessages;
  readonly #others: OthersGoOn;
  #looked = 0;

  constructor(private readonly world: Observed) {
    this.#provider = new ProviderIndex(world);
    this.#orders = new ToldOrders(world, this.#provider);
    this.#answers = new ToldAnswers(world);
    this.#messages = new ToldMessages(world);
    this.#others = new OthersGoOn(world);
  }

  /** Call it after each event: it looks only at what was told and received since. */
  atOnce(): string[] {
    this.#answers.lookAtFaults();
    const problems = [...this.#provider.look(), ...this.#others.look()];
    const fresh = this.world.told.slice(this.#looked);
    this.#looked = this.world.told.length;
    return [
      ...problems,
      ...fresh.flatMap((told) => [
        ...this.#answers.look(told),
        ...this.#messages.look(told),
        ...this.#orders.look(told),
      ]),
    ];
  }

  /** Call it now and then, after {@link atOnce}. */
  sweep(rows: Rows): string[] {
    const stored = Object.entries(STORED_STATE).flatMap(([name, check]) => {
      return check(rows, this.world, this.#provider).map((problem) => `${problem} [${name}]`);
    });
    const { byNumber, pages } = this.#orders;
    const missing = omissions({ rows, world: this.world, provider: this.#provider, pages });
    const beyond = [...tooManyCalls(this.world), ...worseThanShown(this.world), ...sentThoughPaused(this.world)];
    return [...stored, ...lostOrders(rows, this.world, byNumber), ...missing, ...beyond];
  }

  /** Call it weeks after the last fault and the last act of a caller. */
  atTheEnd(rows: Rows): string[] {
    const ended = Object.entries(AT_THE_END).flatMap(([name, check]) => {
      return check(rows, this.world, this.#provider, this.#messages).map((problem) => `${problem} [${name}]`);
    });
    return [...this.sweep(rows), ...ended];
  }
}

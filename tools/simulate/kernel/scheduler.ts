import TinyQueue from 'tinyqueue';
import { HOUR } from '../../../src/platform/time/time.js';
import type { Timer } from '../../../src/platform/time/time.js';

/** Whose events wait while it is paused, and never happen once it is dead. */
export interface Owner {
  isDead: boolean;
  /** Virtual time; 0: not paused. */
  pausedUntil: number;
  /** Events that it waits for, ticks apart. */
  pending: number;
}

interface Event {
  at: number;
  readonly order: number;
  readonly act: () => unknown;
  readonly owner: Owner | null;
  readonly isTick: boolean;
  readonly isRepeated: boolean;
  isOver: boolean;
}

interface EventOptions {
  readonly owner?: Owner | null;
  /** A background tick, which by itself does not mean that something happens. What it causes is one too. */
  readonly isTick?: boolean;
  /** Its owner does not wait for it. */
  readonly isRepeated?: boolean;
}

/** Virtual time, and what will happen in it. Runs one event at a time, until nothing moves but what it scheduled. */
export class Scheduler {
  #events = queueOf([]);
  #order = 0;
  /** When something other than ticks last happened. */
  #activeAt: number;
  #isInTick = false;
  events = 0;
  /** Background ticks of a quiet world are spaced out up to this, so that an idle month costs little. */
  longestTickMs = 4 * HOUR;
  /** How many times as many orders there are as a round of background work takes; at least 1. */
  crowd = 1;

  /** `isBusy`: something outside of the run, such as a disk, has yet to answer. */
  constructor(
    public now: number,
    private readonly isBusy: () => boolean = () => false,
  ) {
    this.#activeAt = now;
  }

  get quietForMs(): number {
    return this.now - this.#activeAt;
  }

  /** Something happens that background work should look at soon. */
  markActive(): void {
    this.#activeAt = this.now;
  }

  /** For work that is late after hours, as the doubt after lost commits: a real service ticks every few seconds. */
  bringTicksForward(withinMs: number): void {
    const events = this.#events.data;
    for (const event of events) if (event.isRepeated) event.at = Math.min(event.at, this.now + withinMs);
    this.#events = queueOf(events);
  }

  after(
    ms: number,
    act: () => unknown,
    { owner = null, isTick = this.#isInTick, isRepeated = false }: EventOptions = {},
  ): Timer {
    const at = this.now + Math.max(0, ms);
    const event: Event = { at, order: this.#order++, act, owner, isTick, isRepeated, isOver: false };
    if (owner !== null && !isRepeated) owner.pending += 1;
    this.#events.push(event);
    return { cancel: () => end(event) };
  }

  /** Runs all events up to this time, then sets the time to it. `after` is called after each event; true: stop. */
  async runUntil(until: number, after: () => Promise<boolean> | boolean = () => false): Promise<void> {
    for (;;) {
      const next = this.#events.peek();
      if (next === undefined || next.at > until) break;
      this.#events.pop();
      if (next.isOver || next.owner?.isDead === true) continue;
      if (next.owner !== null && next.owner.pausedUntil > next.at) {
        next.at = next.owner.pausedUntil;
        this.#events.push(next);
        continue;
      }
      end(next);
      this.now = Math.max(this.now, next.at);
      this.events += 1;
      this.#isInTick = next.isTick;
      if (!next.isTick) this.markActive();
      await next.act();
      await this.quiet();
      this.#isInTick = false;
      if (await after()) return;
    }
    this.now = Math.max(this.now, until);
  }

  /** Lets promises and streams go on until they schedule nothing more. */
  async quiet(): Promise<void> {
    for (let seen = -1; seen !== this.#order || this.isBusy();) {
      seen = this.#order;
      await turn();
      await turn();
    }
  }
}

const queueOf = (events: Event[]): TinyQueue<Event> =>
  new TinyQueue(events, (a, b) => a.at - b.at || a.order - b.order);

function end(event: Event): void {
  if (event.owner !== null && !event.isRepeated && !event.isOver) event.owner.pending -= 1;
  event.isOver = true;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

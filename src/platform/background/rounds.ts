import { outsideOfRequests } from '../limits/payer-context.js';
import type { OutageLog } from '../telemetry/outage-log.js';

/**
 * Work that comes again and again beside the requests, one round at a time. A round that fails is logged, and comes again
 * with the next tick.
 */
export class Rounds {
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(
    private readonly outages: OutageLog,
    private readonly round: () => Promise<unknown>,
  ) {}

  /** It is time for a round; one that is under way is enough. */
  tick(): void {
    if (this.#running === null) this.nudge();
  }

  /** There is something to do: a round begins now, or after the one under way, which may have looked too early. */
  nudge(): void {
    this.#isWanted = true;
    if (this.#isStopped || this.#running !== null) return;
    this.#running = outsideOfRequests(() => this.#go()).finally(() => {
      this.#running = null;
    });
  }

  /** No further round begins; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #go(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await this.round();
        this.outages.worked();
      } catch (error) {
        this.outages.failed(error);
        this.#isWanted = false;
      }
    }
  }
}

import { outsideOfRequests } from '../limits/payer-context.js';
import type { OutageLog } from '../telemetry/outage-log.js';

/** Repeated background work, one round at a time. A failed round is logged; the next tick starts another. */
export class Rounds {
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(
    private readonly outages: OutageLog,
    private readonly round: () => Promise<unknown>,
  ) {}

  /** Starts a round unless one is running. */
  tick(): void {
    if (this.#running === null) this.nudge();
  }

  /** Starts a round now, or after the running one, which may have read too early. */
  nudge(): void {
    this.#isWanted = true;
    if (this.#isStopped || this.#running !== null) return;
    this.#running = outsideOfRequests(() => this.#go()).finally(() => {
      this.#running = null;
    });
  }

  /** Starts no further rounds; resolves when the running one has ended. */
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

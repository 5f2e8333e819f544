import type { Logger } from '@nestjs/common';

/** Every how many failures in a row a line is written, after the first. */
const EVERY = 60;

/** Logs something that is tried again and again: the first failure, then one in sixty, and the end of it. */
export class OutageLog {
  #failures = 0;

  constructor(
    private readonly logger: Logger,
    private readonly what: string,
  ) {}

  failed(error: unknown): void {
    if (this.#failures % EVERY === 0) {
      this.logger.error({ msg: `${this.what} failed`, failuresBefore: this.#failures, err: error });
    }
    this.#failures += 1;
  }

  worked(): void {
    if (this.#failures > 0) this.logger.log({ msg: `${this.what} works again`, failures: this.#failures });
    this.#failures = 0;
  }
}

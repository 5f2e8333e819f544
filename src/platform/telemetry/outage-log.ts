import type { Logger } from '@nestjs/common';
import { logEvent } from './log-events.js';
import type { BackgroundTask } from './log-events.js';
import { isLogged } from './outages.js';

export class OutageLog {
  #failures = 0;

  constructor(
    private readonly logger: Logger,
    private readonly task: BackgroundTask,
  ) {}

  failed(error: unknown): void {
    if (isLogged(error)) return;
    if (this.#failures === 0) logEvent(this.logger, 'task_failing', { task: this.task, err: error });
    this.#failures += 1;
  }

  worked(): void {
    if (this.#failures > 0) logEvent(this.logger, 'task_recovered', { task: this.task, failures: this.#failures });
    this.#failures = 0;
  }
}

import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import type { Rounds } from '../../platform/background/background-tasks.js';
import { DAY, HOUR } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { ApiKeyRepository } from './api-key.repository.js';

const WARN_AHEAD_S = (7 * DAY) / 1000;

/** Warns of keys that will expire: a gauge, and a log line for each key in the last week of its life. */
@Injectable()
export class KeyEndsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(KeyEndsService.name);
  private readonly warned = new Set<string>();
  private readonly rounds: Rounds;

  constructor(
    private readonly repository: ApiKeyRepository,
    metrics: Metrics,
    tasks: BackgroundTasks,
  ) {
    this.rounds = tasks.repeat('api_key_ends', 'worker', HOUR, () => this.warn());
    metrics.gauge(
      'ramp_checkout_api_key_ends_seconds',
      'Until the next API key without a successor ends, by role; absent where none will.',
      ['role'],
      async () => {
        // Reversed, so that the soonest expiry of a role overwrites the later ones.
        const next = new Map((await repository.ending()).reverse().map(({ role, leftS }) => [role, leftS]));
        return [...next].map(([role, value]) => ({ labels: { role }, value }));
      },
    );
  }

  onApplicationBootstrap(): void {
    this.rounds.nudge();
  }

  private async warn(): Promise<void> {
    for (const { id, prefix, role, leftS } of await this.repository.ending()) {
      if (leftS > WARN_AHEAD_S || this.warned.has(id)) continue;
      this.warned.add(id);
      const daysLeft = Math.floor((leftS * 1000) / DAY);
      logEvent(this.logger, 'api_key_ends_soon', { keyOf: id, prefix, role, daysLeft });
    }
  }
}

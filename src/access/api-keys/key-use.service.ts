import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Secret } from '../../platform/callers/secret.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { ApiKeyRepository } from './api-key.repository.js';
import type { ApiKeyRow, SeenKey } from './api-key.types.js';
import { sealKey } from './key-seal.js';

const USE_NOTED_EVERY_MS = 60_000;

/** Records the use of keys in the background: no request waits for it or fails with it. */
@Injectable()
export class KeyUseService implements OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(KeyUseService.name), 'api_key_use');
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly keys: KeysService,
  ) {}

  /** Records that the key of this row was accepted. One write at a time per key; further uses meanwhile are dropped. */
  note(seen: SeenKey, shown: Secret): void {
    const { id } = seen.row;
    if (this.running.has(id)) return;
    const settled = this.write(seen, shown)
      .then(
        () => this.outages.worked(),
        (error: unknown) => this.outages.failed(error),
      )
      .finally(() => this.running.delete(id));
    this.running.set(id, settled);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private async write({ row, now }: SeenKey, shown: Secret): Promise<void> {
    const isNoted = row.lastUsedAt !== null && now.getTime() - row.lastUsedAt.getTime() < USE_NOTED_EVERY_MS;
    if (!isNoted) await this.repository.touch(row.id);
    await this.moveToNewest(row, shown);
  }

  /**
   * Moving a key to a newer service key needs its text, so it happens when the key is used. If another replica or a
   * revocation changed the row first, this writes nothing.
   */
  private async moveToNewest(row: ApiKeyRow, shown: Secret): Promise<void> {
    const ring = await this.keys.ring();
    if (row.keyId !== ring.newestId) await this.repository.rewrite(sealKey(ring, row, shown), row);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { SettingsError } from '../config/reader.js';
import { Settings } from '../config/settings.js';
import { KeyRing, masterKeys } from './key-ring.js';
import { serviceKeyProblems, ServiceKeyRepository } from './service-key.repository.js';
import type { KnownServiceKey } from './service-key.repository.js';
import { Chance } from '../chance.js';

/** With `AUTH=none` and no key in the settings, the ring comes from the database. */
@Injectable()
export class KeysService implements OnApplicationBootstrap {
  #ring: Promise<KeyRing> | null = null;

  constructor(
    @Inject(Settings) private readonly settings: Pick<Settings, 'serviceKeys'>,
    private readonly repository: ServiceKeyRepository,
    private readonly chance: Chance,
  ) {}

  /** Starts even if the database is down or not migrated; the keys are then checked on first use. */
  async onApplicationBootstrap(): Promise<void> {
    await this.ring().catch((error: unknown) => {
      if (error instanceof SettingsError) throw error;
    });
  }

  /** Throws a SettingsError if the database was written with other keys; after a database error, call again. */
  ring(): Promise<KeyRing> {
    this.#ring ??= this.#load().catch((error: unknown) => {
      this.#ring = null;
      throw error;
    });
    return this.#ring;
  }

  async #load(): Promise<KeyRing> {
    const keys = masterKeys(this.settings.serviceKeys);
    const found = keys.length > 0 ? keys : [await this.repository.findOrMake(this.chance.bytes(32))];
    const ring = new KeyRing(found, this.chance);
    const isKnown = (stored: readonly KnownServiceKey[]): boolean => stored.some(({ id }) => id === ring.newestId);
    if (isKnown(await this.#judged(ring))) return ring;
    await this.repository.add(ring);
    // Another process may have added a different key with this id.
    await this.#judged(ring);
    return ring;
  }

  async #judged(ring: KeyRing): Promise<KnownServiceKey[]> {
    const stored = await this.repository.known();
    const problems = serviceKeyProblems(ring, stored);
    if (problems.length > 0) throw new SettingsError(problems);
    return stored;
  }
}

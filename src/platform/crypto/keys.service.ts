import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { KeyRing, masterKeys } from './key-ring.js';
import { ServiceKeyRepository } from './service-key.repository.js';

/** Gives out the key ring: from the settings, or from the database when `AUTH=none` and no key is set. */
@Injectable()
export class KeysService {
  #ring: Promise<KeyRing> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly repository: ServiceKeyRepository,
  ) {}

  /** Throws what the database throws while it is away; the next call tries again. */
  ring(): Promise<KeyRing> {
    this.#ring ??= this.#load().catch((error: unknown) => {
      this.#ring = null;
      throw error;
    });
    return this.#ring;
  }

  async #load(): Promise<KeyRing> {
    const keys = masterKeys(this.settings.serviceKeys);
    return new KeyRing(keys.length > 0 ? keys : [await this.repository.findOrMake()]);
  }
}

import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { callbackToken, tradeOfToken } from './callback-token.js';

/** Makes the address that the provider is asked to call about a trade, and reads it again. */
@Injectable()
export class CallbackAddressService {
  constructor(
    private readonly settings: Settings,
    private readonly keys: KeysService,
  ) {}

  /** null: nobody can reach us, so no callback is asked for. */
  async addressFor(tradeNo: string): Promise<string | null> {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/callbacks/ramp/${callbackToken(await this.keys.ring(), tradeNo)}`;
  }

  /** The trade that the last part of a callback's address names; null: we did not make that address. */
  async tradeOf(token: string): Promise<string | null> {
    return tradeOfToken(await this.keys.ring(), token);
  }
}

import { Injectable } from '@nestjs/common';
import { Time } from '../../platform/time/time.js';
import { UnpaidGuestOrders } from './unpaid-guest-orders.service.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import type { Guest } from './challenge-verdict.js';
import { GuestChallenge } from './guest-challenge.service.js';

const BLOCK_BYTES = 16;
/** Cap of refusals that are delayed at a time. */
const HELD_MS = 1000;
const MOST_HELD = 1000;

/** Counts per address block and in total. Refusals are delayed, or a client's loop would load the process with them. */
@Injectable()
export class GuestCheckouts {
  private readonly admitted = new WeakSet<Guest>();
  private held = 0;

  constructor(
    private readonly limits: LimitsService,
    private readonly unpaid: UnpaidGuestOrders,
    private readonly keys: KeysService,
    private readonly challenge: GuestChallenge,
    private readonly time: Time,
  ) {}

  /** Repeats included. Throws `rate_limited`. */
  count({ block }: Guest): Promise<void> {
    return this.orRefuseLate(() => {
      this.limits.spend('guest_block', block);
    });
  }

  /** Once per request, after all other checks, and per order: the response is single-use, and a repeat has no other. */
  async admit(guest: Guest, what: 'order' | 'trade'): Promise<void> {
    if (this.admitted.has(guest)) return;
    if (what === 'order' && this.challenge.isAsked) {
      // An order over the limits must not use up the single-use response or call the verifier.
      await this.spend(guest, false);
      await this.challenge.require(guest);
    }
    await this.spend(guest, true);
    this.admitted.add(guest);
  }

  private spend(guest: Guest, counts: boolean): Promise<void> {
    return this.orRefuseLate(async () => {
      this.limits.spend('guests', 'all', counts);
      await this.unpaid.admit(await this.blockOf(guest), counts);
    });
  }

  /** An HMAC, which identifies no one. */
  async blockOf({ block }: Guest): Promise<Buffer> {
    const mac = (await this.keys.ring()).mac('guest-block', block);
    if (mac === null) throw new Error('the newest key is not in the ring');
    return mac.subarray(0, BLOCK_BYTES);
  }

  private async orRefuseLate(count: () => void | Promise<void>): Promise<void> {
    try {
      await count();
    } catch (error) {
      if (this.held < MOST_HELD) {
        this.held += 1;
        await this.time.sleep(HELD_MS);
        this.held -= 1;
      }
      throw error;
    }
  }
}

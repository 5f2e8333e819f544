import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnpaidGuestOrders } from '../../orders/read/unpaid-guest-orders.service.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import { GuestChallenge } from './guest-challenge.service.js';
import type { Guest } from './guest.types.js';

const BLOCK_BYTES = 16;
/** So long a refusal is held back, for so many at a time. */
const HELD_MS = 1000;
const MOST_HELD = 1000;

/**
 * What strangers may cost: guests' checkouts are counted by address block and all together. A refusal is held back for a
 * moment: whoever sends the next request when the last one is answered would keep the process busy with refusals alone.
 */
@Injectable()
export class GuestCheckouts {
  private readonly admitted = new WeakSet<Guest>();
  private held = 0;

  constructor(
    private readonly limits: LimitsService,
    private readonly unpaid: UnpaidGuestOrders,
    private readonly keys: KeysService,
    private readonly challenge: GuestChallenge,
  ) {}

  /** Counts a request of the guest, repeats too. Throws `rate_limited`. */
  count({ block }: Guest): Promise<void> {
    return this.orRefuseLate(() => {
      this.limits.spend('guest_block', block);
    });
  }

  /**
   * May the guest have an order made, or a trade? Counted once for each request, after what else may be wrong with it. A
   * challenge is solved for an order, not for each of its trades: its response can be used once, and a repeat has no other.
   * Throws `challenge_required`, `unavailable`, `rate_limited`.
   */
  async admit(guest: Guest, what: 'order' | 'trade'): Promise<void> {
    if (this.admitted.has(guest)) return;
    if (what === 'order' && this.challenge.isAsked) {
      // A response is good once: none is used up, and the verifier is not called, for an order that would be refused anyway.
      await this.spend(guest, false);
      await this.challenge.require(guest);
    }
    await this.spend(guest, true);
    this.admitted.add(guest);
  }

  /** The ceilings of all guests; `counts` false: only checks them. */
  private spend(guest: Guest, counts: boolean): Promise<void> {
    return this.orRefuseLate(async () => {
      this.limits.spend('guests', 'all', counts);
      await this.unpaid.admit(await this.blockOf(guest), counts);
    });
  }

  /** What an order keeps of its guest: an HMAC, from which nobody can be told. */
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
        await sleep(HELD_MS);
        this.held -= 1;
      }
      throw error;
    }
  }
}

import { MINUTE } from '../../../src/platform/time/time.js';
import type { HoldReason } from '../../../src/ramp/port/ramp.errors.js';
import type { HttpCall } from '../../../src/ramp/calls/signed-call.js';
import type { Reply, SendResult, Transport } from '../../../src/ramp/calls/transport.js';
import type { Dice } from '../kernel/dice.js';
import type { Owner } from '../kernel/scheduler.js';
import type { World } from '../kernel/world.js';
import type { Provider, Received } from './provider.js';

interface Sender {
  readonly owner: Owner;
  /** As in the trace. */
  readonly who: string;
  readonly timeoutMs: number;
}

/** The network between one process and the provider. A request on its way arrives even if its sender dies. */
export class SimulatedTransport implements Transport {
  readonly #dice: Dice;

  constructor(
    private readonly world: World,
    private readonly provider: Provider,
    private readonly sender: Sender,
  ) {
    this.#dice = world.dice.fork(`network/${sender.who}`);
  }

  async send(call: HttpCall, holdBack: () => HoldReason | null = () => null): Promise<SendResult> {
    await new Promise<void>((connected) => this.#later(this.#dice.int(1, 20), connected));
    if (this.provider.spells.strike('call_refused')) {
      this.provider.miss(call);
      return { kind: 'not_sent', detail: 'ECONNREFUSED' };
    }
    const reason = holdBack();
    return reason === null ? this.#exchange(call) : { kind: 'held_back', reason };
  }

  #exchange(call: HttpCall): Promise<SendResult> {
    const { scheduler, faults } = this.world;
    const { who, timeoutMs } = this.sender;
    const dice = this.#dice;
    return new Promise((resolve) => {
      const sentAt = scheduler.now;
      let isOver = false;
      const settle = (result: SendResult) => {
        isOver = true;
        limit.cancel();
        resolve(result);
      };
      const timeout = { kind: 'lost', reason: 'timeout', detail: `no answer within ${timeoutMs} ms` } as const;
      const limit = this.#later(timeoutMs, () => settle(timeout));
      const cut = () => {
        const reset = { kind: 'lost', reason: 'connection_lost', detail: 'ECONNRESET' } as const;
        if (dice.chance(0.5)) this.#later(dice.int(10, timeoutMs - 1), () => isOver || settle(reset));
      };
      if (this.provider.spells.strike('request_lost')) {
        this.provider.miss(call);
        cut();
        return;
      }
      // Some come so late that their timestamp has expired.
      const isLate = faults.strikes('answer_late');
      const way = isLate ? dice.int(timeoutMs, dice.chance(0.8) ? MINUTE : 8 * MINUTE) : dice.int(10, 200);
      scheduler.after(way, () => {
        const received = this.provider.receive(call, who, sentAt);
        if (this.provider.spells.strike('answer_lost')) {
          cut();
          return;
        }
        this.#later(dice.int(10, 200), () => {
          if (isOver) return;
          received.deliveredAt = scheduler.now;
          settle(this.#reply(received));
        });
      });
    });
  }

  #later(ms: number, act: () => unknown) {
    return this.world.scheduler.after(ms, act, { owner: this.sender.owner });
  }

  #reply({ at, answer: { status, headers, body } }: Received): Reply {
    const { 'retry-after': retryAfter = null, 'content-type': contentType = null } = headers;
    const date = new Date(at).toUTCString();
    return { kind: 'reply', status, date, retryAfter, contentType, body };
  }
}

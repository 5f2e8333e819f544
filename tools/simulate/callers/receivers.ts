import { Webhook } from 'standardwebhooks';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { AttemptResponse } from '../../../src/webhooks/decisions/retries.js';
import type { WebhookTransport } from '../../../src/webhooks/send/webhook-transport.js';
import type { Dice } from '../kernel/dice.js';
import type { Owner } from '../kernel/scheduler.js';
import type { World } from '../kernel/world.js';

type Headers = Readonly<Record<string, string>>;

/** The time limit of the real transport. */
const LIMIT_MS = 15_000;

const answer = (status: number, retryAfterMs: number | null = null): AttemptResponse => ({
  status,
  retryAfterMs,
  text: status === 204 ? '' : 'not accepted',
});

/** Statuses, some with `Retry-After`. */
const ERRORS: readonly (readonly [number, number?])[] = [[500], [502], [301], [503, MINUTE], [429, 10 * MINUTE]];

/** The receivers of all webhook endpoints. */
export class Receivers {
  /** Messages that are not signed with a secret of their endpoint. */
  readonly problems: string[] = [];
  /** By URL: every secret that the endpoint ever had. */
  readonly #secrets = new Map<string, string[]>();
  readonly #unsure = new Set<string>();
  readonly #deadUntil = new Map<string, number>();
  readonly #dice: Dice;

  constructor(private readonly world: World) {
    this.#dice = world.dice.fork('receivers');
  }

  learn(url: string, secret: string): void {
    this.#secrets.set(url, [...(this.#secrets.get(url) ?? []), secret]);
    this.#unsure.delete(url);
  }

  /** It may have got another secret, which its receiver does not know. */
  doubt(url: string): void {
    this.#unsure.add(url);
  }

  /** A message arrives. */
  receive(url: string, headers: Headers, body: string): AttemptResponse {
    const { scheduler, faults, told } = this.world;
    if (faults.strikes('receiver_dead')) {
      const forMs = this.#dice.pick([MINUTE, MINUTE, HOUR, HOUR, 8 * HOUR, 6 * DAY]);
      this.#deadUntil.set(url, scheduler.now + forMs);
    }
    if (!faults.isOver && scheduler.now < (this.#deadUntil.get(url) ?? 0)) return { error: 'ECONNREFUSED' };
    const secrets = this.#secrets.get(url);
    // The reply to the endpoint's creation was lost, or is yet to come.
    if (secrets === undefined) return answer(401);
    const { 'webhook-id': id = '' } = headers;
    if (!isSigned(secrets, headers, body)) {
      if (!this.#unsure.has(url)) this.problems.push(`${url}: message ${id} has no valid signature`);
      return answer(401);
    }
    const response = faults.strikes('receiver_error') ? this.#error() : answer(204);
    const accepted = 'status' in response && response.status === 204;
    told.push({ kind: 'webhook', at: scheduler.now, endpoint: url, id, body: JSON.parse(body) as unknown, accepted });
    return response;
  }

  #error(): AttemptResponse {
    return this.#dice.chance(0.02) ? answer(410) : answer(...this.#dice.pick(ERRORS));
  }

  /** When and how the sender learns of the response. */
  reply(response: AttemptResponse): { afterMs: number; response: AttemptResponse } {
    const { faults } = this.world;
    const isSlow = faults.strikes('receiver_slow');
    const afterMs = isSlow ? this.#dice.int(SECOND, 20 * SECOND) : this.#dice.int(5, 200);
    if (afterMs >= LIMIT_MS) return { afterMs: LIMIT_MS, response: { error: 'timeout' } };
    return { afterMs, response: faults.strikes('receiver_answer_lost') ? { error: 'ECONNRESET' } : response };
  }
}

/** By the published library. Its own check of the time would use the clock of this machine. */
function isSigned(secrets: readonly string[], headers: Headers, body: string): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  const at = new Date(Number(timestamp) * 1000);
  return secrets.some((secret) => signatures.split(' ').includes(new Webhook(secret).sign(id, at, body)));
}

/** The way of one replica to the receivers. */
export class SimulatedWebhookTransport implements WebhookTransport {
  constructor(
    private readonly world: World,
    private readonly receivers: Receivers,
    private readonly owner: Owner,
  ) {}

  /** A message that is on its way arrives, whatever becomes of its sender. */
  send(url: string, headers: Headers, body: string): Promise<AttemptResponse> {
    const { scheduler } = this.world;
    return new Promise((resolve) => {
      this.owner.pending += 1;
      scheduler.after(10, () => {
        this.owner.pending -= 1;
        const { afterMs, response } = this.receivers.reply(this.receivers.receive(url, headers, body));
        scheduler.after(afterMs, () => resolve(response), { owner: this.owner });
      });
    });
  }
}

import type { Behaviour } from '../switches/behaviour.js';
import type { CallbackFate } from '../chaos/plan.js';
import type { VirtualClock } from '../clock.js';
import type { CallbackEntry } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';
import { buyRecord } from '../orders/buy-record.js';
import type { BuyOrder } from '../orders/order.js';
import { callbackBody, callbackFields } from './callback-body.js';
import type { Signing } from './callback-body.js';
import { callbackForm } from './callback-form.js';
import type { CallbackSwitches } from './callback-form.js';
import { callbackLetter } from './callback-letter.js';
import type { CallbackLetter } from './callback-letter.js';
import { post } from './post.js';

interface Surroundings {
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly settings: {
    readonly appSecret: string;
    readonly appSecretNext: string | null;
    readonly timeZone: string;
  };
  readonly behaviour: Pick<Behaviour, 'callbacks' | 'callbackRetries' | 'secrets'> & CallbackSwitches;
  readonly fateOf: (number: string, status: string) => CallbackFate;
}

/** A snapshot of an order for its callbacks: retries send the same fields. */
interface News {
  readonly url: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly fields: Record<string, unknown>;
}

type Sending = Pick<CallbackEntry, 'attempt' | 'forged' | 'duplicate' | 'delayedMs'>;

const FIRST: Sending = { attempt: 1, forged: false, duplicate: false, delayedMs: 0 };

/** Sends callbacks and records each attempt in the ledger. */
export class CallbackSender {
  private stopping = new AbortController();
  /** Functions that cancel the scheduled callbacks. */
  private readonly later = new Set<() => void>();

  constructor(private readonly surroundings: Surroundings) {}

  /** Does nothing if the create had no callbackUrl. Returns at once, without waiting for the merchant. */
  send(order: BuyOrder): void {
    const { behaviour, settings, fateOf } = this.surroundings;
    const url = order.request.callbackUrl;
    if (url === '' || !behaviour.callbacks) return;
    const { orderNo, merchantOrderNo, status } = order;
    const news: News = {
      url,
      orderNo,
      merchantOrderNo,
      fields: callbackFields(order, buyRecord(order, settings.timeZone)),
    };
    const retries = behaviour.callbackRetries;
    const fate = fateOf(merchantOrderNo || orderNo, status);

    if (fate.forge) void this.attempt(news, { ...FIRST, forged: true }, []);
    if (fate.drop) {
      this.record(news, FIRST, 'dropped');
      return;
    }
    this.wait(fate.delayMs, () => {
      const sending = { ...FIRST, delayedMs: fate.delayMs };
      void this.attempt(news, sending, retries);
      if (fate.duplicate) void this.attempt(news, { ...sending, duplicate: true }, []);
    });
  }

  /** Number of delayed callbacks and scheduled retries. */
  waiting(): number {
    return this.later.size;
  }

  /** Aborts running requests and cancels scheduled ones. */
  stop(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
    for (const callOff of this.later) callOff();
    this.later.clear();
  }

  /**
   * Each attempt has a new signature. Repeats until HTTP 200 or the end of `retries` (milliseconds before each
   * repeat).
   */
  private async attempt(news: News, sending: Sending, retries: readonly number[]): Promise<void> {
    const { signal } = this.stopping;
    const { entry, letter } = this.record(news, sending, 'pending');
    await post(letter, entry, signal);
    const [pause, ...left] = retries;
    const received = entry.outcome === 'answered' && entry.httpStatus === 200;
    if (received || pause === undefined || signal.aborted) return;
    this.wait(pause, () => void this.attempt(news, { ...sending, attempt: sending.attempt + 1 }, left));
  }

  private record(
    news: News,
    sending: Sending,
    outcome: 'pending' | 'dropped',
  ): { entry: CallbackEntry; letter: CallbackLetter } {
    const { clock, ledger, behaviour } = this.surroundings;
    const { fields, ...order } = news;
    const form = callbackForm(behaviour);
    const signing = this.signing(news.url);
    const body = sending.forged ? forgedBody(fields, signing) : callbackBody(fields, signing);
    const [status, { timestamp }, { method }] = [String(body['status']), signing, form];
    const entry = { ...order, ...sending, method, form: form.form, status, timestamp, body, outcome };
    const letter = callbackLetter(news.url, body, form, signing);
    return { entry: ledger.recordCallback(entry, clock.iso()), letter };
  }

  private signing(url: string): Signing {
    const { clock, settings, behaviour } = this.surroundings;
    const { method, signatures, wronglySigned } = callbackForm(behaviour);
    const right = behaviour.secrets === 'next' ? (settings.appSecretNext ?? settings.appSecret) : settings.appSecret;
    const secret = wronglySigned ? `not ${right}` : right;
    return { method, signatures, secret, timestamp: String(clock.now()), path: new URL(url).pathname };
  }

  /** Cancelled if callbacks are switched off when it falls due. */
  private wait(ms: number, act: () => void): void {
    if (ms === 0) {
      act();
      return;
    }
    const { clock, behaviour } = this.surroundings;
    const callOff = clock.at(clock.now() + ms, () => {
      this.later.delete(callOff);
      if (behaviour.callbacks) act();
    });
    this.later.add(callOff);
  }
}

const NOBODYS_ADDRESS = '0x000000000000000000000000000000000000dEaD';

/**
 * A callback of an attacker who knows the order and its callback URL, but not the secret: a false status, amount and
 * address, and well-formed but wrong signatures.
 */
function forgedBody(fields: Record<string, unknown>, signing: Signing): Record<string, unknown> {
  const invented = {
    ...fields,
    status: fields['status'] === 'FINISHED' ? 'PAY_FAIL' : 'FINISHED',
    amount: '1000000.00',
    address: NOBODYS_ADDRESS,
    message: 'SUCCESS',
  };
  return callbackBody(invented, { ...signing, secret: `not ${signing.secret}` });
}

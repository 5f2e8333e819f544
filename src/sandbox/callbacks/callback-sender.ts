import type { VirtualClock } from '../clock.js';
import type { CallbackEntry, Ledger } from '../ledger.js';
import { buyRecord } from '../orders/buy-record.js';
import type { BuyOrder } from '../orders/order.js';
import type { SandboxSettings } from '../settings/settings.js';
import { callbackBody } from './callback-body.js';

const PATIENCE_MS = 5000;
const REPLY_KEPT = 200;

/** Posts callbacks, each once, and writes into the ledger what came of it. */
export class CallbackSender {
  private stopping = new AbortController();

  constructor(
    private readonly clock: VirtualClock,
    private readonly ledger: Ledger,
    private readonly settings: Pick<SandboxSettings, 'appSecret' | 'timeZone'>,
  ) {}

  /** Does nothing when the create gave no callbackUrl. Returns at once: nobody at the provider waits for a merchant. */
  send(order: BuyOrder): void {
    const url = order.request.callbackUrl;
    if (url === '') return;
    const timestamp = String(this.clock.now());
    const signing = { appSecret: this.settings.appSecret, timestamp, path: new URL(url).pathname };
    const body = callbackBody(order, buyRecord(order, this.settings.timeZone), signing);
    const { orderNo, merchantOrderNo, status } = order;
    const sent = { url, orderNo, merchantOrderNo, status, timestamp, body };
    void this.deliver(this.ledger.recordCallback(sent, this.clock.iso()));
  }

  /** Breaks off what is under way. */
  stop(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
  }

  /** One attempt. Further attempts, as the provider makes them on request, would be further calls of this. */
  private async deliver(entry: CallbackEntry): Promise<void> {
    try {
      const answer = await fetch(entry.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', timestamp: entry.timestamp },
        body: JSON.stringify(entry.body),
        redirect: 'manual',
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      entry.httpStatus = answer.status;
      entry.reply = (await answer.text()).slice(0, REPLY_KEPT);
      entry.outcome = 'answered';
    } catch (error) {
      entry.error = error instanceof Error ? reason(error) : 'unknown';
      entry.outcome = 'failed';
    }
  }
}

/** `fetch failed` says nothing; its cause does. */
function reason(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { pressButton } from '../../support/sandbox-client.js';
import { checkoutBody } from '../../support/service.js';
import { guest, newAddress, withoutNumber } from './tour.js';
import type { Tour } from './tour.js';
import { sendFrom } from './wire.js';
import type { Reply, Sending, SentHeaders } from './wire.js';

/** How long a payment may take on a busy machine. */
const PATIENCE_MS = 120_000;
const BETWEEN_MS = 400;
const ATTEMPTS = 5;
const ASK_AGAIN = ['unavailable', 'ramp_unavailable'];

/** Customers who check out, read and pay during the whole tour. */
export class HonestCustomers {
  /** Numbers of the orders that they made. */
  readonly made: string[] = [];
  /** Those that reached their end. */
  readonly completed: string[] = [];
  /** Faults that a customer met. */
  readonly complaints: string[] = [];
  private isOver = false;
  private readonly crowd: Promise<void>[];

  constructor(private readonly tour: Tour) {
    const { identity } = tour;
    this.crowd = [
      this.shop('127.0.0.2', async () => ({ authorization: `Bearer ${await identity.token({ sub: 'honest-1' })}` })),
      this.shop('127.0.0.3', async () => ({ authorization: `Bearer ${await identity.token({ sub: 'honest-2' })}` })),
      this.shop('127.0.0.4', () => Promise.resolve(guest())),
      this.shop('127.0.0.5', () => Promise.resolve(tour.withKey('checkout'))),
    ];
  }

  /** Ends when each has come to the end of the present order. */
  async goHome(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.crowd);
  }

  private async shop(from: string, credentials: () => Promise<SentHeaders>): Promise<void> {
    while (!this.isOver) {
      try {
        await this.buy(from, await credentials());
      } catch (error) {
        this.complaints.push(`${from}: ${String(error)}`);
      }
      await sleep(BETWEEN_MS);
    }
  }

  private async buy(from: string, as: SentHeaders): Promise<void> {
    /** Told that the service is busy, or that the request came too slowly, a customer asks again a moment later. */
    const send = async (sending: Sending): Promise<Reply> => {
      for (let attempt = 1; ; attempt++) {
        const reply = await sendFrom(from, this.tour.port, { headers: as, ...sending });
        if (!ASK_AGAIN.includes(String(reply.body['code'])) || attempt === ATTEMPTS) return reply;
        await sleep(1000);
      }
    };
    const body = checkoutBody({ address: newAddress() });
    const checkout = {
      method: 'POST',
      path: '/v1/checkouts',
      body: 'idempotency-key' in as ? withoutNumber(body) : body,
    };
    const made = expected(201, await send(checkout), 'a checkout');
    const { merchantOrderNo, payUrl, clientSecret } = made.body;
    this.made.push(String(merchantOrderNo));
    const again = expected(200, await send(checkout), 'a repeat');
    if (again.body['merchantOrderNo'] !== merchantOrderNo) throw new Error('a repeat gave another order');
    if (again.body['payUrl'] !== payUrl) throw new Error('a repeat gave another payUrl');
    const path = `/v1/orders/${String(merchantOrderNo)}`;
    const headers = { 'x-client-secret': String(clientSecret) };
    const read = expected(200, await send('idempotency-key' in as ? { path, headers } : { path }), 'reading');
    if (read.body['address'] !== body['address']) throw new Error('another address than was asked for');
    await pressButton(String(payUrl), 'pay');
    await this.untilCompleted(() => send({ path, headers }), String(merchantOrderNo));
  }

  private async untilCompleted(read: () => Promise<Reply>, number: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const { body } = expected(200, await read(), 'reading a paid order');
      if (body['inReview'] !== false) throw new Error(`${number} went into review`);
      if (body['status'] === 'COMPLETED') break;
      if (performance.now() > end) throw new Error(`${number} was paid and stayed ${String(body['status'])}`);
      await sleep(200);
    }
    this.completed.push(number);
  }
}

function expected(status: number, reply: Reply, what: string): Reply {
  if (reply.status !== status) throw new Error(`${what} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  return reply;
}

import pg from 'pg';
import { expect } from 'vitest';
import { asServiceRole } from './database.js';
import { createKey } from './made-key.js';
import type { MadeKey } from './made-key.js';
import { readMetrics, total } from './promtool.js';
import { checkoutBody, newNumber, until } from './service.js';
import type { Answer, Service } from './service.js';
import { startWorld } from './service-world.js';
import type { World } from './service-world.js';
import { subscribe } from './webhook-receiver.js';
import type { Receiver } from './webhook-receiver.js';

const ROLES = ['admin', 'support', 'checkout', 'finance'] as const;
type Who = (typeof ROLES)[number];
type Keys = Readonly<Record<Who, MadeKey>>;
type Line = Record<string, unknown>;

/** A service with a webhook endpoint for all events, and an attacker with its database role but not its key. */
export class ThiefWorld {
  private constructor(
    readonly world: World,
    readonly thief: pg.Client,
    readonly receiver: Receiver,
    private readonly keys: Keys,
    readonly endpointId: string,
  ) {}

  static async start(): Promise<ThiefWorld> {
    const env = { AUTH: 'required', WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'info' };
    const world = await startWorld(env, {}, 'process');
    const made = await Promise.all(ROLES.map((role) => createKey(world.databaseUrl, role, role)));
    const keys = Object.fromEntries(ROLES.map((role, nth) => [role, made[nth]])) as unknown as Keys;
    const thief = new pg.Client({ connectionString: asServiceRole(world.databaseUrl) });
    await thief.connect();
    const { receiver, id } = await subscribe(world.service, {}, { 'x-api-key': keys.admin.key });
    return new ThiefWorld(world, thief, receiver, keys, id);
  }

  get service(): Service {
    return this.world.service;
  }

  headers(who: Who): Record<string, string> {
    return { 'x-api-key': this.keys[who].key };
  }

  get(who: Who, path: string): Promise<Answer> {
    return this.service.request('GET', path, { headers: this.headers(who) });
  }

  post(who: Who, path: string, body: unknown = {}): Promise<Answer> {
    return this.service.post(path, body, this.headers(who));
  }

  /** Returns the number of a new, unpaid order. */
  async checkout(): Promise<string> {
    const body = checkoutBody({ merchantOrderNo: newNumber() });
    const made = await this.post('checkout', '/v1/checkouts', body);
    expect(made.status, made.text).toBe(201);
    return String(body['merchantOrderNo']);
  }

  keyToRevoke(): Promise<MadeKey> {
    return createKey(this.world.databaseUrl, 'checkout', 'stolen');
  }

  /** Waits for a message about this order. */
  untilSent(order: string): Promise<boolean> {
    const isSent = (): boolean => this.receiver.messages.some(({ data }) => data['merchantOrderNo'] === order);
    return until(`a message about ${order}`, () => Promise.resolve(isSent()));
  }

  /** The event's counter. */
  async counted(event: string): Promise<number> {
    const { samples } = readMetrics(await this.service.metrics());
    return total(samples, 'ramp_checkout_security_events_total', { event });
  }

  /** Waits for a log line with this event that contains `what`. */
  untilLogged(event: string, what: string): Promise<boolean> {
    const isLogged = (line: string): boolean => line.includes(`"event":"${event}"`) && line.includes(what);
    return until(`${event} about ${what}`, () =>
      Promise.resolve(this.service.program.output().split('\n').some(isLogged)),
    );
  }

  /** Waits until the delivery matches. */
  delivery(id: string, fits: (delivery: Line) => boolean): Promise<Line> {
    return until(`the delivery ${id}`, async () => {
      const { body } = await this.get('admin', `/v1/admin/deliveries/${id}`);
      return fits(body) && body;
    });
  }

  /** The delivery of a message. */
  async deliveryOf(messageId: string): Promise<string> {
    return until(`a delivery of ${messageId}`, async () => {
      const sql = 'SELECT id FROM webhook_deliveries WHERE message_id = $1';
      const [row] = await this.world.rows.query<{ id: string }>(sql, [messageId]);
      return row?.id;
    });
  }

  async close(): Promise<void> {
    await this.thief.end();
    await this.receiver.close();
    await this.world.close();
  }
}

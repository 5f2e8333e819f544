import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../support/made-key.js';
import type { MadeKey } from '../../support/made-key.js';
import { CREDENTIALS } from '../../support/sandbox-client.js';
import { checkoutBody, SERVICE_KEY } from '../../support/service.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { startWorld } from '../../support/service-world.js';
import type { World } from '../../support/service-world.js';
import { faultsOfAnswer } from './answers.js';
import { sendFrom } from './wire.js';
import type { Reply, Sending, SentHeaders } from './wire.js';

/** An order of another customer. */
export interface Victim {
  readonly number: string;
  readonly orderNo: string;
  readonly clientSecret: string;
  readonly payUrl: string;
  readonly address: string;
  /** The owner's credentials. */
  readonly as: SentHeaders;
  /** The owner's request, with the number if the owner chose it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Every key there is: of the merchant's own server, of staff of each kind, and of a server that the attacker has got
 * into, which may check out and sees its own orders alone.
 */
export type Keys = Readonly<Record<'checkout' | 'support' | 'finance' | 'admin' | 'insider', MadeKey>>;

/** A request of the attacker's, and what may come of it. */
export interface Strike extends Sending {
  readonly what: string;
  /** Statuses that give nothing away; 0: the connection was closed. */
  readonly allowed: readonly number[];
}

const LIMITS = {
  // Streams of own orders must end soon.
  STREAM_LIFETIME_MS: '500',
};

const SUBJECTS = { alice: 'sub-alice-4410', bob: 'sub-bob-4411', mallory: 'sub-mallory-6660' } as const;

/** The attacked world and what is known of it. */
export class Tour {
  readonly faults: string[] = [];
  /** Numbers of orders that the attacker was entitled to. */
  readonly granted = new Set<string>();
  /** Ids of keys that the merchant's admin was made to create by names that look like SQL. */
  readonly grantedKeys = new Set<string>();
  /** Orders of customers who do nothing but wait. */
  readonly victims: Victim[] = [];
  /** Texts that no answer to the attacker may hold. */
  readonly treasures: string[] = [];

  private constructor(
    readonly world: World,
    readonly identity: IdentityProvider,
    readonly keys: Keys,
  ) {}

  static async begin(env: Readonly<Record<string, string>> = {}): Promise<Tour> {
    const identity = await IdentityProvider.start();
    const world = await startWorld(
      {
        AUTH: 'required',
        AUTH_GUESTS: 'true',
        LOG_LEVEL: 'debug',
        ...identity.settings,
        ...LIMITS,
        ...env,
      },
      {},
      'process',
    );
    try {
      const make = (role: string, name: string, more: readonly string[] = []): Promise<MadeKey> =>
        createKey(world.databaseUrl, role, name, more);
      const keys = {
        checkout: await make('checkout', 'shop server'),
        support: await make('support', 'support desk'),
        finance: await make('finance', 'finance desk'),
        admin: await make('admin', 'first admin'),
        insider: await make('checkout', 'other server', ['--scope', 'own']),
      };
      const tour = new Tour(world, identity, keys);
      const { checkout, support, finance, admin } = keys;
      for (const { key } of [checkout, support, finance, admin]) tour.treasures.push(key);
      tour.treasures.push(CREDENTIALS.appSecret, CREDENTIALS.accessToken, SERVICE_KEY);
      return tour;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get port(): number {
    return this.world.service.port;
  }

  /** A login of one of the customers, or of the attacker, who is a customer as well. */
  async login(who: keyof typeof SUBJECTS, claims: Readonly<Record<string, unknown>> = {}): Promise<SentHeaders> {
    const token = await this.identity.token({
      sub: SUBJECTS[who],
      email: `${who}@customers.example`,
      email_verified: true,
      ...claims,
    });
    return { authorization: `Bearer ${token}` };
  }

  subject(who: keyof typeof SUBJECTS): string {
    return SUBJECTS[who];
  }

  withKey(role: keyof Keys): SentHeaders {
    return { 'x-api-key': this.keys[role].key };
  }

  /** An honest order, waiting for its payment. What belongs to it is a treasure from now on. */
  async victim(as: SentHeaders, given: Readonly<Record<string, unknown>> = {}, from = '127.0.0.3'): Promise<Victim> {
    const address = newAddress();
    const body = checkoutBody({ address, ...given });
    // A guest has no number to choose.
    const sent = as['x-api-key'] === undefined && as['authorization'] === undefined ? withoutNumber(body) : body;
    const reply = await sendFrom(from, this.port, { method: 'POST', path: '/v1/checkouts', headers: as, body: sent });
    if (reply.status !== 201) throw new Error(`an honest checkout: ${reply.status} ${reply.text}`);
    const { merchantOrderNo, orderNo, clientSecret, payUrl } = reply.body;
    const victim: Victim = {
      number: String(merchantOrderNo),
      orderNo: String(orderNo),
      clientSecret: String(clientSecret),
      payUrl: String(payUrl),
      address,
      as,
      body: sent,
    };
    this.treasures.push(victim.orderNo, victim.clientSecret, victim.payUrl, address);
    this.victims.push(victim);
    return victim;
  }

  /** Where one stage of the tour strikes from: an address of its own, so that no stage hides behind another one's limits. */
  stage(title: string, nth: number): Attacker {
    return new Attacker(this, title, `127.0.9.${nth}`);
  }

  /** The settings with which programs reach what the service has. */
  programEnvironment(): Record<string, string> {
    return { DATABASE_URL: this.world.databaseUrl, SERVICE_KEY };
  }

  async end(): Promise<void> {
    await this.world.close();
    await this.identity.close();
  }
}

/** The attacker in one stage. */
export class Attacker {
  constructor(
    readonly tour: Tour,
    readonly title: string,
    readonly address: string,
  ) {}

  fault(what: string): void {
    this.tour.faults.push(`${this.title}: ${what}`);
  }

  /** Sends, and records a fault for each forbidden response. Waits after a 429. */
  async strike({ what, allowed, ...sending }: Strike): Promise<Reply> {
    const reply = await this.send(sending);
    for (const fault of faultsOfAnswer(sending, reply, this.tour.treasures)) this.fault(`${what} ${fault}`);
    if (!allowed.includes(reply.status)) {
      this.fault(`${what} was answered ${reply.status}, not ${allowed.join(' or ')}: ${reply.text.slice(0, 200)}`);
    }
    return reply;
  }

  async strikeAll(strikes: readonly Strike[]): Promise<Reply[]> {
    const replies: Reply[] = [];
    for (const strike of strikes) replies.push(await this.strike(strike));
    return replies;
  }

  /** Sends again after each 429. */
  async send(sending: Sending): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await sendFrom(this.address, this.tour.port, sending);
      if (reply.status !== 429 || attempt === 40) return reply;
      const seconds = Number(reply.headers['retry-after']);
      if (!(seconds >= 0 && seconds <= 120))
        this.fault(`429 with a Retry-After of ${String(reply.headers['retry-after'])}`);
      await sleep(Math.min(Math.max(seconds, 0.1), 5) * 1000);
    }
  }

  /** A checkout to which the attacker, as a guest, has a right. */
  async ownOrder(): Promise<{ readonly number: string; readonly clientSecret: string }> {
    const body = withoutNumber(checkoutBody({ address: newAddress() }));
    const reply = await this.send({ method: 'POST', path: '/v1/checkouts', headers: guest(), body });
    if (reply.status !== 201) throw new Error(`the attacker as an honest guest: ${reply.status} ${reply.text}`);
    const number = String(reply.body['merchantOrderNo']);
    this.tour.granted.add(number);
    return { number, clientSecret: String(reply.body['clientSecret']) };
  }
}

/** One part of the tour. */
export interface Stage {
  readonly title: string;
  run(attacker: Attacker): Promise<void>;
}

export const guest = (): SentHeaders => ({ 'idempotency-key': randomUUID() });

/** In lower case an address carries no checksum. */
export const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`;

export function withoutNumber(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'merchantOrderNo'));
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../support/made-key.js';
import { readMetrics, total } from '../../support/promtool.js';
import { checkoutBody, until } from '../../support/service.js';
import type { Answer, Service } from '../../support/service.js';
import { useWorld } from '../../support/service-world.js';
import type { World } from '../../support/service-world.js';

/** A header names the caller's address, so that one machine plays all guests. */
export const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true', TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' };

const RATE = 15;

/** Places within the longest wait of 1.2 s. */
const FIND_A_PLACE = 18;

export function guest(service: Service, from: string, key: string = randomUUID()): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, 'idempotency-key': key };
  return service.checkout({ ...checkoutBody(), merchantOrderNo: undefined }, headers);
}

/** A service with its own database, and a checkout by the merchant's server. */
export async function openShop(world: World, env: Readonly<Record<string, string>>) {
  const made = await world.another({ ...GUESTS, ...env });
  const { key } = await createKey(made.databaseUrl, 'checkout', 'shop');
  const server = (): Promise<Answer> => made.service.checkout(checkoutBody(), { 'x-api-key': key });
  const refused = async (kind: string): Promise<number> => {
    const { samples } = readMetrics(await made.service.metrics());
    return total(samples, 'ramp_checkout_rate_limited_total', { kind });
  };
  return { ...made, server, refused };
}

/** Checkouts by `blocks` of guests without a pause, beside `checkouts` by the merchant's server. */
export function guestFlood({ blocks, checkouts }: { blocks: number; checkouts: number }): void {
  describe(`a flood of ${blocks} blocks of guests`, () => {
    const world = useWorld(GUESTS);

    /** Each block asks again as soon as it is answered, while `meanwhile` runs. Returns the answers by status. */
    async function flooded(service: Service, meanwhile: (seen: ReadonlyMap<number, number>) => Promise<void>) {
      const seen = new Map<number, number>();
      let isOver = false;
      const flooding = Array.from({ length: blocks }, async (_, n) => {
        while (!isOver) {
          const { status } = await guest(service, `2001:db8:${n.toString(16)}::1`);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (status === 503) await sleep(200);
        }
      });
      try {
        await meanwhile(seen);
      } finally {
        isOver = true;
        await Promise.all(flooding);
      }
      return seen;
    }

    /**
     * Makes `many` checkouts one after the other. A busy machine misses a place now and then and answers 503; among the guests
     * the merchant's server would get two of them for each checkout.
     */
    async function served(many: number, server: () => Promise<Answer>, look: (answer: Answer) => Promise<void>) {
      for (let made = 0, refused = 0; made < many;) {
        const answer = await server();
        if (answer.status === 503 && refused < many) refused += 1;
        else {
          expect(answer.status, answer.text).toBe(201);
          await look(answer);
          made += 1;
        }
      }
    }

    if (blocks > FIND_A_PLACE) {
      it('keeps no place of the provider’s rate from the merchant’s server', async () => {
        // No ceiling: what is shown is who goes first.
        const { service, server } = await openShop(world, { RATE_LIMIT_ADDRESS_RPS: '0', RAMP_MAX_RPS: String(RATE) });
        await flooded(service, async (seen) => {
          await until('the flood is refused', () => Promise.resolve(seen.has(503)));
          const before: number[] = [];
          let mark = 0;
          const marked = async (): Promise<Answer> => {
            mark = await world.sandbox.mark();
            return server();
          };
          await served(8, marked, async (answer) => {
            const creates = await world.sandbox.calls('create', mark);
            before.push(creates.findIndex((call) => call.merchantOrderNo === answer.body['merchantOrderNo']));
          });
          // Only calls whose turn had come before the request was read are ahead of it. Guests that wait would be as many as are
          // called within the longest wait of 1.2 s.
          before.sort((a, b) => a - b);
          expect(before[0]).toBeGreaterThanOrEqual(0);
          expect(before[4]).toBeLessThan(RATE / 3);
          expect(before[7]).toBeLessThan((RATE * 2) / 3);
        });
      });
    }

    it('is refused at most once a second each, and the merchant’s server is served meanwhile', async () => {
      const { service, server } = await openShop(world, {
        GUEST_CHECKOUTS_PER_MINUTE: '6',
        RAMP_MAX_RPS: String(RATE),
      });
      const begun = performance.now();
      const seen = await flooded(service, async (answers) => {
        await until('the flood is refused', () => Promise.resolve(answers.has(429)));
        await served(checkouts, server, () => Promise.resolve());
      });
      const seconds = (performance.now() - begun) / 1000;
      // Otherwise the process would only refuse, hundreds of times a second.
      expect(seen.get(429)).toBeLessThanOrEqual(blocks * seconds);
      expect(seen.get(201)).toBeLessThanOrEqual(3 + seconds / 10 + 1);
    });
  });
}

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_DECISION } from '#src/orders/decisions/order-change.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { OrderState, TradeRefusal } from '#src/orders/model/order.types.js';
import { storableJson, storableText } from '#src/platform/text/stored-json.js';
import { FACT_NAMES, factOf } from '#src/ramp/port/trade-facts.js';
import type { FactName, Facts } from '#src/ramp/port/trade-facts.js';
import { asked, refusal, reservation } from '../support/order-builders.js';
import { historyProblems, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;

beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());

/** Any text of a provider: NUL, half surrogate pairs, 10 KB. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '\u0000', '\ud83d', 'a\\u0000b', '\\', '"', 'x'.repeat(10_000), '{}', 'null'),
);
const decimal = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.string({ unit: fc.constantFrom('0', '5'), maxLength: 40 }),
  )
  .map(([isNegative, whole, rest]) => `${isNegative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`);
const moment = fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
const FORMS = { decimal, text: anyText, moment };

const facts: fc.Arbitrary<Facts> = fc
  .record(Object.fromEntries(FACT_NAMES.map((name) => [name, FORMS[factOf(name).form]])), { requiredKeys: [] })
  .map((record) => record as Partial<Record<FactName, string>>);

/** As stored: JSON, with U+FFFD for what Postgres cannot keep. */
const kept = <T>(value: T): T => JSON.parse(storableJson(value)) as T;

async function reserved(merchantName: string): Promise<OrderState> {
  const merchantOrderNo = `o-${randomUUID()}`.slice(0, 30);
  const terms = asked({ merchantName, amount: '100.00' });
  const { state } = await opened.tradeRecord.reserve(reservation({ merchantOrderNo, asked: terms }));
  return state!;
}

describe('stored rows', () => {
  it('come back digit for digit, with any text of provider and caller', async () => {
    await fc.assert(
      fc.asyncProperty(
        facts,
        fc.jsonValue({ stringUnit: 'binary' }),
        anyText,
        anyText,
        async (stated, seen, said, name) => {
          const state = await reserved(name);
          const { merchantOrderNo } = state.order;
          const told: TradeRefusal = refusal({ returnMsg: said });
          const decide = ({ trades: [trade] }: OrderState): Decision => ({
            ...NO_DECISION,
            updated: [
              {
                trade: { ...trade!, facts: stated, lastSeen: seen, refusal: told, rampStatus: said },
                schedules: false,
                leaseId: null,
              },
            ],
            drafts: [{ tradeNo: trade!.tradeNo, kind: 'seen', data: { said, stated }, evidence: seen }],
          });
          const held = await opened.writes.change(merchantOrderNo, { kind: 'poll' }, decide, { copy: state });
          const { state: found } = await opened.orders.find(merchantOrderNo);
          expect(found!.order).toEqual(held!.order);
          expect(found!.trades).toEqual([
            {
              ...held!.trades[0]!,
              asked: kept(held!.trades[0]!.asked),
              facts: kept(stated),
              lastSeen: kept(seen),
              refusal: kept(told),
              rampStatus: storableText(said),
            },
          ]);
        },
      ),
      { numRuns: 150 },
    );
    expect(await historyProblems(opened)).toEqual([]);
  });
});

import { isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';
import { compareDecimals, isDecimal } from '../../../../src/platform/terms/decimal.js';
import type { ProbeName } from '../plan/probes.js';
import type { Verdict } from '../report.js';
import { BUY_RECORD_FIELDS, FINISHED_FIELDS, RECORD_DATES, SELL_RECORD_FIELDS } from './documented.js';
import { amountIn } from './offer.js';
import { judging } from './refusal-points.js';
import type { Judge } from './refusal-points.js';
import type { Said } from './said.js';
import type { Seen } from './seen.js';
import { fail, inWords, missing, pass, typeOf, unchecked } from './words.js';

/** All sources of a BUY record, the best known order first. */
export const BUY_PROBES = [
  'created-by-order-no',
  'created-by-merchant-no',
  'buy-by-order-no',
  'buy-by-merchant-no',
] as const;

export const SELL_PROBES = ['sell-by-order-no'] as const;

interface Record {
  readonly name: ProbeName;
  readonly record: WireRecord;
}

export function recordsOf(seen: Seen, probes: readonly ProbeName[]): readonly Record[] {
  return probes.flatMap((name) => {
    const record = seen.record(name);
    return record === null ? [] : [{ name, record }];
  });
}

export const found = (name: ProbeName): Judge =>
  judging(name, (said, seen) =>
    seen.record(name) === null || isEmpty(said) ? fail(inWords(said)) : pass(inWords(said)),
  );

function isEmpty(said: Said): boolean {
  return said.kind === 'success' && isWireRecord(said.data) && Object.keys(said.data).length === 0;
}

export function buyFields(seen: Seen): Verdict {
  return ofRecords(seen, BUY_PROBES, (record) => {
    const finished = member(record, 'status') === 'FINISHED';
    return [
      ...missing(record, finished ? [...BUY_RECORD_FIELDS, ...FINISHED_FIELDS] : BUY_RECORD_FIELDS).map(absent),
      ...(finished ? [] : FINISHED_FIELDS.filter((name) => Object.hasOwn(record, name)).map(early)),
    ];
  });
}

export function sellFields(seen: Seen): Verdict {
  return ofRecords(seen, SELL_PROBES, (record) => missing(record, SELL_RECORD_FIELDS).map(absent));
}

const absent = (name: string): string => `${name} is absent`;
const early = (name: string): string => `${name} is there before FINISHED`;

/** "All values are strings." */
export function allStrings(probes: readonly ProbeName[], documented: readonly string[]): Judge {
  return (seen) =>
    ofRecords(seen, probes, (record) =>
      documented
        .filter((name) => Object.hasOwn(record, name) && typeof member(record, name) !== 'string')
        .map((name) => `${name} is ${typeOf(member(record, name))}`),
    );
}

/** "format yyyyMMdd HH:mm:ss"; empty until the event happens. */
export function contractDates(seen: Seen): Verdict {
  return ofRecords(seen, BUY_PROBES, (record) =>
    RECORD_DATES.filter((name) => {
      const date = member(record, name);
      return typeof date === 'string' && date !== '' && !/^\d{8} \d\d:\d\d:\d\d$/.test(date);
    }).map((name) => `${name} has another format`),
  );
}

export function aboutTheOrder(seen: Seen): Verdict {
  const { appId, known, created } = seen.asked;
  const asked: Readonly<Partial<globalThis.Record<ProbeName, string | null>>> = {
    'created-by-order-no': created?.orderNo ?? null,
    'created-by-merchant-no': created?.orderNo ?? null,
    'buy-by-order-no': known.orderNo,
    'sell-by-order-no': known.sellOrderNo,
  };
  return ofRecords(seen, [...BUY_PROBES, ...SELL_PROBES], (record, name) => [
    ...(asked[name] == null || member(record, 'orderNo') === asked[name] ? [] : ['orderNo is another one']),
    ...(member(record, 'appId') === appId ? [] : ['appId is not ours']),
    ...(name === 'sell-by-order-no' || member(record, 'side') === 'BUY' ? [] : ['side is not BUY']),
  ]);
}

/** "When omitted, BUY orders are queried." */
export const buyWithoutSide = judging('buy-without-side', (said, seen) => {
  const [known] = recordsOf(seen, ['buy-by-order-no', 'buy-by-merchant-no']);
  if (known === undefined) return unchecked('the order was not found with a side either');
  const record = seen.record('buy-without-side');
  const same = record !== null && member(record, 'orderNo') === member(known.record, 'orderNo');
  return same ? pass('the same order') : fail(inWords(said));
});

const ECHOED: readonly (readonly [recorded: string, asked: string])[] = [
  ['address', 'address'],
  ['crypto', 'cryptoCurrency'],
  ['network', 'network'],
  ['fiat', 'fiatCurrency'],
  ['alpha2', 'alpha2'],
];

/** The record repeats the terms of the create: the service compares them. */
export function asItWasMade(seen: Seen): Verdict {
  const { created } = seen.asked;
  return ofRecords(seen, ['created-by-order-no', 'created-by-merchant-no'], (record) => [
    ...ECHOED.filter(([recorded, asked]) => !sameText(member(record, recorded), created?.fields[asked])).map(
      ([recorded]) => `${recorded} is another one`,
    ),
    ...(sameAmount(member(record, 'amount'), created?.fields['amount']) ? [] : ['amount is another one']),
  ]);
}

/** Ignores letter case: some networks use it as an optional checksum of an address. */
function sameText(recorded: unknown, asked: unknown): boolean {
  return typeof recorded === 'string' && typeof asked === 'string' && recorded.toLowerCase() === asked.toLowerCase();
}

function sameAmount(recorded: WireValue | undefined, asked: unknown): boolean {
  const amount = amountIn(recorded);
  if (amount === null || typeof asked !== 'string') return false;
  return isDecimal(asked) && compareDecimals(amount, asked) === 0;
}

function ofRecords(
  seen: Seen,
  probes: readonly ProbeName[],
  faultsOf: (record: WireRecord, name: ProbeName) => readonly string[],
): Verdict {
  const records = recordsOf(seen, probes).filter(({ record }) => Object.keys(record).length > 0);
  if (records.length === 0) return unchecked('no order to look at');
  const faulty = records.find(({ name, record }) => faultsOf(record, name).length > 0);
  if (faulty === undefined) return pass(records.length === 1 ? 'one record' : `${records.length} records`);
  return fail(`${faulty.name}: ${faultsOf(faulty.record, faulty.name).join(', ')}`);
}

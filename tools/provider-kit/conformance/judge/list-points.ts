import { WireNumber, isWireList, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';
import type { Verdict } from '../report.js';
import { LIST_FIELDS } from './documented.js';
import type { Seen } from './seen.js';
import { textIn } from './text.js';
import { fail, inWords, missing, pass, typeOf, unchecked, words } from './words.js';

const isText = (value: WireValue | undefined): boolean => typeof value === 'string';
const isSwitch = (value: WireValue | undefined): boolean =>
  value instanceof WireNumber && (value.digits === '0' || value.digits === '1');
const isNumber = (value: WireValue | undefined): boolean => value instanceof WireNumber;
const isNumberOrNull = (value: WireValue | undefined): boolean => value === null || isNumber(value);
const isTextOrNull = (value: WireValue | undefined): boolean => value === null || isText(value);

const TYPES: readonly (readonly [name: string, fits: (value: WireValue | undefined) => boolean])[] = [
  ['crypto', isText],
  ['network', isText],
  ['buyEnable', isSwitch],
  ['sellEnable', isSwitch],
  ['minPurchaseAmount', isNumber],
  ['maxPurchaseAmount', isNumber],
  ['address', isTextOrNull],
  ['icon', isText],
  ['minSellAmount', isNumberOrNull],
  ['maxSellAmount', isNumberOrNull],
];

/** The objects in the crypto list; null: there is no list. */
function listEntries(seen: Seen, name: 'list' | 'list-without-fiat' = 'list'): readonly WireRecord[] | null {
  const said = seen.said(name);
  return said.kind === 'success' && isWireList(said.data) ? said.data.filter(isWireRecord) : null;
}

export function listIsArray(seen: Seen): Verdict {
  const said = seen.said('list');
  if (said.kind !== 'success') return unchecked(inWords(said));
  if (!isWireList(said.data)) return fail(`data is ${typeOf(said.data)}`);
  return said.data.every(isWireRecord) ? pass(`${said.data.length} entries`) : fail('an entry is no object');
}

export function listFields(seen: Seen): Verdict {
  return ofEntries(seen, (entry) => missing(entry, LIST_FIELDS).map((name) => `${name} is absent`));
}

export function listTypes(seen: Seen): Verdict {
  return ofEntries(seen, (entry) =>
    TYPES.filter(([name, fits]) => Object.hasOwn(entry, name) && !fits(member(entry, name))).map(
      ([name]) => `${name} is ${typeOf(member(entry, name))}`,
    ),
  );
}

export function oneEntryPerPair(seen: Seen): Verdict {
  const pairs = listEntries(seen)?.map(pairOf);
  if (pairs === undefined || pairs.length === 0) return unchecked('no entries');
  const twice = words(pairs.filter((pair, index) => pairs.indexOf(pair) !== index));
  return twice.length === 0 ? pass(`${pairs.length} pairs`) : fail(`more than one entry: ${twice.join(', ')}`);
}

export function usdWithoutFiat(seen: Seen): Verdict {
  if (seen.asked.subject?.fiat !== 'USD') return unchecked('can be told only with --fiat USD');
  const [asked, left] = [listEntries(seen), listEntries(seen, 'list-without-fiat')];
  if (asked === null) return unchecked('no list');
  if (left === null) return fail(`without fiat: ${inWords(seen.said('list-without-fiat'))}`);
  return limitsOf(asked) === limitsOf(left) ? pass('the same pairs and limits') : fail('other pairs or limits');
}

/** Sorted, since a provider may shuffle the list. */
function limitsOf(entries: readonly WireRecord[]): string {
  const limits = ['minPurchaseAmount', 'maxPurchaseAmount'];
  const lines = entries.map((entry) => [pairOf(entry), ...limits.map((name) => textIn(entry, name))].join(' '));
  return lines.sort().join('\n');
}

function pairOf(entry: WireRecord): string {
  return `${textIn(entry, 'crypto') ?? ''}-${textIn(entry, 'network') ?? ''}`;
}

function ofEntries(seen: Seen, faultsOf: (entry: WireRecord) => readonly string[]): Verdict {
  const entries = listEntries(seen);
  if (entries === null || entries.length === 0) return unchecked('no entries');
  const faults = [...new Set(entries.flatMap(faultsOf))];
  return faults.length === 0 ? pass(`${entries.length} entries`) : fail(faults.join(', '));
}

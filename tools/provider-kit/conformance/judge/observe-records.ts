import { isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord } from '../../../../src/ramp/wire/wire.js';
import type { ProbeName } from '../plan/probes.js';
import type { ReportFinding } from '../report.js';
import { ALL_QUOTE_FIELDS, LIST_FIELDS, RECORD_AMOUNTS } from './documented.js';
import { notSeen, plain } from './finding.js';
import { listEntries } from './list-points.js';
import type { Observe } from './observe-requests.js';
import { isOffer } from './offer.js';
import { allQuotes, quoteAmountTypes } from './quote-points.js';
import { BUY_PROBES, SELL_PROBES, recordsOf } from './record-points.js';
import type { Seen } from './seen.js';
import { textIn } from './text.js';
import { further, inWords, typeOf, words } from './words.js';

export function envelopeOf(probes: readonly ProbeName[]): Observe {
  return (seen) => {
    const kinds = words(
      recordsOf(seen, probes).map(({ name }) => (seen.said(name).kind === 'bare' ? 'bare' : 'enveloped')),
    );
    const [kind] = kinds;
    if (kind === undefined) return notSeen('no order to look at');
    if (kinds.length > 1) return plain('both', 'with and without the envelope');
    return plain(kind, kind === 'bare' ? 'without the envelope' : 'with the envelope');
  };
}

export function furtherFields(
  recordsIn: (seen: Seen) => readonly WireRecord[],
  documented: readonly string[],
): Observe {
  return (seen) => {
    const records = recordsIn(seen);
    if (records.length === 0) return notSeen('nothing to look at');
    const names = words(records.flatMap((record) => further(record, documented)));
    return plain(names, names.length === 0 ? 'none' : names.join(', '));
  };
}

export function buyRecords(seen: Seen): readonly WireRecord[] {
  return recordsOf(seen, BUY_PROBES).map(({ record }) => record);
}

export function sellRecords(seen: Seen): readonly WireRecord[] {
  return recordsOf(seen, SELL_PROBES).map(({ record }) => record);
}

export function quoteRecords(seen: Seen): readonly WireRecord[] {
  const single = (['quote-one', 'quote-without-type', 'quote-sell'] as const).map((name) => seen.record(name));
  return [...single, ...(allQuotes(seen) ?? []).map((entry) => (isOffer(entry) ? entry : null))].filter(
    (record) => record !== null,
  );
}

export function createdRecords(seen: Seen): readonly WireRecord[] {
  const record = seen.record('create');
  return record === null ? [] : [record];
}

export function statusesBeyond(
  records: (seen: Seen) => readonly WireRecord[],
  known: readonly string[],
  side: string,
): Observe {
  return (seen) => {
    const statuses = records(seen).flatMap((record) => textIn(record, 'status') ?? []);
    if (statuses.length === 0) return notSeen('no order to look at');
    const beyond = words(statuses.filter((status) => !known.includes(status)));
    if (beyond.length === 0) return plain([], `none; seen: ${words(statuses).join(', ')}`);
    return plain(
      beyond,
      `${beyond.join(', ')}: decide what each means, in RAMP_STATUS_MAP (${side}:${beyond[0] ?? ''}=...)`,
    );
  };
}

export function listAmounts(seen: Seen): ReportFinding {
  const limits = LIST_FIELDS.filter((name) => /^(min|max)/.test(name));
  return types((listEntries(seen) ?? []).flatMap((entry) => limits.map((name) => typeOf(member(entry, name)))));
}

export function quoteAmounts(seen: Seen): ReportFinding {
  return types(quoteAmountTypes(quoteRecords(seen)));
}

export function recordAmounts(seen: Seen): ReportFinding {
  const records = [...buyRecords(seen), ...sellRecords(seen)];
  // An empty text means that the event has not happened yet.
  const amounts = records.flatMap((record) => RECORD_AMOUNTS.map((name) => member(record, name)));
  return types(amounts.filter((amount) => amount !== '').map(typeOf));
}

function types(all: readonly string[]): ReportFinding {
  const amounts = words(all.filter((type) => type === 'string' || type === 'number'));
  if (amounts.length === 0) return notSeen('no amount to look at');
  return plain(amounts.join('-and-'), amounts.map((type) => `JSON ${type}s`).join(' and '));
}

/** Methods in the answer to type ALL that are not offers. */
export function failedMethods(seen: Seen): ReportFinding {
  const quotes = allQuotes(seen);
  if (quotes === null) return notSeen(inWords(seen.said('quote-all')));
  const failures = quotes.filter((entry) => !isOffer(entry));
  if (failures.length === 0) return plain('none', `none among ${quotes.length} methods`);
  const records = failures.filter(isWireRecord);
  const isNulls =
    records.length === failures.length && records.every((entry) => further(entry, ALL_QUOTE_FIELDS).length === 0);
  const names = words(records.flatMap((entry) => Object.keys(entry)));
  const how = `${failures.length} of ${quotes.length} methods make no offer; their fields: ${names.join(', ')}`;
  return plain(isNulls ? 'nulls' : 'error', how);
}

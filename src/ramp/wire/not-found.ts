import { NOT_FOUND_WORDS } from '../../platform/config/ramp-settings.js';
import type { NotFoundSettings } from '../../platform/config/ramp-settings.js';
import type { Side } from '../port/ramp.types.js';
import { isSaid, readEnvelope } from './envelope.js';
import { refusalByCode } from './refusals.js';
import type { MerchantsCodes } from './refusals.js';
import { isWireRecord, member } from './wire.js';
import type { WireAnswer, WireRecord } from './wire.js';

/** 4xx statuses about the caller or the timing, not about the order. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** A record without any of these says nothing about a trade. */
const TELLING = ['orderNo', 'merchantOrderNo', 'status'];

/**
 * The entry of `RAMP_NOT_FOUND` that would make this answer mean "no such order"; null: none could. A code with another
 * meaning keeps it.
 */
export function notFoundForm({ status, parsed }: WireAnswer, codes: MerchantsCodes): string | null {
  if (parsed === null) return null;
  const isOk = status >= 200 && status < 300;
  const envelope = readEnvelope(parsed.json);
  if (envelope.kind === 'success' && isOk) {
    if (envelope.data === null) return 'null';
    return isWireRecord(envelope.data) && !tells(envelope.data) ? 'empty' : null;
  }
  const speaksOfTheNumber = isOk || (status >= 400 && status < 500 && !ABOUT_THE_CALL.has(status));
  if (envelope.kind !== 'refusal' || !speaksOfTheNumber) return null;
  const { returnCode } = envelope;
  // The code's text "null" must not be confused with the setting's word for "success without data".
  if (NOT_FOUND_WORDS.includes(returnCode)) return null;
  return refusalByCode(envelope, codes).reason === 'undocumented' ? returnCode : null;
}

/** Is this the configured answer for an unknown order of this side? */
export function saysNotFound(
  answer: WireAnswer,
  side: Side,
  ramp: MerchantsCodes & { readonly notFound: NotFoundSettings },
): boolean {
  const form = notFoundForm(answer, ramp);
  return form !== null && ramp.notFound[side].has(form);
}

export function tells(record: WireRecord): boolean {
  return TELLING.some((name) => isSaid(member(record, name)));
}

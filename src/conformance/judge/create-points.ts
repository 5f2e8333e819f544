import { readCreatedTrade } from '../../ramp/http/created-record.js';
import { isWireRecord, member } from '../../ramp/http/wire.js';
import type { Verdict } from '../report.js';
import { CREATED_FIELDS } from './documented.js';
import type { Seen } from './seen.js';
import { fail, inWords, missing, pass, unchecked } from './words.js';

/** `{ orderNo, payUrl }`, both strings, and the second one an address. */
export function createdAnswer(seen: Seen): Verdict {
  const said = seen.said('create');
  if (said.kind === 'nothing') return unchecked(said.why);
  if (said.kind !== 'success' || !isWireRecord(said.data)) return fail(inWords(said));
  const absent = missing(said.data, CREATED_FIELDS);
  if (absent.length > 0) return fail(`absent: ${absent.join(', ')}`);
  const read = readCreatedTrade(said.data, true);
  if ('problem' in read) return fail(read.problem);
  // The service can live with either; the contract says strings, and a page.
  if (typeof member(said.data, 'orderNo') !== 'string') return fail('orderNo is no text');
  return read.value.payUrl === null ? fail('payUrl is no address of a page') : pass('orderNo and payUrl');
}

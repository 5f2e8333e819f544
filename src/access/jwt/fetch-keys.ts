import type { JSONWebKeySet } from 'jose';
import { boundedText } from '../../platform/text/http-response.js';
import { usableKeys } from './usable-keys.js';

const TIMEOUT_MS = 5000;
/** A key takes a few hundred bytes, with certificates a few thousand. */
const LONGEST_BYTES = 256 * 1024;

/**
 * The usable keys at an address. Throws unless a key set arrives within five seconds. A redirect, an HTML page or an
 * error says nothing about the keys.
 */
export async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    // A redirect would let others supply keys of their own.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the answer has the status ${response.status}`);
  }
  const keys = usableKeys(parsed(await boundedText(response, LONGEST_BYTES)));
  if (keys === null) throw new Error('the answer is not a key set');
  return keys;
}

/** Hides the parser's message, which quotes the answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

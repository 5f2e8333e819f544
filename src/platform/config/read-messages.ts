import type { SettingsReader } from './reader.js';
import { Secret } from '../callers/secret.js';
import { isGuessable } from './read-storage.js';

export function callbackSettings(read: SettingsReader) {
  const body = read.text('RAMP_CALLBACK_REPLY_BODY');
  return {
    reply: {
      status: read.integer('RAMP_CALLBACK_REPLY_STATUS'),
      type: isJsonDocument(body) ? 'application/json' : 'text/plain',
      body,
    },
  };
}

/** A single word such as `true` is text. */
function isJsonDocument(text: string): boolean {
  if (!/^[{["]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As Standard Webhooks writes secrets, of 24 to 64 bytes. */
const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;
const [FEWEST_BYTES, MOST_BYTES] = [24, 64];

export function webhookSettings(read: SettingsReader) {
  return { allowsPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE') };
}

/** The endpoint that the settings name; null: none. Whether messages may go to its URL is not judged here. */
export function webhookEndpoint(read: SettingsReader) {
  const url = read.text('WEBHOOK_URL') ?? '';
  const secret = read.secret('WEBHOOK_SECRET') ?? new Secret('');
  const events = read.list('WEBHOOK_EVENTS');
  if (!read.areTogether(['WEBHOOK_URL', 'WEBHOOK_SECRET'])) return null;
  // Empty: its file could not be read, which is reported already.
  if (secret.reveal() !== '' && !isSecret(secret.reveal())) {
    read.problems.push('WEBHOOK_SECRET must be whsec_ and random bytes: echo whsec_$(openssl rand -base64 32)');
  }
  return { url, secret, events };
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64');
  return bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES && !isGuessable(bytes);
}

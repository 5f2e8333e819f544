import type { SettingsReader } from './reader.js';

/** How the provider's callbacks are answered. */
export function callbackSettings(read: SettingsReader) {
  const body = read.text('RAMP_CALLBACK_REPLY_BODY');
  return {
    addressLifetimeMs: read.integer('CALLBACK_ADDRESS_LIFETIME_MS'),
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

import type { SettingsReader } from './reader.js';

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

export function webhookSettings(read: SettingsReader) {
  return { allowsPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE') };
}

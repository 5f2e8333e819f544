import type { SettingsReader } from './reader.js';
import type { CallbackSettings } from './settings.js';

/** How the provider's callbacks are judged and answered. */
export function callbackSettings(read: SettingsReader): CallbackSettings {
  const body = read.text('RAMP_CALLBACK_REPLY_BODY');
  return {
    verify: {
      scheme: read.oneOf('RAMP_CALLBACK_VERIFY'),
      header: headerName(read),
      digest: read.oneOf('RAMP_CALLBACK_VERIFY_DIGEST'),
      encoding: read.oneOf('RAMP_CALLBACK_VERIFY_ENCODING'),
    },
    reply: {
      status: read.integer('RAMP_CALLBACK_REPLY_STATUS'),
      type: isJsonDocument(body) ? 'application/json' : 'text/plain',
      body,
    },
  };
}

function headerName(read: SettingsReader): string {
  const name = read.text('RAMP_CALLBACK_VERIFY_HEADER');
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) {
    read.problems.push('RAMP_CALLBACK_VERIFY_HEADER must be the name of a header such as x-signature');
  }
  return name.toLowerCase();
}

/** A lone word such as `true` is meant as a text. */
function isJsonDocument(text: string): boolean {
  if (!/^[{["]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

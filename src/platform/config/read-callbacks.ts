import type { SettingsReader } from './reader.js';
import type { CallbackSettings } from './settings.js';

const SCHEMES = ['none', 'body', 'fields', 'fields-twice', 'raw-hmac', 'stamped-hmac'] as const;

/** How the provider's callbacks are judged and answered. */
export function callbackSettings(read: SettingsReader): CallbackSettings {
  const body = read.optional('RAMP_CALLBACK_REPLY_BODY') ?? 'success';
  return {
    verify: {
      scheme: read.oneOf('RAMP_CALLBACK_VERIFY', 'none', SCHEMES),
      header: headerName(read),
      digest: read.oneOf('RAMP_CALLBACK_VERIFY_DIGEST', 'sha256', ['sha256', 'sha512', 'sha1', 'md5']),
      encoding: read.oneOf('RAMP_CALLBACK_VERIFY_ENCODING', 'hex', ['hex', 'base64']),
    },
    reply: {
      status: read.integer('RAMP_CALLBACK_REPLY_STATUS', 200, 200, 299),
      type: isJsonDocument(body) ? 'application/json' : 'text/plain',
      body,
    },
  };
}

function headerName(read: SettingsReader): string {
  const name = read.optional('RAMP_CALLBACK_VERIFY_HEADER') ?? 'signature';
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

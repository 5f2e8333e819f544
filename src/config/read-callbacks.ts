import type { SettingsReader } from './reader.js';
import type { CallbackSettings } from './settings.js';

/** How the provider's callbacks are judged and answered. */
export function callbackSettings(read: SettingsReader): CallbackSettings {
  read.oneOf('RAMP_CALLBACK_VERIFY', 'none', ['none']);
  return {
    reply: {
      status: read.integer('RAMP_CALLBACK_REPLY_STATUS', 200, 200, 299),
      body: read.optional('RAMP_CALLBACK_REPLY_BODY') ?? 'success',
    },
  };
}

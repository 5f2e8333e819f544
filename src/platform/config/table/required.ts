import { list, required, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

/** The service does not start without these. */
export const REQUIRED = {
  DATABASE_URL: {
    says: 'The Postgres database, version 15 or later.',
    more: 'On another machine it needs TLS: `sslmode=verify-full`, with `sslrootcert=<file>` for a CA of your own. `require` verifies too; `no-verify` only encrypts',
    ...secret,
    ...required,
  },
  SERVICE_KEY: {
    says: 'The key that all others derive from: 32 bytes in base64, or a list of `id:key`, newest first.',
    more: 'Make one with `openssl rand -base64 32`; guessable ones are refused. A key without an id has the id `1`; an id has 1 to 16 letters and digits. See [keys.md](keys.md#service-key)',
    ...secret,
    defaultNote: 'required unless `AUTH=none`',
  },
  RAMP_BASE_URL: { says: "The provider's address, over `https:`.", ...url, ...required },
  RAMP_APP_ID: { says: 'The id of your application at the provider.', ...text(null), ...required },
  RAMP_APP_SECRET: { says: 'The secret of your application at the provider.', ...secret, ...required },
  RAMP_ACCESS_TOKEN: {
    says: 'A fixed access token for creating trades.',
    more: 'Or fetch tokens, or send one with each checkout: [provider.md](provider.md#access-tokens). `_FILE` is read again for each trade; the last good content counts',
    ...secret,
  },
  PUBLIC_URL: {
    says: "Where the provider's callbacks reach the service; without it there are none.",
    ...url,
  },
  REDIRECT_ORIGINS: {
    says: 'The origins (`https://shop.example`) and app schemes (`myapp:`) to which customers may be sent back.',
    ...list(),
    defaultNote: 'none: no redirect is accepted',
  },
} satisfies SettingGroup;

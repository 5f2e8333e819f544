import { list, required, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

/** Without these nobody can buy. */
export const REQUIRED = {
  DATABASE_URL: {
    says: 'The Postgres database, version 15 or later.',
    more: 'On another machine it needs TLS: add `sslmode=verify-full`, and `sslrootcert=<file>` where the CA is your own. The driver verifies with `require` too; `no-verify` encrypts, and trusts whoever answers',
    ...secret,
    ...required,
  },
  SERVICE_KEY: {
    says: 'The key that all others derive from: 32 bytes in base64, or a list of `id:key`, newest first.',
    more: 'Make one with `openssl rand -base64 32`: text, patterns and counting are refused. Callback tokens, client secrets, API keys, the HMAC of the history and encryption keys are derived from it. A key without an id has the id `1`. An id has 1 to 16 letters and digits, and never changes its key. See [keys.md](keys.md#service-key)',
    ...secret,
    defaultNote: 'required unless `AUTH=none`',
  },
  RAMP_BASE_URL: { says: "The provider's address, over `https:`.", ...url, ...required },
  RAMP_APP_ID: { says: 'The id of your application at the provider.', ...text(null), ...required },
  RAMP_APP_SECRET: { says: 'The secret of your application at the provider.', ...secret, ...required },
  RAMP_ACCESS_TOKEN: {
    says: 'A fixed access token for creating trades.',
    more: 'Tokens may come from `RAMP_ACCESS_TOKEN_URL` ([provider.md](provider.md#access-tokens)) or with each checkout instead. With `_FILE`, new content is used without a restart; while the file is missing, empty or not a token, the last good content is used',
    ...secret,
  },
  PUBLIC_URL: {
    says: "Where the provider's callbacks reach the service; without it no callback is requested.",
    ...url,
  },
  REDIRECT_ORIGINS: {
    says: 'The origins (`https://shop.example`) and app schemes (`myapp:`) to which customers may be sent back.',
    ...list(),
    defaultNote: 'none: no redirect is accepted',
  },
} satisfies SettingGroup;

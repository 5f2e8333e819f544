import { fetchKeys } from '../../../../src/access/jwt/key-set.js';
import type { JwtSettings } from '../../../../src/platform/config/settings.js';
import { causeCode } from '../../../../src/platform/problems/error-code.js';
import { failed, passed } from '../finding.js';
import type { Finding } from '../finding.js';

export async function checkIdentityProvider(jwt: Pick<JwtSettings, 'jwksUrl'> | null): Promise<Finding> {
  if (jwt === null) return passed('none is configured: no JWT is accepted');
  try {
    const { keys } = await fetchKeys(jwt.jwksUrl);
    return keys.length > 0
      ? passed(`${keys.length === 1 ? 'one key' : `${keys.length} keys`} to check tokens with`)
      : failed('its key set has no key that can check a token', 'Have it publish keys for RS256, ES256 or EdDSA.');
  } catch (error) {
    const why = error instanceof Error ? (causeCode(error) ?? error.message) : 'nobody knows why';
    return failed(`its keys cannot be fetched: ${why}`, 'Check AUTH_JWKS_URL; nobody can log in without the keys.');
  }
}

import type { Secret } from '../../shared/secret.js';
import { noToken, TokenSource } from './access-tokens.js';
import type { TokenFinding } from './access-tokens.js';

/** The one token of the settings; null: there is none, and only the merchant's own server has tokens. */
export class FixedToken extends TokenSource {
  constructor(private readonly token: Secret | null) {
    super();
  }

  find(): Promise<TokenFinding> {
    return Promise.resolve(
      this.token === null
        ? noToken('no_access_token', 'there is no access token that could be sent')
        : { kind: 'token', token: this.token },
    );
  }

  discard(): void {
    // There is no other.
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Problem } from '../../shared/problem.js';
import type { Secret } from '../../shared/secret.js';

/** Callers who show a token of the merchant's identity provider: customers, and staff. */
@Injectable()
export class TokensService {
  /** Throws `unauthenticated` for a token that is not good. */
  callerOf(token: Secret): Promise<Caller> {
    const detail = token.reveal() === '' ? 'The token is empty.' : 'The token is not good.';
    return Promise.reject(new Problem('unauthenticated', detail));
  }
}

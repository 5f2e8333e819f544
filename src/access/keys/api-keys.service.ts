import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Problem } from '../../shared/problem.js';
import type { Secret } from '../../shared/secret.js';

/** Callers who show an API key: the merchant's servers, and staff. */
@Injectable()
export class ApiKeysService {
  /** Throws `unauthenticated` for a key that is not good. */
  callerOf(key: Secret): Promise<Caller> {
    const detail = key.reveal() === '' ? 'The key is empty.' : 'The key is not good.';
    return Promise.reject(new Problem('unauthenticated', detail));
  }
}

import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SecretRepository } from './storage/secret.repository.js';

const SALT_BYTES = 16;

/** Ends all client secrets of an order at once. */
@Injectable()
export class SecretRevocationService {
  constructor(private readonly secrets: SecretRepository) {}

  /**
   * From now on no secret of the order is good, on no replica; whoever repeats the checkout gets a new one. Twice does no
   * harm. false: there is no such order.
   */
  revoke(merchantOrderNo: string): Promise<boolean> {
    return this.secrets.replaceSalt(merchantOrderNo, randomBytes(SALT_BYTES));
  }
}

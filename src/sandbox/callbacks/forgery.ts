import { callbackBody } from './callback-body.js';
import type { Signing } from './callback-body.js';

const NOBODYS_ADDRESS = '0x000000000000000000000000000000000000dEaD';

/**
 * What somebody would post who knows an order and the address for its callbacks, but not the secret: a status that was
 * not reached, another amount and address, and signatures of the right form that are wrong.
 */
export function forgedBody(fields: Record<string, unknown>, signing: Signing): Record<string, unknown> {
  const invented = {
    ...fields,
    status: fields['status'] === 'FINISHED' ? 'PAY_FAIL' : 'FINISHED',
    amount: '1000000.00',
    address: NOBODYS_ADDRESS,
    message: 'SUCCESS',
  };
  return callbackBody(invented, { ...signing, secret: `not ${signing.secret}` });
}

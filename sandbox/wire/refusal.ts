import type { Behaviour } from '../switches/behaviour.js';

/** The provider refuses: an envelope with success false. {@link refusals} lists all codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly returnCode: string,
    readonly returnMsg: string,
    /** 0: that of all refusals. */
    readonly httpStatus = 0,
  ) {
    super(`${returnCode} ${returnMsg}`);
  }
}

/**
 * All refusals by cause. Codes 3100 to 3107 and their texts are the contract's; those that begin with 1 or 9 are the
 * sandbox's own, because the contract defines none for these causes.
 */
export const refusals = {
  commission: () => new Refusal('3100', 'Please contact with our team to configure commission'),
  crypto: () => new Refusal('3101', 'Please contact with our team to configure crypto'),
  range: (min: string, max: string) =>
    new Refusal(
      '3102',
      `Quote amount exceed the range, The Min purchase amount is ${min}, The max purchase amount is ${max}`,
    ),
  timestamp: () => new Refusal('3103', 'Please refresh timestamp'),
  account: () => new Refusal('3104', 'Please contact with our team to create account'),
  address: () => new Refusal('3105', 'Invalid Crypto Address'),
  riskyAddress: () =>
    new Refusal('3106', 'Your current withdrawal address is at risk, please check or change to another one.'),
  path: () => new Refusal('3107', 'Illegal request path'),
  parameter: (name: string, mustBe: string) => new Refusal('1001', `Parameter ${name} ${mustBe}`),
  signature: ({ signatureRefusedCode: code, signatureRefusedHttpStatus: httpStatus }: Behaviour) =>
    new Refusal(code, 'Invalid signature', httpStatus),
  accessToken: ({ tokenRefusedCode: code, tokenRefusedHttpStatus: httpStatus }: Behaviour) =>
    new Refusal(code, 'Invalid access token', httpStatus),
  decimals: (fiat: string, decimals: number) =>
    new Refusal('1004', `The amount has more than ${decimals} decimals, the precision of ${fiat}`),
  memo: () => new Refusal('1005', 'A memo is required for this network'),
  unknownOrder: (code: string, number = '') =>
    new Refusal(code, number === '' ? 'Order does not exist' : `Order ${number} does not exist`),
  repeatedNumber: (code: string) => new Refusal(code, 'The merchantOrderNo exists already'),
  system: () => new Refusal('9999', 'System error'),
};

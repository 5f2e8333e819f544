import { ConnectionError } from '../errors.js';
import type { ClientOptions } from '../options.js';

export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Headers that say who is calling. A token that cannot be got is as good as no connection: waiting may mend it.
 * Throws a TypeError, without its value, for what no header may hold.
 */
export async function callerHeaders(
  { token, apiKey }: ClientOptions,
  clientSecret?: string | null,
): Promise<HeaderFields> {
  const bearer = token === undefined ? null : await tokenOf(token);
  return {
    ...(bearer === null ? {} : { Authorization: `Bearer ${checked('token', bearer)}` }),
    ...(apiKey === undefined ? {} : { 'X-Api-Key': checked('apiKey', apiKey) }),
    ...secretHeader(clientSecret),
  };
}

/** The header of whoever has an order's secret. */
export function secretHeader(clientSecret: string | null | undefined): HeaderFields {
  return clientSecret == null ? {} : { 'X-Client-Secret': checked('clientSecret', clientSecret) };
}

/** The header of a guest who has solved a challenge. */
export function challengeHeader(response: string | undefined): HeaderFields {
  return response === undefined ? {} : { 'X-Challenge-Response': checked('challengeResponse', response) };
}

async function tokenOf(token: NonNullable<ClientOptions['token']>): Promise<string | null> {
  try {
    return await token();
  } catch (error) {
    throw new ConnectionError('the token could not be got', { cause: error });
  }
}

/** The platform's own message for a bad header repeats its value. */
function checked(name: string, value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError(`${name} has characters that no header may have, or none`);
  return value;
}

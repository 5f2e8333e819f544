import { ConnectionError } from '../errors.js';
import type { ClientOptions } from '../options.js';

export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Authentication headers. A token callback that fails counts as a lost connection, since waiting may help.
 * Throws a TypeError, without the value, for characters that a header may not contain.
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

export function secretHeader(clientSecret: string | null | undefined): HeaderFields {
  return clientSecret == null ? {} : { 'X-Client-Secret': checked('clientSecret', clientSecret) };
}

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

/** Checked here, because the platform's own error message repeats the value. */
function checked(name: string, value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError(`${name} has characters that no header may have, or none`);
  return value;
}

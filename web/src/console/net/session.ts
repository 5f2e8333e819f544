import { rememberedInTab, rememberInTab } from '../../net/storage.js';

const NAME = 'console-key';

/** In memory, so that closing or reloading the tab signs out, unless staff chose to keep the key in the tab. */
let headers: Readonly<Record<string, string>> = {};
/** Of the identity provider; null: signed in by key. */
let idToken: string | null = null;
let onEnd = (_isRefused: boolean): void => undefined;

/** Whether the tab has kept a key. */
export function restoreKey(): boolean {
  const key = rememberedInTab(NAME);
  if (key !== null) headers = { 'X-Api-Key': key };
  return key !== null;
}

export function keepKey(key: string, inTab: boolean): void {
  headers = { 'X-Api-Key': key };
  rememberInTab(NAME, inTab ? key : null);
}

export function keepTokens(access: string, id: string | null): void {
  headers = { Authorization: `Bearer ${access}` };
  rememberInTab(NAME, null);
  idToken = id;
}

/**
 * Returns the ID token of the ended session, to sign out at the identity provider. `isRefused`: the service ended it.
 */
export function endSession(isRefused = false): string | null {
  const ended = idToken;
  headers = {};
  idToken = null;
  rememberInTab(NAME, null);
  onEnd(isRefused);
  return ended;
}

export const sessionHeaders = (): Readonly<Record<string, string>> => headers;

/** `listener` hears of each end, also of one that the service decided. */
export function onSessionEnd(listener: (isRefused: boolean) => void): void {
  onEnd = listener;
}

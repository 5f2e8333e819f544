import type { Request } from 'express';
import type { Caller } from '../callers/caller.js';

const callers = new WeakMap<object, Caller>();

export function rememberCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

export function callerOf(request: object): Caller | null {
  return callers.get(request) ?? null;
}

/** Where links to the pages begin: at `PUBLIC_URL`, else at the address of the request. */
export function baseOf(publicUrl: string | null, { protocol, host }: Pick<Request, 'protocol' | 'host'>): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/**
 * Whether `If-None-Match` lists this entity tag, by weak comparison. Express' `fresh` would obey `Cache-Control:
 * no-cache`, which browsers add to each conditional fetch of a script. Not `*`: it would confirm that an order exists,
 * and when it changes, to a caller who never had the content.
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((listed) => listed.trim().replace(/^W\//, ''));
  return tags.includes(`"${tag}"`);
}

/** The longest accepted URL in characters, path and query together; browsers and proxies pass as many. */
export const MAX_URL = 4096;

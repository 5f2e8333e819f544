import { endSession, sessionHeaders } from './session.js';

/** A refusal, in the service's words for staff; '': it has none, and the code says what is wrong. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    message: string,
    /** null: no answer came. */
    readonly status: number | null,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

export interface Answer<Data> {
  readonly data: Data;
  readonly etag: string | null;
  /** By the service's clock. */
  readonly at: Date;
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  readonly etag?: string | null;
  readonly signal?: AbortSignal;
  readonly accept?: string;
  /** Makes a repeat safe. */
  readonly repeatKey?: string | undefined;
  /** Reports and exports. */
  readonly isLong?: boolean | undefined;
}

/**
 * Of a call and its answer. While one hangs, its view looks up to date. The service answers sooner, a report or export
 * begins within 70 seconds.
 */
const LIMIT_MS = 60_000;
const LONG_MS = 120_000;

/** The response below `/v1/admin`; null: unchanged since `etag`. Throws a CallError. */
async function send(path: string, request: Request): Promise<Response | null> {
  const { method = 'GET', body, etag, signal, accept = 'application/json', repeatKey, isLong } = request;
  const session = sessionHeaders();
  const end = new AbortController();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => end.abort());
  const timer = setTimeout(() => end.abort(), isLong === true ? LONG_MS : LIMIT_MS);
  const init: RequestInit = {
    method,
    headers: {
      ...session,
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(etag && { 'If-None-Match': etag }),
      ...(repeatKey && { 'Idempotency-Key': repeatKey }),
    },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: end.signal,
  };
  const response = await fetch(`/v1/admin/${path}`, init).catch(() => {
    throw new CallError('', null, isLong === true && end.signal.aborted ? 'timed_out' : 'unreachable');
  });
  // A large file takes its time.
  if (isLong === true) clearTimeout(timer);
  if (response.status === 304) return null;
  if (response.ok) return response;
  // A late refusal must not end a newer session.
  if (response.status === 401 && session === sessionHeaders()) endSession(true);
  throw await refusalOf(response);
}

export const callErrorOf = (thrown: unknown): CallError =>
  thrown instanceof CallError ? thrown : new CallError('', null, 'unreadable');

async function refusalOf(response: Response): Promise<CallError> {
  const problem = (await response.json().catch(() => ({}))) as {
    readonly detail?: string;
    readonly code?: string;
    readonly errors?: readonly { readonly field: string; readonly message: string }[];
  };
  const { detail = `HTTP ${response.status}`, code, errors = [] } = problem;
  const faults = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new CallError(faults || detail, response.status, code);
}

/** null: unchanged since `etag`. */
export async function read<Data>(
  path: string,
  request: Pick<Request, 'etag' | 'signal' | 'isLong'> = {},
): Promise<Answer<Data> | null> {
  const response = await send(path, request);
  if (response === null) return null;
  const { headers } = response;
  const at = new Date(headers.get('Date') ?? Date.now());
  return { data: (await response.json()) as Data, etag: headers.get('ETag'), at };
}

export async function post<Data>(path: string, body: object, repeatKey?: string): Promise<Data> {
  const response = await send(path, { method: 'POST', body, repeatKey });
  return (await response?.json()) as Data;
}

export async function remove(path: string): Promise<void> {
  await send(path, { method: 'DELETE' });
}

/** A file of the service's, and the name that the service gives it. */
export async function download(path: string, accept: string): Promise<{ blob: Blob; name: string }> {
  const response = await send(path, { accept, isLong: true });
  if (response === null) throw new CallError('', 304, 'unreadable');
  const name = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { blob: await response.blob(), name: name ?? 'download' };
}

/** A path with the parameters that have a value. */
export function pathWith(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const orderPath = (number: string, more = ''): string => `orders/${encodeURIComponent(number)}${more}`;

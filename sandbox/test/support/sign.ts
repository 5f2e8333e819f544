import { createHash, createHmac } from 'node:crypto';

/** Signs as a merchant does, written from the specification and not from the sandbox; the vectors verify it. */
export interface ToSign {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export type Scheme = 'v3' | 'v4' | 'legacy';

export function sign(scheme: Scheme, appId: string, secret: string, timestamp: string, request: ToSign): string {
  if (scheme === 'legacy') return createHash('sha1').update(appId).update(secret).update(timestamp).digest('hex');
  const mac = createHmac('sha256', secret);
  if (scheme === 'v3') {
    const all = filled({ ...request.query, ...request.body, appid: appId, timestamp });
    const names = Object.keys(all).sort((a, b) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1));
    return mac.update(names.map((name) => `${name}=${String(all[name])}`).join('&')).digest('hex');
  }
  mac.update(timestamp + request.method + request.path);
  const query = filled(request.query);
  const names = Object.keys(query).sort();
  if (names.length > 0) mac.update(`?${names.map((name) => `${name}=${String(query[name])}`).join('&')}`);
  if (request.body !== null) mac.update(sortedText(request.body));
  return mac.digest('base64');
}

/** JSON of the non-empty fields, sorted by name. */
export function sortedText(fields: Readonly<Record<string, unknown>>): string {
  const kept = filled(fields);
  const names = Object.keys(kept).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(kept[name])}`).join(',')}}`;
}

function filled(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => ![null, undefined, ''].includes(value as null)),
  );
}

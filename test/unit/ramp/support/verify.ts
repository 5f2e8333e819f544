import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Received } from '#tools/fakes/server.mjs';

/**
 * Verifies a request's signature as a provider would, from the received bytes alone: written independently of the
 * signing code.
 */
export function isSigned(preset: 'v3' | 'v4' | 'legacy', appId: string, secret: string, request: Received): boolean {
  const { appid, timestamp, sign } = request.headers as Record<string, string | undefined>;
  if (appid !== appId || timestamp === undefined || !/^\d{13}$/.test(timestamp) || sign === undefined) return false;
  return same(sign, expected(preset, appId, secret, timestamp, request));
}

function expected(preset: string, appId: string, secret: string, timestamp: string, request: Received): string {
  if (preset === 'legacy') return createHash('sha1').update(appId).update(secret).update(timestamp).digest('hex');
  const mac = createHmac('sha256', secret);
  if (preset === 'v4') {
    mac.update(timestamp);
    mac.update(request.method);
    mac.update(request.target);
    mac.update(request.body);
    return mac.digest('base64');
  }
  const pairs: [string, string][] = [
    ['appid', appId],
    ['timestamp', timestamp],
  ];
  const search = request.target.split('?')[1];
  for (const pair of search === undefined ? [] : search.split('&')) {
    const [name, value] = pair.split('=');
    pairs.push([decodeURIComponent(name!), decodeURIComponent(value!)]);
  }
  if (request.body.length > 0) {
    const body = JSON.parse(request.body.toString('utf8')) as Record<string, string | number>;
    for (const name of Object.keys(body)) pairs.push([name, `${body[name]!}`]);
  }
  pairs.sort(([a], [b]) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
  return mac.update(pairs.map((pair) => pair.join('=')).join('&'), 'utf8').digest('hex');
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

import type { Reply, Sending } from './wire.js';

/** Texts that tell of the inside of a service. */
const INSIDE: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\bat [\w.<>]+ \((?:file:|node:|\/)|\.(?:ts|js|mjs):\d+:\d+/],
  ['a path of a file', /\/(?:home|usr|var|tmp|work|app|etc|root)\/[\w.-]+|node_modules|file:\/\//],
  ['SQL', /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(?:FROM|VALUES|SET|WHERE)\b|syntax error at|QueryFailed/i],
  ['a name of the database', /\b(?:relation|column) "|pg_catalog|information_schema|audit_log\b|api_keys\b/],
];

/** A bare status line: Node refused the bytes before there was a request. */
const RAW_REFUSALS = [400, 408, 413, 414, 417, 431];

/** Texts shorter than this are in every answer by chance. */
const SHORTEST = 8;
/** For example a role, which a list of roles repeats. */
const WORD = /^[A-Za-z]{1,12}$/;

/** The faults of any response to an attacker. */
export function faultsOfAnswer(sent: Sending, reply: Reply, treasures: readonly string[]): string[] {
  const faults: string[] = [];
  const all = `${JSON.stringify(reply.headers)}\n${reply.text}`;
  if (reply.status >= 500 && reply.status !== 502 && reply.status !== 503) faults.push(`was answered ${reply.status}`);
  for (const treasure of treasures) {
    if (all.includes(treasure)) faults.push(`was told what belongs to somebody else: ${treasure.slice(0, 12)}…`);
  }
  if (reply.headers['x-powered-by'] !== undefined) faults.push('was told what the service is made with');
  if (reply.status < 400) return faults;
  for (const [what, pattern] of INSIDE) {
    const found = pattern.exec(all);
    if (found !== null) faults.push(`was told ${what}: ${found[0]}`);
  }
  for (const payload of payloadsOf(sent)) {
    if (all.includes(payload)) faults.push(`got its own words back: ${payload.slice(0, 60)}`);
  }
  return [...faults, ...faultsOfForm(reply)];
}

/** Every refusal is a problem, but for what Node refuses raw. */
function faultsOfForm({ status, headers, text, body }: Reply): string[] {
  if (text === '' && RAW_REFUSALS.includes(status) && headers['x-request-id'] === undefined) return [];
  const faults: string[] = [];
  if (!/^application\/problem\+json(;|$)/.test(String(headers['content-type']))) {
    faults.push(`got an error that is no problem but ${String(headers['content-type'])}`);
  }
  if (headers['x-request-id'] === undefined) faults.push('got an error without x-request-id');
  // An answer to HEAD has no body.
  if (text === '') return faults;
  const { traceId, code, detail, title } = body;
  if (!/^[0-9a-f]{32}$/.test(String(traceId)) || traceId !== headers['x-request-id']) {
    faults.push('got an error without its traceId');
  }
  if (body['status'] !== status) faults.push(`got a problem of status ${String(body['status'])} with ${status}`);
  for (const member of [code, detail, title]) {
    if (typeof member !== 'string' || member === '') faults.push('got a problem that says nothing');
  }
  return faults;
}

/** Texts that a response must not repeat: of the body, of headers with free text, and the path. */
function payloadsOf({ path, headers = {}, body }: Sending): string[] {
  const own = Object.entries(headers).filter(([name]) => !/^(?:content-type|content-length|accept|host)$/i.test(name));
  const inPath = path.split(/[/?&=#]/).filter((part) => /[^\w.-]/.test(part) || part.length > 100);
  const texts = [...own.flatMap(([, value]) => value), ...textsIn(body), ...inPath, ...inPath.map(decoded)];
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST && !WORD.test(text));
}

function textsIn(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

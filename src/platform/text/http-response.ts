import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';

type Unpacker = (bytes: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gzip: Unpacker = promisify(unzip);
const [raw, br] = [promisify(inflateRaw), promisify(brotliDecompress)];
/** Some servers leave the header of `deflate` out. */
const deflate: Unpacker = (bytes, limit) => gzip(bytes, limit).catch(() => raw(bytes, limit));
const UNPACKERS = new Map<string, Unpacker>(Object.entries({ gzip, 'x-gzip': gzip, deflate, br }));
const MOST_CODINGS = 5;

/** Each coding of a `Content-Encoding`, in the order in which it was applied (RFC 9110, 8.4). */
const codingsOf = (encoding: string): string[] => encoding.split(',').map((coding) => coding.trim().toLowerCase());

/** True if `fetch` has not unpacked the body: it needs to know each coding of the list. */
const isLeftPacked = (encoding: string): boolean => codingsOf(encoding).some((coding) => !UNPACKERS.has(coding));

/** A body without its known codings. null: its compression is broken, or it is longer than `mostBytes`. */
export async function unpacked(bytes: Buffer, encoding: string, mostBytes: number): Promise<Buffer | null> {
  const unpackers = codingsOf(encoding).flatMap((coding) => UNPACKERS.get(coding) ?? []);
  if (bytes.length === 0) return bytes;
  if (unpackers.length > MOST_CODINGS) return null;
  try {
    let body = bytes;
    for (const unpack of unpackers.reverse()) body = await unpack(body, { maxOutputLength: mostBytes });
    return body;
  } catch {
    return null;
  }
}

/** The body as text, without a byte order mark. Throws, and ends the transfer, beyond `mostBytes`. */
export async function boundedText({ body, headers }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the transfer.
    if (length > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const encoding = headers.get('content-encoding') ?? '';
  const plain = isLeftPacked(encoding) ? await unpacked(bytes, encoding, mostBytes) : bytes;
  if (plain === null) throw new Error('the answer cannot be unpacked');
  return new TextDecoder().decode(plain);
}

/** `Retry-After` in milliseconds, from seconds or an HTTP date; null if missing or invalid. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const moment = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now.getTime());
}

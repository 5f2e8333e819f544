import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';

type Unpacker = (bytes: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gzip: Unpacker = promisify(unzip);
const [raw, br] = [promisify(inflateRaw), promisify(brotliDecompress)];
/** Some servers leave the header of `deflate` out; browsers take that too. */
const deflate: Unpacker = (bytes, limit) => gzip(bytes, limit).catch(() => raw(bytes, limit));
const UNPACKERS = new Map<string, Unpacker>(Object.entries({ gzip, 'x-gzip': gzip, deflate, br }));
const MOST_CODINGS = 5;

/** Each coding of a `Content-Encoding`, in the order in which it was applied (RFC 9110, 8.4). */
const codingsOf = (encoding: string): string[] => encoding.split(',').map((coding) => coding.trim().toLowerCase());

/**
 * Does `fetch` leave a body as it came? It unpacks nothing where it does not know each coding of the list, such as
 * `identity`.
 */
export const isLeftPacked = (encoding: string): boolean => codingsOf(encoding).some((coding) => !UNPACKERS.has(coding));

/** A body without its codings; unknown ones count as none. null: its compression is broken, or it is longer than `mostBytes`. */
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

import { isLeftPacked, unpacked } from './content-coding.js';

/** The body of an answer as text, without a byte order mark. Throws when it is longer than `mostBytes`, and ends its transfer. */
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

/** The body of an answer as text. Throws when it is longer than `mostBytes`, and ends its transfer. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    length += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (length > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

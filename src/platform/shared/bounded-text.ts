/** The response body as text. Throws if it exceeds `mostBytes`, and cancels the transfer. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the transfer.
    if (length > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

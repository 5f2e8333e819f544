/**
 * Splits a stream into the messages of Postgres' protocol: type, length of the rest, rest. A program's first one has
 * no type.
 * @param {(type: string, message: Buffer) => void} onMessage
 * @param {'startup' | 'typed'} [first]
 * @returns {(chunk: Buffer) => void}
 */
export function splitMessages(onMessage, first = 'typed') {
  /** @type {Buffer} */
  let left = Buffer.alloc(0);
  let head = first === 'startup' ? 0 : 1;
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    while (left.length >= head + 4) {
      const length = head + left.readUInt32BE(head);
      if (left.length < length) return;
      if (head === 1) onMessage(String.fromCharCode(left[0] ?? 0), left.subarray(0, length));
      left = left.subarray(length);
      head = 1;
    }
  };
}

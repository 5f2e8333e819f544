import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const ofSocketsOnly = (): void => undefined;

type Done = (error?: Error | null) => void;

/** The connection of a `pg` client to Postgres in this process: an answer is there when the write returns. */
export class BackendStream extends Duplex {
  readonly setNoDelay = ofSocketsOnly;
  readonly setKeepAlive = ofSocketsOnly;
  readonly ref = ofSocketsOnly;
  readonly unref = ofSocketsOnly;

  constructor(private readonly postgres: PGlite) {
    super();
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  override _write(message: Buffer, _encoding: BufferEncoding, done: Done): void {
    // Copied: the buffer behind the bytes is Postgres' memory.
    const onRawData = (bytes: Uint8Array) => void this.push(Buffer.from(bytes));
    this.postgres.execProtocolRawStream(message, { syncToFs: false, onRawData }).then(() => done(), done);
  }

  /** A client corks what belongs to one query. */
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }

  override _read(): void {
    // Answers are pushed.
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }
}

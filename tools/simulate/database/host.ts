import type { PGlite } from '@electric-sql/pglite';

export type Clock = () => number;
export type Bytes = (count: number) => Uint8Array;

/** The part of Emscripten's module that is used here; the package declares too little of it. */
export interface Host {
  readonly HEAPU8: Uint8Array;
  readonly FS: HostFiles;
  stackSave(): number;
  stackRestore(pointer: number): void;
}

interface HostFiles {
  nextInode: number;
  /** Chains of nodes by `name_next`. */
  readonly nameTable: (FileNode | undefined)[];
  /** By file descriptor. */
  readonly streams: (FileStream | null | undefined)[];
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, mode: number, device: number): void;
  unlink(path: string): void;
}

export interface FileNode {
  name: string;
  parent: FileNode;
  mode: number;
  /** Of a file its bytes with room to grow, of a folder its nodes by name. */
  contents: Uint8Array | Int8Array | Record<string, FileNode> | null | undefined;
  usedBytes: number;
  name_next?: FileNode | undefined;
}

export interface FileStream {
  fd: number | null;
  position: number;
}

export const hostOf = (postgres: PGlite): Host => postgres.Module as unknown as Host;

type Imports = Record<string, Record<string, unknown>>;

/** TypeScript declares it only for browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate: (source: unknown, imports: Imports) => Promise<unknown> };
};

/** Postgres' view of the time. Its timers never fire: they only limit how long a statement takes. */
function withClock(clock: Clock, imports: Imports): void {
  const { env, wasi_snapshot_preview1: wasi } = imports;
  // Node starts modules of its own at any time.
  if (env?.['emscripten_date_now'] === undefined || wasi === undefined) return;
  const memory = env['memory'] as { readonly buffer: ArrayBuffer };
  env['emscripten_date_now'] = clock;
  env['emscripten_get_now'] = clock;
  env['_setitimer_js'] = () => 0;
  wasi['clock_time_get'] = (_id: number, _precision: bigint, at: number) => {
    new DataView(memory.buffer).setBigInt64(at, BigInt(Math.round(clock() * 1000)) * 1000n, true);
    return 0;
  };
}

/** Gives this clock to all that `start` starts, also to the Postgres that creates the cluster. One `start` at a time. */
export async function withClockFrom<T>(clock: Clock, start: () => Promise<T>): Promise<T> {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (source, imports) => {
    withClock(clock, imports);
    return instantiate(source, imports);
  };
  try {
    return await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

const RANDOM_DEVICES = ['/dev/random', '/dev/urandom'];
/** An unused device number. */
const MAJOR = 99;

/** The source of `gen_random_uuid()` and of Postgres' own random choices. */
export function withRandomFrom(bytes: Bytes, { FS }: Host): void {
  const device = FS.makedev(MAJOR, 0);
  FS.registerDevice(device, {
    read(_stream: unknown, target: Uint8Array, offset: number, length: number) {
      target.set(bytes(length), offset);
      return length;
    },
  });
  for (const path of RANDOM_DEVICES) {
    FS.unlink(path);
    FS.mkdev(path, 0o666, device);
  }
}

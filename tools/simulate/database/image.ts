import type { FileNode, FileStream, Host } from './host.js';

/** WebAssembly's own, by which its memory grows. */
const PAGE = 64 * 1024;
const ZEROS = new Uint8Array(PAGE);
const NOTHING = new Uint8Array(0);

/** All of a server's state: its memory, with shared buffers and prepared statements, and its files. */
export interface Image {
  readonly pages: readonly Uint8Array[];
  readonly stack: number;
  readonly nextInode: number;
  readonly nameTable: readonly (FileNode | undefined)[];
  readonly nodes: readonly NodeImage[];
  readonly streams: readonly StreamImage[];
}

interface NodeImage {
  readonly node: FileNode;
  readonly fields: Omit<FileNode, 'contents'>;
  readonly contents: FileNode['contents'];
}

interface StreamImage {
  readonly fd: number;
  readonly stream: FileStream;
  readonly position: number;
}

/** `previous` shares the bytes of files that are still the same. Only between two statements. */
export function takeImage(host: Host, previous?: Image): Image {
  const { FS } = host;
  const known = new Map(previous?.nodes.map(({ node, contents }) => [node, contents]));
  return {
    pages: pagesOf(host).map((page, n) => keep(page, previous?.pages[n] ?? ZEROS)),
    stack: host.stackSave(),
    nextInode: FS.nextInode,
    nameTable: [...FS.nameTable],
    nodes: nodesOf(host).map((node) => ({ node, fields: fieldsOf(node), contents: contentsOf(node, known.get(node)) })),
    streams: FS.streams.flatMap((stream, fd) => (stream ? [{ fd, stream, position: stream.position }] : [])),
  };
}

/** Only between two statements. No library may have been loaded since. */
export function restoreImage(host: Host, image: Image): void {
  const { FS } = host;
  for (const [n, page] of pagesOf(host).entries()) {
    const kept = image.pages[n] ?? ZEROS;
    if (!isSame(page, kept)) page.set(kept);
  }
  host.stackRestore(image.stack);
  FS.nextInode = image.nextInode;
  FS.nameTable.splice(0, FS.nameTable.length, ...image.nameTable);
  for (const { node, fields, contents } of image.nodes) {
    const now = bytesOf(node);
    if (!(contents instanceof Uint8Array)) node.contents = contents && { ...contents };
    else if (now === null || !isSame(now, contents)) node.contents = contents.slice();
    Object.assign(node, fields);
  }
  FS.streams.length = 0;
  for (const { fd, stream, position } of image.streams) {
    stream.fd = fd;
    stream.position = position;
    FS.streams[fd] = stream;
  }
}

function nodesOf({ FS }: Host): FileNode[] {
  const nodes: FileNode[] = [];
  for (const first of FS.nameTable) for (let node = first; node !== undefined; node = node.name_next) nodes.push(node);
  return nodes;
}

function fieldsOf({ name, parent, mode, usedBytes, name_next }: FileNode): NodeImage['fields'] {
  return { name, parent, mode, usedBytes, name_next };
}

function contentsOf(node: FileNode, known: FileNode['contents']): FileNode['contents'] {
  const bytes = bytesOf(node);
  if (bytes === null) return node.contents && { ...node.contents };
  return keep(bytes, known instanceof Uint8Array ? known : NOTHING);
}

/** Of files that Emscripten made from other files an `Int8Array`. */
const bytesOf = ({ contents, usedBytes }: FileNode): Uint8Array | null =>
  ArrayBuffer.isView(contents) ? new Uint8Array(contents.buffer, contents.byteOffset, usedBytes) : null;

function pagesOf({ HEAPU8 }: Host): Uint8Array[] {
  const pages: Uint8Array[] = [];
  for (let at = 0; at < HEAPU8.length; at += PAGE) pages.push(HEAPU8.subarray(at, at + PAGE));
  return pages;
}

/** Comparing is far cheaper than copying. */
const keep = (bytes: Uint8Array, known: Uint8Array): Uint8Array => (isSame(bytes, known) ? known : bytes.slice());

const isSame = (some: Uint8Array, others: Uint8Array): boolean =>
  some.length === others.length && Buffer.compare(some, others) === 0;

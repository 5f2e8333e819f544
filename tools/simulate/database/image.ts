import type { FileNode, Host } from './host.js';

/** All of a server's state: its memory, with shared buffers and prepared statements, and its files. */
export interface Image {
  readonly memory: Uint8Array;
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
  readonly stream: { fd: number | null; position: number };
  readonly position: number;
}

/** `previous` shares the bytes of files that are still the same. Only between two statements. */
export function takeImage(host: Host, previous?: Image): Image {
  const { FS } = host;
  const known = new Map(previous?.nodes.map(({ node, contents }) => [node, contents]));
  return {
    memory: host.HEAPU8.slice(),
    stack: host.stackSave(),
    nextInode: FS.nextInode,
    nameTable: [...FS.nameTable],
    nodes: nodesOf(host).map((node) => ({ node, fields: fieldsOf(node), contents: copyOf(node, known.get(node)) })),
    streams: FS.streams.flatMap((stream, fd) => (stream ? [{ fd, stream, position: stream.position }] : [])),
  };
}

/** Only between two statements. No library may have been loaded since. */
export function restoreImage(host: Host, image: Image): void {
  const { FS } = host;
  host.HEAPU8.set(image.memory);
  host.HEAPU8.fill(0, image.memory.length);
  host.stackRestore(image.stack);
  FS.nextInode = image.nextInode;
  FS.nameTable.splice(0, FS.nameTable.length, ...image.nameTable);
  for (const { node, fields, contents } of image.nodes) {
    if (!(contents instanceof Uint8Array && isSame(node, contents))) node.contents = copy(contents);
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

function copyOf(node: FileNode, known: FileNode['contents']): FileNode['contents'] {
  if (known instanceof Uint8Array && isSame(node, known)) return known;
  return copy(node.contents instanceof Uint8Array ? node.contents.subarray(0, node.usedBytes) : node.contents);
}

const copy = (contents: FileNode['contents']): FileNode['contents'] =>
  contents instanceof Uint8Array ? contents.slice() : contents && { ...contents };

function isSame({ contents, usedBytes }: FileNode, bytes: Uint8Array): boolean {
  if (!(contents instanceof Uint8Array) || usedBytes !== bytes.length) return false;
  return Buffer.compare(contents.subarray(0, usedBytes), bytes) === 0;
}

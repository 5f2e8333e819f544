import fs from 'node:fs';
import { identify, isRunning, waitUntilGone } from '../../scripts/lib/processes.mjs';

const GRACE_MS = 10_000;

/**
 * Content of the lock file: the holder and its child processes.
 * @typedef {{ holder: ProcessId, children: ProcessId[] }} Content
 * @typedef {import('../../scripts/lib/processes.mjs').ProcessId} ProcessId
 */

export class LockedError extends Error {
  /** @param {number} pid */
  constructor(pid) {
    super(`a demo already runs on this folder (process ${pid})`);
  }
}

/**
 * Makes this process the only one that works on a folder. First ends the children of a killed holder, each only if it
 * is still the same process.
 * @param {string} file
 * @returns {Promise<{ addChild(pid: number): void, release(): void }>}
 * @throws {LockedError}
 */
export async function takeLock(file) {
  /** @type {Content} */
  const content = { holder: identify(process.pid) ?? { pid: process.pid, started: '' }, children: [] };
  while (!create(file, content)) {
    const found = read(file);
    if (found && isRunning(found.holder)) throw new LockedError(found.holder.pid);
    if (found) await endAll(found.children);
    setAside(file);
  }
  return {
    addChild(pid) {
      const child = identify(pid);
      if (child) content.children.push(child);
      fs.writeFileSync(`${file}.new`, JSON.stringify(content));
      fs.renameSync(`${file}.new`, file);
    },
    release: () => fs.rmSync(file, { force: true }),
  };
}

/** @param {string} file @param {Content} content @returns {boolean} false if the file exists */
function create(file, content) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify(content));
  try {
    fs.linkSync(draft, file); // atomic: the file appears complete and replaces no other
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/** @param {string} file @returns {Content | undefined} undefined if it is missing or invalid */
function read(file) {
  try {
    const { holder, children } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return holder && Array.isArray(children) ? { holder, children } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes a dead holder's file. Another demo may have replaced it meanwhile: then it is restored.
 * @param {string} file
 */
function setAside(file) {
  const aside = `${file}.stale.${process.pid}`;
  fs.rmSync(aside, { force: true });
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  const got = read(aside);
  if (got && isRunning(got.holder)) fs.linkSync(aside, file);
  fs.rmSync(aside, { force: true });
}

/** @param {ProcessId[]} children */
async function endAll(children) {
  for (const child of children) {
    if (!isRunning(child)) continue;
    process.kill(child.pid, 'SIGTERM');
    if (!(await waitUntilGone(child, GRACE_MS)) && isRunning(child)) process.kill(child.pid, 'SIGKILL');
    await waitUntilGone(child, GRACE_MS);
  }
}

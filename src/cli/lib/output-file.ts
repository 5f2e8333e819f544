import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CannotBeDone, say } from './program.js';

/**
 * Writes a file atomically: to a temporary name beside it, to disk, then renamed. Throws {@link CannotBeDone}, and then
 * leaves an existing file unchanged.
 */
export async function writeWhole(file: string, text: string | AsyncIterable<string>): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      for await (const part of typeof text === 'string' ? [text] : text) await handle.appendFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new CannotBeDone(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes to the named file, atomically, or to standard output. */
export async function output(file: string | null | undefined, text: string | AsyncIterable<string>): Promise<void> {
  if (typeof file === 'string') await writeWhole(file, text);
  else for await (const part of typeof text === 'string' ? [text] : text) await say(part);
}

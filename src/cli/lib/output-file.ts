import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CannotBeDone, say } from './program.js';

/**
 * Writes a file whole or not at all: to a name of its own beside it, to disk, then renamed. Throws {@link CannotBeDone},
 * and then what was there before is still there.
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

/** Into the file that was named, whole or not at all; else to standard output. */
export async function output(file: string | null | undefined, text: string | AsyncIterable<string>): Promise<void> {
  if (typeof file === 'string') await writeWhole(file, text);
  else for await (const part of typeof text === 'string' ? [text] : text) await say(part);
}

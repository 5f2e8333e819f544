import { readFile } from 'node:fs/promises';
import { anchorsIn } from '../../accounting/anchor/anchor-text.js';
import type { Anchor } from '../../accounting/anchor/anchor.types.js';
import { CannotBeDone } from '../lib/program.js';

/** The anchors of a file. Throws {@link CannotBeDone} when it cannot be read, or holds anything else. */
export async function readAnchors(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CannotBeDone('--anchor names a file that cannot be read');
  });
  const anchors = anchorsIn(text);
  if (anchors === null) throw new CannotBeDone('--anchor must name a file of anchors, one to a line');
  return anchors;
}

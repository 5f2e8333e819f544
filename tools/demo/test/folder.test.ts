import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '#tools/demo/folder.mjs';
import { scratchFolder } from '../../../test/unit/scripts/scratch.js';

describe('demo folder', () => {
  it('is created, and recognised later', () => {
    const path = join(scratchFolder(), 'deep', 'demo');
    openFolder(path);
    writeFileSync(join(path, 'sandbox-state.json'), '{}');
    expect(openFolder(path).path).toBe(path);
  });

  it('may be an existing empty folder', () => {
    expect(() => openFolder(scratchFolder())).not.toThrow();
  });

  it('refuses a foreign folder and writes nothing to it', () => {
    const path = scratchFolder();
    mkdirSync(join(path, 'photos'));
    expect(() => openFolder(path)).toThrow('is not empty');
    expect(readdirSync(path)).toEqual(['photos']);
  });
});

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '#scripts/lib/demo/folder.mjs';
import { scratchFolder } from './scratch.js';

describe("the demo's folder", () => {
  it('is made, and known again', () => {
    const path = join(scratchFolder(), 'deep', 'demo');
    openFolder(path);
    writeFileSync(join(path, 'sandbox-state.json'), '{}');
    expect(openFolder(path).path).toBe(path);
  });

  it('may be one that is there and empty', () => {
    expect(() => openFolder(scratchFolder())).not.toThrow();
  });

  it("is never somebody else's, and nothing is written there", () => {
    const path = scratchFolder();
    mkdirSync(join(path, 'photos'));
    expect(() => openFolder(path)).toThrow('is not empty');
    expect(readdirSync(path)).toEqual(['photos']);
  });
});

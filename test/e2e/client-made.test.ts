import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED, generate } from '#scripts/lib/client/generate.mjs';
import { PROJECT } from '../support/programs.js';

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

describe('the client is made from the service', () => {
  it('its document and codes are what the service says now: if not, `npm run client` makes them', async () => {
    const now = await generate();
    expect(read(GENERATED.document)).toBe(now.document);
    expect(read(GENERATED.codes)).toBe(now.codes);
    // Not nothing was compared, and nothing of the merchant's own.
    expect(now.document).toContain('"/v1/checkouts"');
    expect(now.document).not.toContain('/v1/admin');
  });

  it('has no dependency', () => {
    expect(JSON.parse(read('client/package.json'))).not.toHaveProperty('dependencies');
  });
});

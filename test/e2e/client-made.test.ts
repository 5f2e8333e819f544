import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED, generate } from '#scripts/lib/client/generate.mjs';
import { PROJECT } from '../support/programs.js';

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

describe('the client is made from the service', () => {
  it('its document and types are what the service says now: if not, `npm run client` makes them', async () => {
    const now = await generate();
    expect(read(GENERATED.document)).toBe(now.document);
    expect(read(GENERATED.types)).toBe(now.types);
    expect(read(GENERATED.codes)).toBe(now.codes);
    // Not nothing was compared, and nothing of the merchant's own.
    expect(now.types).toContain('"/v1/checkouts"');
    expect(now.document).not.toContain('/v1/admin');
  });

  it('has the version of the service, and no dependency', () => {
    const [ours, service] = ['client/package.json', 'package.json'].map((file) => JSON.parse(read(file)) as Manifest);
    expect(ours?.version).toBe(service?.version);
    expect(ours?.dependencies).toBeUndefined();
    const python = ['pyproject.toml', 'ramp_checkout/__init__.py'].map((file) => read(`clients/python/${file}`));
    expect(python.map((text) => /version(?:__)? = "(.+)"/.exec(text)?.[1])).toEqual([ours?.version, ours?.version]);
    expect(read('examples/shop/package.json')).toContain(`ramp-checkout-client-${ours?.version}.tgz`);
  });
});

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

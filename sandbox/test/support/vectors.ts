import { readFileSync } from 'node:fs';

export interface Vector {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string> | null;
  readonly body: Record<string, unknown> | null;
  readonly sign: string;
}

/** Signatures calculated with another language's standard library, which the service's own tests use too. */
const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../test/unit/ramp/fixtures/${file}`, import.meta.url), 'utf8'));

export const VECTORS = read('sign-vectors.json') as {
  readonly appId: string;
  readonly appSecret: string;
  readonly timestamp: string;
  readonly legacy: { readonly sign: string };
  readonly v3: readonly Vector[];
  readonly v4: readonly Vector[];
};

/** `knobs` are the service's settings that differ from their defaults. */
export const CUSTOM_VECTORS = read('custom-sign-vectors.json') as {
  readonly appId: string;
  readonly appSecret: string;
  readonly timestamp: string;
  readonly vectors: readonly {
    readonly knobs: Readonly<Record<string, string>>;
    readonly fields: Record<string, unknown>;
    readonly sign: string;
  }[];
};

import { readFileSync } from 'node:fs';

export interface Vector {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string> | null;
  readonly body: Record<string, unknown> | null;
  readonly sign: string;
}

/** Signatures calculated with another language's standard library. */
export const VECTORS = JSON.parse(readFileSync(new URL('../fixtures/sign-vectors.json', import.meta.url), 'utf8')) as {
  readonly appId: string;
  readonly appSecret: string;
  readonly timestamp: string;
  readonly legacy: { readonly sign: string };
  readonly v3: readonly Vector[];
  readonly v4: readonly Vector[];
};

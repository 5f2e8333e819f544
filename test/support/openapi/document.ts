import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram, startProgram } from '../programs.js';

type Node = Readonly<Record<string, unknown>>;

export interface Operation extends Node {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Node[];
  readonly parameters?: readonly Node[];
  readonly requestBody?: Node;
  readonly responses: Readonly<Record<string, Node>>;
}

export interface ApiDocument extends Node {
  readonly openapi: string;
  readonly info: Node;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

/** Runs the program that prints the document, with an empty environment. */
export async function printDocument(args: readonly string[] = []): Promise<{ ending: unknown; output: string }> {
  const program = startProgram('openapi', builtProgram('src/cli/openapi.js'), {}, args);
  const ending = await program.ended;
  return { ending, output: program.output() };
}

export async function apiDocument(): Promise<ApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    const { ending, output } = await printDocument(['--output', file]);
    if (ending !== 0) throw new Error(`no document (${String(ending)}): ${output}`);
    return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All operations with their routes, such as `GET /v1/orders/{merchantOrderNo}`. */
export function operationsOf({ paths }: ApiDocument): { route: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
}

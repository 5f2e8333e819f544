import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#src/access/permissions.js';
import { PROBLEM_CODES } from '#src/platform/problems/problem.js';
import { apiDocument, operationsOf, printDocument } from '../support/openapi/document.js';
import type { ApiDocument } from '../support/openapi/document.js';
import { gapsOf } from '../support/openapi/gaps.js';
import { lint } from '../support/openapi/lint.js';

let folder: string;
let file: string;
let document: ApiDocument;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-document-'));
  file = join(folder, 'openapi.json');
  document = await apiDocument();
  writeFileSync(file, JSON.stringify(document));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run openapi', () => {
  it('prints the document without settings, database or provider, and exits', async () => {
    const { ending, output } = await printDocument();
    expect(ending).toBe(0);
    expect(JSON.parse(output)).toEqual(document);
  });

  it('writes it to a file atomically', async () => {
    const target = join(folder, 'written.json');
    expect(await printDocument(['--output', target])).toEqual({ ending: 0, output: '' });
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual(document);
    const { ending, output } = await printDocument(['--output', join(folder, 'none', 'openapi.json')]);
    expect([ending, output]).toEqual([2, expect.stringContaining('could not be written')]);
  });
});

/** Without the pages, which are for people, and callbacks, which the provider's own document describes. */
const OF_PROGRAMS = /^\w+ \/(?:v1|health|metrics)(?:\/|$)/;

describe('the document', () => {
  it('is OpenAPI 3.1, of this version of the service', () => {
    expect(document.openapi).toBe('3.1.0');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(document.info).toMatchObject({ title: 'Ramp Checkout', version });
  });

  it('passes the linter', async () => {
    expect(await lint(file)).toEqual([]);
  });

  it('has no gap: every field and parameter is described, with an example', () => {
    expect(gapsOf(document)).toEqual([]);
  });

  it('has every route of the permission table, except pages and callbacks', () => {
    const routes = operationsOf(document).map(({ route }) => route.replaceAll(/\{(\w+)\}/g, ':$1'));
    const permitted = Object.keys(PERMISSIONS).filter((row) => OF_PROGRAMS.test(row));
    expect(routes.sort()).toEqual(permitted.sort());
  });

  it('states the security requirements of every route', () => {
    const open = operationsOf(document).filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ route }) => route).sort()).toEqual(['GET /health/live', 'GET /health/ready', 'GET /metrics']);
    for (const { route, operation } of operationsOf(document)) {
      expect('401' in operation.responses, route).toBe((operation.security ?? []).length > 0);
    }
  });

  it('discriminates problems by code, with an example each', () => {
    const { Problem: any } = document.components['schemas']!;
    const { mapping } = any!['discriminator'] as { mapping: Record<string, string> };
    expect(Object.keys(mapping)).toEqual([...PROBLEM_CODES]);
    for (const [code, reference] of Object.entries(mapping)) {
      const schema = document.components['schemas']![reference.split('/').at(-1)!]!;
      expect(schema['properties'], code).toMatchObject({ code: { const: code } });
      expect(document.components['examples']![code], code).toMatchObject({ value: { code } });
    }
  });

  it('discriminates purchases and sales by side', () => {
    const { BuyOrder, SellOrder, Checkout } = document.components['schemas']!;
    expect([BuyOrder, SellOrder, Checkout].map((schema) => schema?.['properties'])).toMatchObject([
      { side: { const: 'BUY' } },
      { side: { const: 'SELL' } },
      { side: { const: 'BUY' } },
    ]);
  });

  it('documents objects in queries: `metadata[cart]=8841`', () => {
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
    const objects = parameters.filter(({ schema }) => (schema as { type?: unknown }).type === 'object');
    expect(objects.map(({ name }) => name)).toContain('metadata');
    for (const one of objects) expect(one).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
  });

  it('forbids further fields in request bodies', () => {
    const bodies = operationsOf(document).flatMap(({ operation: { requestBody } }) => requestBody ?? []);
    const names = bodies.map((body) => /schemas\/(\w+)"/.exec(JSON.stringify(body))?.[1] ?? '');
    expect(names.length).toBeGreaterThan(8);
    for (const name of [...names, 'ShownQuote', 'CheckoutCustomer']) {
      expect(document.components['schemas']![name], name).toMatchObject({ additionalProperties: false });
    }
    expect(document.components['schemas']!['BuyOrder']).not.toHaveProperty('additionalProperties');
  });
});

describe('the checks themselves', () => {
  const ORDER = ['components', 'schemas', 'BuyOrder', 'properties'];
  const READ = ['paths', '/v1/orders/{merchantOrderNo}', 'get'];
  const route = 'GET /v1/orders/{merchantOrderNo}';

  it.each<[gap: string, path: readonly string[], value?: unknown]>([
    ['BuyOrder.status: description', [...ORDER, 'status', 'description']],
    ['BuyOrder.status: examples', [...ORDER, 'status', 'examples']],
    ['BuyOrder.failure: description', [...ORDER, 'failure', 'description']],
    ['BuyOrder.paidAt: format', [...ORDER, 'paidAt', 'format']],
    ['/components/schemas/BuyOrder/properties/memo/nullable', [...ORDER, 'memo', 'nullable'], true],
    ['/components/schemas/BuyOrderDto', ['components', 'schemas', 'BuyOrderDto'], {}],
    [`${route}: summary`, [...READ, 'summary']],
    [`${route}: security`, [...READ, 'security']],
    [`${route}: a tag that is described`, [...READ, 'tags'], ['unheard of']],
    [`${route}: a 4xx response`, [...READ, 'responses'], {}],
    [`${route}: a default response`, [...READ, 'responses', 'default']],
    [`${route} merchantOrderNo: example`, [...READ, 'parameters', '0', 'example']],
    [`${route} 404: description`, [...READ, 'responses', '404', 'description']],
    [
      `${route} 404 application/problem+json: examples`,
      [...READ, 'responses', '404', 'content', 'application/problem+json', 'examples'],
    ],
    ['two operations are quotes_create', [...READ, 'operationId'], 'quotes_create'],
    ['header RequestId: description', ['components', 'headers', 'RequestId', 'description']],
  ])('find: %s', (gap, path, value) => {
    expect(gapsOf(changed(document, path, value) as ApiDocument)).toContain(gap);
  });
});

/** A copy with the value at this path replaced or removed. */
function changed(node: unknown, [name, ...rest]: readonly string[], value?: unknown): unknown {
  if (name === undefined) return value;
  const entries = Object.entries(node as object).filter(([key]) => key !== name) as [string, unknown][];
  const inner = changed((node as Record<string, unknown>)[name] ?? {}, rest, value);
  const copy = Object.fromEntries(inner === undefined ? entries : [...entries, [name, inner]]);
  return Array.isArray(node) ? Object.values(copy) : copy;
}

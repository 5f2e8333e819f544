import { describe, expect, it } from 'vitest';
import { clientPart } from '#scripts/lib/client/client-part.mjs';
import { HELP, parseClientOptions } from '#scripts/lib/client/options.mjs';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("client's part of the OpenAPI document", () => {
  const document = {
    openapi: '3.1.0',
    tags: [{ name: 'operator' }],
    paths: {
      '/v1/quotes': { post: { responses: { 200: ref('Quotes') } } },
      '/v1/admin/keys': { get: { responses: { 200: ref('Keys') } } },
      '/health/live': { get: {} },
    },
    components: {
      schemas: { Quotes: { items: ref('Quote') }, Quote: { parent: ref('Quote') }, Keys: {}, Unused: ref('Quote') },
      examples: { unused: {} },
      securitySchemes: { key: { type: 'apiKey' } },
    },
  };

  it('has its paths and all that they refer to, and nothing else', () => {
    expect(clientPart(document)).toEqual({
      openapi: '3.1.0',
      paths: { '/v1/quotes': document.paths['/v1/quotes'] },
      components: {
        schemas: { Quotes: document.components.schemas.Quotes, Quote: document.components.schemas.Quote },
        securitySchemes: document.components.securitySchemes,
      },
    });
  });

  it('is made without changing the document', () => {
    const before = structuredClone(document);
    clientPart(document);
    expect(document).toEqual(before);
  });
});

describe('options of npm run client', () => {
  it('are none, or those of the help', () => {
    expect(parseClientOptions([])).toMatchObject({ help: false, check: false });
    expect(parseClientOptions(['--check'])).toMatchObject({ help: false, check: true });
    expect(parseClientOptions(['-h'])).toMatchObject({ help: true });
    expect(HELP).toContain('--check');
    expect(() => parseClientOptions(['--publish'])).toThrow('--publish');
    expect(() => parseClientOptions(['here'])).toThrow();
  });
});

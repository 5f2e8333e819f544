import { describe, expect, it } from 'vitest';
import { changeSchemas, closeRequestBodies, modernSchemas, plainNames } from '#src/openapi/schemas.js';
import { withDeepObjects } from '#src/platform/http/input/validation.js';

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const withSchema = (schema: object): object => ({ components: { schemas: { One: schema } } });

describe('modernSchemas', () => {
  it.each<[what: string, before: object, after: object]>([
    ['an example is one of a list', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
    ['null is an example', { example: null }, { examples: [null] }],
    ['one word alone is a constant', { type: 'string', enum: ['BUY'] }, { type: 'string', const: 'BUY' }],
    ['several words stay', { enum: ['BUY', 'SELL'] }, { enum: ['BUY', 'SELL'] }],
    ['a reference with a description', { description: 'It.', allOf: [ref('A')] }, { description: 'It.', ...ref('A') }],
    ['two things at once stay', { allOf: [ref('A'), ref('B')] }, { allOf: [ref('A'), ref('B')] }],
    ['a shape of its own stays', { allOf: [{ type: 'object' }, ref('A')] }, { allOf: [{ type: 'object' }, ref('A')] }],
    ['within properties', { properties: { a: { example: 1 } } }, { properties: { a: { examples: [1] } } }],
    ['within lists', { items: { example: 1 } }, { items: { examples: [1] } }],
    ['within alternatives', { anyOf: [{ example: 1 }] }, { anyOf: [{ examples: [1] }] }],
    [
      'within further properties',
      { additionalProperties: { example: 1 } },
      { additionalProperties: { examples: [1] } },
    ],
    [
      'a property may be called so',
      { properties: { example: { type: 'string' } } },
      { properties: { example: { type: 'string' } } },
    ],
    ['what an example holds is no schema', { example: { enum: ['a'] } }, { examples: [{ enum: ['a'] }] }],
    ['nor what a default holds', { default: { example: 1 } }, { default: { example: 1 } }],
  ])('%s', (_, before, after) => {
    expect(modernSchemas(withSchema(before))).toEqual(withSchema(after));
  });

  it('changes the schemas of parameters, bodies and headers only', () => {
    const media = { schema: { example: 1 }, example: { schema: { example: 1 } } };
    expect(modernSchemas({ paths: { '/a': { get: { parameters: [media], example: 'kept' } } } })).toEqual({
      paths: { '/a': { get: { parameters: [{ ...media, schema: { examples: [1] } }], example: 'kept' } } },
    });
  });
});

describe('changeSchemas', () => {
  it('visits every schema, inner ones first', () => {
    const seen: unknown[] = [];
    const schema = { title: 'a', properties: { b: { title: 'b', items: { title: 'c' } } }, oneOf: [{ title: 'd' }] };
    changeSchemas(withSchema(schema), (one) => {
      seen.push(one['title']);
      return one;
    });
    expect(seen).toEqual(['c', 'b', 'd', 'a']);
  });
});

describe('plainNames', () => {
  it('removes the suffix from names and references', () => {
    const reference = '#/components/schemas/QuoteDto';
    expect(
      plainNames({
        paths: { '/q': { schema: { $ref: reference }, discriminator: { mapping: { a: reference } } } },
        components: { schemas: { QuoteDto: { type: 'object' }, Role: { type: 'string' } } },
      }),
    ).toEqual({
      paths: { '/q': { schema: ref('Quote'), discriminator: { mapping: { a: '#/components/schemas/Quote' } } } },
      components: { schemas: { Quote: { type: 'object' }, Role: { type: 'string' } } },
    });
  });

  it('refuses a name clash', () => {
    expect(() => plainNames({ components: { schemas: { Quote: {}, QuoteDto: {} } } })).toThrow('called Quote');
  });
});

describe('closeRequestBodies', () => {
  const operation = (sent: string, answered: string): object => ({
    post: {
      requestBody: { content: { 'application/json': { schema: ref(sent) } } },
      responses: { 200: { content: { 'application/json': { schema: ref(answered) } } } },
    },
  });
  const closed = { additionalProperties: false };
  const object = (properties: object): object => ({ type: 'object', properties });
  const described = (schemas: object) => ({ paths: { '/a': operation('Sent', 'Answered') }, components: { schemas } });

  it('closes request schemas at any depth, and keeps response schemas open', () => {
    const inner = object({ deep: object({}) });
    const document = described({
      Sent: object({ one: ref('Inner'), word: ref('Word') }),
      Inner: inner,
      Word: { type: 'string' },
      Answered: object({ word: ref('Word') }),
    });
    expect(closeRequestBodies(document).components.schemas).toEqual({
      Sent: { ...object({ one: ref('Inner'), word: ref('Word') }), ...closed },
      Inner: { ...object({ deep: { ...object({}), ...closed } }), ...closed },
      Word: { type: 'string' },
      Answered: object({ word: ref('Word') }),
    });
  });
});

describe('a query with objects', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['none', { a: '1', b: ['2', '3'] }, { a: '1', b: ['2', '3'] }],
    ['one of two members', { 'm[a]': '1', x: '2', 'm[b]': '3' }, { x: '2', m: { a: '1', b: '3' } }],
    ['a member twice', { 'm[a]': ['1', '2'] }, { m: { a: ['1', '2'] } }],
    ['an empty member', { 'm[]': '1' }, { m: { '': '1' } }],
    ['beside a plain one', { m: '1', 'm[a]': '2' }, { m: '1', 'm[a]': '2' }],
    ['in an object', { 'm[a][b]': '1' }, { 'm[a][b]': '1' }],
    ['without a name', { '[a]': '1' }, { '[a]': '1' }],
  ])('%s', (_, query, expected) => {
    expect(withDeepObjects(query)).toEqual(expected);
  });

  it('a prototype member becomes an own member', () => {
    const { m } = withDeepObjects({ 'm[__proto__]': 'x' }) as { m: object };
    expect(Object.keys(m)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(m)).toBe(Object.prototype);
  });
});

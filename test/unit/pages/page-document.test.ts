import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageDocument } from '#src/pages/page-document.js';
import type { PageFacts } from '#src/platform/terms/terms.js';

const BUILT = `<!doctype html>
<html lang="en">
  <head>
    <title>Ramp Checkout</title>
    <!-- page -->
    <script type="module" src="/assets/checkout.js"></script>
  </head>
  <body><div id="page"></div></body>
</html>`;

const FACTS: PageFacts = {
  brand: { name: 'Nimbus', logoUrl: null },
  visitors: 'welcome',
  challenge: null,
  link: null,
  fiats: ['EUR'],
  fiatDecimals: {},
  countries: null,
  payWays: { '10001': 'Visa' },
  returnOrigins: [],
  networks: { families: {}, memoRequired: [], explorers: {} },
};

const documentOf = (name: string, payWay = 'Visa'): string =>
  pageDocument(BUILT, { ...FACTS, brand: { name, logoUrl: null }, payWays: { '10001': payWay } }, '/brand.css?v=1');

const BLOCK = /<script type="application\/json" id="page-facts">([\s\S]*?)<\/script>/i;

/** Reads as a browser does: the block ends at the first end tag, even inside JSON. */
const factsIn = (html: string): unknown => JSON.parse(BLOCK.exec(html)![1]!);

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!-- <script>',
  "$& $` $' $1 $$",
  '<!-- page -->',
  '<title>',
  '&lt;b&gt; & "quoted" \'too\'',
  '\u2028\u2029',
  '🏳️‍🌈 Ünïcødé 漢字',
];

describe('pages: the document', () => {
  it('holds the title, the colours and the facts', () => {
    const html = documentOf('Nimbus');
    expect(html).toContain('<title>Nimbus</title>');
    expect(html).toContain('<link rel="stylesheet" href="/brand.css?v=1">');
    expect(factsIn(html)).toEqual(FACTS);
    expect(html).toContain('<script type="module" src="/assets/checkout.js"></script>');
  });

  it.each(HOSTILE)('escapes %j and stays intact', (text) => {
    const html = documentOf(text, text);
    expect(factsIn(html)).toEqual({ ...FACTS, brand: { name: text, logoUrl: null }, payWays: { '10001': text } });
    expect(html.match(/<script/gi)).toHaveLength(2);
    expect(html.match(/<title>/gi)).toHaveLength(1);
  });

  it('stays intact around any text', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...HOSTILE));
    const plain = documentOf('N', 'P');
    fc.assert(
      fc.property(texts, texts, (name, payWay) => {
        const html = documentOf(name, payWay);
        expect(factsIn(html)).toMatchObject({ brand: { name }, payWays: { '10001': payWay } });
        const around = (whole: string): string => whole.replace(BLOCK, '').replace(/<title>[^<]*<\/title>/, '');
        expect(around(html)).toBe(around(plain));
      }),
    );
  });

  it.each([
    ['no place for the facts', BUILT.replace('<!-- page -->', '')],
    ['no title', BUILT.replace(/<title>.*<\/title>/, '')],
    ['nothing at all', ''],
  ])('refuses a built page with %s', (_what, built) => {
    expect(() => pageDocument(built, FACTS, '/brand.css')).toThrow('no place');
  });
});

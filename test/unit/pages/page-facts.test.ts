import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readSettings } from '#src/platform/config/environment.js';
import type { Environment } from '#src/platform/config/reader.js';
import { firstFetches, pageDocument, pageFacts } from '#src/pages/page-document.js';
import type { Visit } from '#src/pages/page-shell.js';
import type { PageFacts } from '#src/platform/terms/terms.js';
import { firstEntry, offeredCountries } from '#web/src/checkout/rules/entry.js';
import { NO_WISH, readLink } from '#web/src/checkout/rules/link.js';
import { LANGUAGES } from '#web/src/i18n/languages.js';
import { serviceKey } from '../../support/service-keys.js';

const SECRETS = {
  GUEST_CHALLENGE_SECRET: 'planted-challenge-secret',
  RAMP_APP_SECRET: 'planted-app-secret',
  RAMP_ACCESS_TOKEN: 'planted-access-token',
  SERVICE_KEY: serviceKey('planted key'),
};
const GOOD: Environment = {
  ...SECRETS,
  GUEST_CHALLENGE_URL: 'https://planted.verifier.example/siteverify',
  GUEST_CHALLENGE_SITE_KEY: 'site-key',
  GUEST_CHALLENGE_SCRIPT_URL: 'https://widget.example/api.js',
  DATABASE_URL: 'postgres://user:planted-password@localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'planted-app-1',
};

const NO_DURATIONS = { stated: {}, payment: {}, delivery: {}, payout: {} };

const LAPTOP: Environment = { AUTH: 'none', HOST: '127.0.0.1' };

const factsOf = (more: Environment = {}, host = 'shop.example'): PageFacts =>
  pageFacts(readSettings({ ...GOOD, ...more }), {
    host,
    link: null,
    embedder: null,
    durations: NO_DURATIONS,
    payHost: null,
    staff: null,
  });

describe('pages: the facts', () => {
  it.each<[Environment, string]>([
    [{}, 'closed'],
    [{ AUTH_GUESTS: 'true' }, 'welcome'],
    [{ AUTH_GUESTS: 'true', GUEST_CHALLENGE_SITE_KEY: '', GUEST_CHALLENGE_SCRIPT_URL: '' }, 'closed'],
    [LAPTOP, 'welcome'],
    [{ ...LAPTOP, AUTH_GUESTS: 'false' }, 'welcome'],
    [{ PAGES_LINKS: 'signed' }, 'closed'],
    [{ PAGES_LINKS: 'signed', AUTH_GUESTS: 'true' }, 'invited'],
    [{ ...LAPTOP, PAGES_LINKS: 'signed' }, 'invited'],
  ])('with %j visitors are %s', (more, visitors) => {
    expect(factsOf(more).visitors).toBe(visitors);
  });

  it('contain the challenge widget only where guests can check out', () => {
    const widget = { siteKey: 'site-key', scriptUrl: 'https://widget.example/api.js' };
    expect(factsOf({ AUTH_GUESTS: 'true' }).challenge).toEqual(widget);
    expect([factsOf().challenge, factsOf(LAPTOP).challenge]).toEqual([null, null]);
  });

  it.each([
    ['shop.example', ['https://shop.example']],
    ['SHOP.example', ['https://shop.example']],
    ['127.0.0.1:3000', ['http://127.0.0.1:3000']],
    ['127.0.0.1', []],
    ['elsewhere.example', []],
    ['', []],
  ])('at %j contain the redirect origins %j and no others', (host, places) => {
    const origins = 'https://shop.example,https://staging.inside.example,myapp:,http://127.0.0.1:3000';
    expect(factsOf({ REDIRECT_ORIGINS: origins }, host).returnOrigins).toEqual(places);
  });

  it('contain payment methods, networks and explorers of the operator', () => {
    const facts = factsOf({
      PAY_WAY_NAMES: '10001=Visa,10002=Bank transfer',
      EXPLORER_URLS: 'trx=https://scan.example/{txHash},BTC=none',
    });
    expect(facts.payWays).toEqual({ '10001': 'Visa', '10002': 'Bank transfer' });
    expect(facts.networks.explorers).toEqual({ TRX: 'https://scan.example/{txHash}', BTC: null });
  });

  it('contain no secrets, and nothing about the provider or the database', () => {
    const text = JSON.stringify(factsOf({ AUTH_GUESTS: 'true' }));
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/planted|ramp\.example|postgres/);
    expect(Object.keys(factsOf()).sort()).toEqual(
      [
        'brand',
        'challenge',
        'consent',
        'countries',
        'durations',
        'embedder',
        'fiatDigits',
        'fiats',
        'help',
        'link',
        'networks',
        'payWays',
        'payHost',
        'provider',
        'returnOrigins',
        'staff',
        'visitors',
      ].sort(),
    );
  });
});

const BUILT = `<!doctype html>
<html lang="en">
  <head>
    <title>Ramp Checkout</title>
    <!-- page -->
    <script type="module" src="/assets/checkout.js"></script>
  </head>
  <body>
    <header><!-- brand --></header>
    <!-- without-scripts -->
  </body>
</html>`;

const FACTS: PageFacts = {
  brand: { name: 'Nimbus', logoUrl: null, url: null },
  help: { support: null, terms: null, privacy: null, refunds: null, imprint: null },
  provider: null,
  consent: 'notice',
  visitors: 'welcome',
  challenge: null,
  link: null,
  embedder: null,
  staff: null,
  fiats: ['EUR'],
  fiatDigits: { EUR: 2 },
  countries: null,
  payWays: { '10001': 'Visa' },
  durations: NO_DURATIONS,
  payHost: null,
  returnOrigins: [],
  networks: { families: {}, memoRequired: [], explorers: {} },
};

const LINKED = { brandStyleUrl: '/brand.css?v=1', preloads: ['/assets/texts.js'] };
const VISIT: Visit = { language: 'en', number: null };

const documentOf = (name: string, payWay = 'Visa'): string =>
  pageDocument(BUILT, { ...FACTS, brand: { ...FACTS.brand, name }, payWays: { '10001': payWay } }, LINKED, VISIT);

const shopOf = (more: Partial<PageFacts['brand']>, support: string | null = null): PageFacts => ({
  ...FACTS,
  brand: { ...FACTS.brand, ...more },
  help: { ...FACTS.help, support },
});

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
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/texts.js">');
    expect(html).toContain('<span>Nimbus</span>');
    expect(factsIn(html)).toEqual(FACTS);
    expect(html).toContain('<script type="module" src="/assets/checkout.js"></script>');
  });

  it.each([
    ['en-US', {}, {}],
    ['de-CH,en', {}, {}],
    ['*', {}, {}],
    ['pt', { fiat: 'eur' }, {}],
    ['fr', { fiat: 'XXX', country: 'US' }, {}],
    ['zh-CN', { country: 'ZZ', fiat: ['USD'] }, {}],
    ['ja', {}, { fiat: 'GBP' }],
    ['de', { fiat: 'USD', country: 'US' }, { country: 'GB' }],
  ])('fetches the coins that the checkout begins with: %s, asked for %j, set %j', (tags, asked, terms) => {
    const languages = tags.split(',');
    const link = Object.keys(terms).length === 0 ? null : { token: 't', terms };
    const facts = { ...FACTS, fiats: ['USD', 'EUR', 'CHF', 'BRL', 'GBP', 'CNY'], link };
    const offer = { fiats: facts.fiats, countries: offeredCountries(facts.countries) };
    const search = new URLSearchParams(
      Object.entries(asked).filter(([, value]) => typeof value === 'string') as [string, string][],
    );
    const wish = link === null ? readLink(`?${search}`, offer).wish : NO_WISH;
    const { fiat } = firstEntry({ ...offer, wish, terms, draft: null, choice: {}, languages });
    expect(firstFetches(facts, { ...VISIT, languages, ...asked })).toEqual([`/v1/cryptos?fiat=${fiat}&side=BUY`]);
  });

  it.each<Partial<PageFacts>>([{ visitors: 'closed' }, { visitors: 'invited' }, { link: 'expired' }, { fiats: [] }])(
    'fetches nothing for a page without a form: %j',
    (more) => {
      expect(firstFetches({ ...FACTS, ...more }, VISIT)).toEqual([]);
    },
  );

  it.each(HOSTILE)('escapes %j and stays intact', (text) => {
    const html = documentOf(text, text);
    expect(factsIn(html)).toEqual({ ...FACTS, brand: { ...FACTS.brand, name: text }, payWays: { '10001': text } });
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
        const around = (whole: string): string =>
          whole
            .replace(BLOCK, '')
            .replace(/<title>[^<]*<\/title>/, '')
            .replaceAll(/(<span[^>]*>)[^<]*/g, '$1');
        expect(around(html)).toBe(around(plain));
      }),
    );
  });

  it.each([
    ['no place for the facts', BUILT.replace('<!-- page -->', '')],
    ['no title', BUILT.replace(/<title>.*<\/title>/, '')],
    ['no place for the brand', BUILT.replace('<!-- brand -->', '')],
    ['nothing at all', ''],
  ])('refuses a built page with %s', (_what, built) => {
    expect(() => pageDocument(built, FACTS, LINKED)).toThrow('lacks a place');
  });

  it.each(HOSTILE)('escapes %j in the brand and its addresses', (text) => {
    const html = pageDocument(BUILT, shopOf({ name: text, logoUrl: text, url: text }, text), LINKED, VISIT);
    const plain = pageDocument(BUILT, shopOf({ name: 'N', logoUrl: 'L', url: 'U' }, 'H'), LINKED, VISIT);
    const tags = (whole: string): string[] =>
      (whole.replace(BLOCK, '').match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
    expect(tags(html)).toEqual(tags(plain));
  });

  it('shows without scripts the number, each language of the pages, and help about this order', () => {
    const shop = shopOf({}, 'https://help.example/{lang}?order={merchantOrderNo}');
    const html = pageDocument(BUILT, shop, LINKED, { language: 'ar', number: 'A-1' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<h1><span class="code">A-1</span></h1><p lang="ar"');
    expect(html).toContain('<a href="https://help.example/ar?order=A-1">help.example/ar?order=A-1</a>');
    for (const language of Object.keys(LANGUAGES)) expect(html).toContain(`<p lang="${language}" dir="auto">`);
  });
});

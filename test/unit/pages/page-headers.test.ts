import { describe, expect, it } from 'vitest';
import { pageHeaders } from '#src/pages/page-document.js';

const policyOf = (logoUrl: string | null, widget?: readonly string[]): Record<string, string> => {
  const text = pageHeaders(logoUrl, { widget })['Content-Security-Policy']!;
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
};

describe('pages: the headers', () => {
  it('allow resources of the service only', () => {
    expect(policyOf(null)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    });
  });

  it.each([
    ['https://cdn.shop.example/logo.svg', 'https://cdn.shop.example'],
    ['https://cdn.shop.example:8443/a/b/logo.png', 'https://cdn.shop.example:8443'],
    ['http://127.0.0.1:9000/logo.png', 'http://127.0.0.1:9000'],
    ["https://cdn.shop.example/a;b'c/logo.png", 'https://cdn.shop.example'],
  ])('allow the logo of %s by its origin only', (logoUrl, origin) => {
    expect(policyOf(logoUrl)).toEqual({ ...policyOf(null), 'img-src': `'self' ${origin}` });
  });

  it("allow a widget's scripts, styles, frames and calls by origin, without trusted types", () => {
    const code = "'self' https://hcaptcha.com https://*.hcaptcha.com";
    const widened = { 'script-src': code, 'style-src': code, 'connect-src': code };
    expect(policyOf(null, ['https://hcaptcha.com', 'https://*.hcaptcha.com'])).toEqual({
      ...Object.fromEntries(Object.entries(policyOf(null)).filter(([name]) => name !== 'require-trusted-types-for')),
      ...widened,
      'frame-src': 'https://hcaptcha.com https://*.hcaptcha.com',
    });
    expect(policyOf(null, [])).toEqual(policyOf(null));
  });

  it('allow calls to an identity provider, by its origin', () => {
    const text = pageHeaders(null, { connect: 'https://id.shop.example/realms/staff' })['Content-Security-Policy'];
    expect(text).toContain("; connect-src 'self' https://id.shop.example;");
  });

  it('let pages of listed origins frame the document, and no others', () => {
    const text = pageHeaders(null, { ancestors: ['https://shop.example', 'http://localhost:8080'] })[
      'Content-Security-Policy'
    ];
    expect(text).toContain('; frame-ancestors https://shop.example http://localhost:8080;');
    expect(pageHeaders(null, { ancestors: [] })).toEqual(pageHeaders(null));
  });
});

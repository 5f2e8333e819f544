import { describe, expect, it } from 'vitest';
import { pageHeaders } from '#src/pages/page-headers.js';

/** Directive to its sources. */
const policyOf = (logoUrl: string | null, widget?: readonly string[]): Record<string, string> => {
  const text = pageHeaders(logoUrl, widget)['Content-Security-Policy']!;
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
};

describe('the headers of a page', () => {
  it('allow what comes from the service itself, and nothing else', () => {
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
  ])('let the logo of %s in by its origin alone', (logoUrl, origin) => {
    expect(policyOf(logoUrl)).toEqual({ ...policyOf(null), 'img-src': `'self' ${origin}` });
  });

  it('let a widget in by its origins alone, with its scripts, styles, frames and calls, and require no trusted types of it', () => {
    const code = "'self' https://hcaptcha.com https://*.hcaptcha.com";
    const widened = { 'script-src': code, 'style-src': code, 'connect-src': code };
    expect(policyOf(null, ['https://hcaptcha.com', 'https://*.hcaptcha.com'])).toEqual({
      ...Object.fromEntries(Object.entries(policyOf(null)).filter(([name]) => name !== 'require-trusted-types-for')),
      ...widened,
      'frame-src': 'https://hcaptcha.com https://*.hcaptcha.com',
    });
    expect(policyOf(null, [])).toEqual(policyOf(null));
  });

  it('have documents asked for again each time', () => {
    expect(pageHeaders(null)['Cache-Control']).toBe('no-cache');
  });
});

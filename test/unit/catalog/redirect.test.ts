import { describe, expect, it } from 'vitest';
import { fillRedirect, isRedirectAllowed } from '#src/catalog/rules/redirect.js';

const ALLOWED = ['https://shop.example', 'http://localhost:5173', 'myapp:', 'capacitor://localhost'];

describe('isRedirectAllowed', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example/done?a=1#there',
    'https://shop.example:443/done',
    'HTTPS://SHOP.EXAMPLE/done',
    'https://shop.example/orders/{merchantOrderNo}?no={merchantOrderNo}',
    'https://shop.example/orders/%7BmerchantOrderNo%7D',
    'https://shop.example/?next=https://evil.example/@x',
    'https://shop.example/@user',
    'http://localhost:5173/done',
    'myapp:done',
    'myapp://orders/{merchantOrderNo}',
    'MyApp://done',
    'capacitor://localhost',
    'capacitor://localhost/orders/{merchantOrderNo}?a=1#there',
  ])('lets %s pass', (url) => {
    expect(isRedirectAllowed(url, ALLOWED)).toBe(true);
  });

  it.each([
    ['another scheme', 'http://shop.example/'],
    ['another port', 'https://shop.example:8443/'],
    ['another port of localhost', 'http://localhost:3000/'],
    ['a subdomain', 'https://www.shop.example/'],
    ['a longer name', 'https://shop.example.evil.example/'],
    ['a name that ends alike', 'https://evilshop.example/'],
    ['a dot at the end', 'https://shop.example./'],
    ['a user', 'https://shop.example@evil.example/'],
    ['a user and password', 'https://shop.example:443@evil.example/'],
    ['a user at the right place', 'https://user@shop.example/'],
    ['an empty user', 'https://@shop.example/'],
    ['an encoded at', 'https://shop.example%40evil.example/'],
    ['a backslash', 'https://shop.example\\@evil.example/'],
    ['a backslash for a slash', 'https:\\\\shop.example/'],
    ['a backslash in the path', 'https://shop.example/\\evil.example'],
    ['no scheme', '//shop.example/'],
    ['no scheme, elsewhere', '//evil.example'],
    ['a path', '/done'],
    ['nothing', ''],
    ['no slashes', 'https:shop.example/'],
    ['one slash', 'https:/shop.example/'],
    ['three slashes', 'https:///shop.example/'],
    ['javascript', 'javascript:alert(1)//https://shop.example/'],
    ['javascript in capitals', 'JaVaScRiPt:alert(1)'],
    ['data', 'data:text/html,<script>x</script>'],
    ['blob', 'blob:https://shop.example/x'],
    ['file', 'file:///etc/passwd'],
    ['a blank before', ' https://shop.example/'],
    ['a blank behind', 'https://shop.example/ '],
    ['a tab inside', 'https://shop.exa\tmple/'],
    ['a line end', 'https://shop.example/\r\nset-cookie: x'],
    ['NUL', 'https://shop.example/\u0000'],
    ['a letter that looks alike', 'https://shоp.example/'],
    ['a full-width dot', 'https://shop．example/'],
    ['an app that is not listed', 'otherapp://done'],
    ['a scheme that begins alike', 'myapp2://done'],
    ['a user in an app', 'myapp://shop@evil/done'],
    ['another host of an app', 'capacitor://evil.example/done'],
    ['a longer host of an app', 'capacitor://localhost.evil.example/done'],
    ['a port of an app', 'capacitor://localhost:80/done'],
    ['no host of an app', 'capacitor:localhost/done'],
    ['an empty host of an app', 'capacitor:///localhost/done'],
    ['a user of an app', 'capacitor://localhost@evil.example/done'],
    ['a placeholder for the host', 'https://{merchantOrderNo}/'],
    ['a placeholder in the host', 'https://shop.example{merchantOrderNo}/'],
    ['a placeholder in the port', 'https://shop.example:{merchantOrderNo}/'],
    ['too long', `https://shop.example/${'x'.repeat(2048)}`],
  ])('refuses %s', (_, url) => {
    expect(isRedirectAllowed(url, ALLOWED)).toBe(false);
  });

  it('refuses all redirects if no origin is configured', () => {
    expect(isRedirectAllowed('https://shop.example/', [])).toBe(false);
  });

  it.each(['javascript:', 'data:', 'file:', 'https:', 'vbscript:', 'content:', 'intent:', 'blob:'])(
    'does not take %s for an app, though listed',
    (scheme) => {
      expect(isRedirectAllowed(`${scheme}//x`, [scheme])).toBe(false);
      if (scheme !== 'https:') expect(isRedirectAllowed(`${scheme}//x`, [`${scheme}//x`])).toBe(false);
    },
  );
});

describe('fillRedirect', () => {
  it.each([
    ['https://a/{merchantOrderNo}?n={merchantOrderNo}', 'https://a/o-1?n=o-1'],
    ['https://a/%7BmerchantOrderNo%7D', 'https://a/o-1'],
    ['https://a/%7bmerchantOrderNo%7d', 'https://a/o-1'],
    ['https://a/{other}', 'https://a/{other}'],
  ])('%s', (url, filled) => {
    expect(fillRedirect(url, 'o-1')).toBe(filled);
  });

  it('inserts the number literally, not as a pattern', () => {
    expect(fillRedirect('https://a/{merchantOrderNo}', '$&')).toBe('https://a/%24%26');
  });
});

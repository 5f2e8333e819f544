import { checkoutBody } from '../../support/service.js';
import { guest, newAddress, withoutNumber } from './tour.js';
import type { Stage } from './tour.js';

/** Addresses that look as if they led to the shop, to a person or to one of two programs. `https://shop.example` and `myapp:` are allowed. */
const TRICKS: readonly string[] = [
  'https://shop.example@evil.example',
  'https://shop.example@evil.example/',
  'https://shop.example:443@evil.example',
  'https://shop.example%40evil.example',
  'https://shop.example%2eevil.example/',
  'https://shop.example.evil.example/',
  'https://evil.example/https://shop.example',
  'https://evil.example?https://shop.example',
  'https://evil.example#https://shop.example',
  'https://evil.example\\@shop.example',
  'https://shop.example\\.evil.example',
  'https:\\\\shop.example',
  'https:/\\evil.example',
  'https:/shop.example',
  'https:shop.example',
  'https:///shop.example',
  'https:///evil.example',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https://@shop.example/',
  'https://:@shop.example/',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://shop.example:80/',
  'https://shop.example:0/',
  'https://shop.example:99999/',
  'https://www.shop.example/',
  'https://shop.example./',
  'https://shop.exampl\u0435/',
  'https://shop\u3002example/',
  'https://shop\uff0eexample/',
  'https://shop.example\u2044.evil.example/',
  'https://shop.example\u200b/',
  'https://shop.example/\u202e',
  'https://shop.example\t/',
  'https://sh\top.example/',
  'https://shop.example\n.evil.example',
  'https://shop.example/\r\nLocation: https://evil.example',
  'ht\ttps://shop.example/',
  'java\nscript:alert(1)',
  ' https://shop.example/',
  'https://shop.example/ ',
  '//evil.example',
  '//shop.example',
  '/\\evil.example',
  '/order/done',
  'shop.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'view-source:https://shop.example/',
  'about:blank',
  'ws://shop.example/',
  'ftp://shop.example/',
  'other:back',
  'myapp',
  'myapp2:back',
  'https://[::1]/',
  'https://0x7f000001/',
  'https://{merchantOrderNo}.evil.example/',
  'https://{merchantOrderNo}@evil.example/',
  'https://shop.example{merchantOrderNo}/',
  'https://shop.example.{merchantOrderNo}/',
  'https://{merchantOrderNo}/',
  '{merchantOrderNo}:alert(1)',
  'javascript:{merchantOrderNo}',
  '{merchantOrderNo}',
  'https://shop.example:{merchantOrderNo}/',
  'https://%7BmerchantOrderNo%7D.shop.example/',
  `https://shop.example/${'a'.repeat(3000)}`,
  '',
  'null',
];

/** Scheme and host are read without regard to letter case by every program: nothing is gained by it. */
const HARMLESS: readonly string[] = ['HTTPS://shop.example/', 'https://SHOP.example/back', 'https://shop.example:443/'];

export const redirects: Stage = {
  title: 'redirects to somebody else',
  async run(attacker) {
    const { tour } = attacker;
    const [login, key] = [await tour.login('mallory'), tour.withKey('insider')];
    const post = { method: 'POST', path: '/v1/checkouts' };
    for (const url of TRICKS) {
      const base = withoutNumber(checkoutBody({ address: newAddress() }));
      // A guest's requests with one key would be repeats of each other.
      const callers = { guest, customer: () => login, server: () => key };
      for (const [who, as] of Object.entries(callers)) {
        for (const field of ['redirectUrl', 'failRedirectUrl']) {
          const what = `a ${who} with ${field} ${JSON.stringify(url.slice(0, 60))}`;
          const reply = await attacker.strike({
            what,
            ...post,
            headers: as(),
            body: { ...base, [field]: url },
            allowed: [400, 422],
          });
          const isCode = reply.status !== 422 || reply.body['code'] === 'redirect_not_allowed';
          if (!isCode) attacker.fault(`${what} was refused for something else: ${String(reply.body['code'])}`);
          if (who !== 'guest') break;
        }
      }
    }
    for (const redirectUrl of HARMLESS) {
      const body = { ...withoutNumber(checkoutBody({ address: newAddress() })), redirectUrl };
      const reply = await attacker.strike({ what: redirectUrl, ...post, headers: guest(), body, allowed: [201, 422] });
      if (reply.status === 201) tour.granted.add(String(reply.body['merchantOrderNo']));
    }
  },
};

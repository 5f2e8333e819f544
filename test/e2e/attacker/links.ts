import { checkoutBody, newNumber } from '../../support/service.js';
import { guest, newAddress } from './tour.js';
import type { Stage, Tour } from './tour.js';

/** What the shop's server signed, as it is in the link. */
async function signed(tour: Tour, terms: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await tour.world.service.post('/v1/checkout-links', terms, tour.withKey('checkout') as never);
  if (answer.status !== 201) throw new Error(`an honest link: ${answer.status} ${answer.text}`);
  return String(new URL(String(answer.body['url'])).searchParams.get('link'));
}

/** Links with the attacker's address, of which one press would buy for him; and links of others that he has got hold of. */
export const links: Stage = {
  title: 'links that were forged, changed or stolen',
  async run(attacker) {
    const { tour } = attacker;
    const mine = newAddress();
    const post = { method: 'POST', path: '/v1/checkouts' };
    const terms = checkoutBody({ address: newAddress() });
    const link = await signed(tour, terms);
    const [said = '', keyId = '', mac = ''] = link.split('.');
    const changed = Buffer.from(said, 'base64url').toString().replace(String(terms['address']), mine);
    const forged = Buffer.from(changed).toString('base64url');

    for (const [who, headers] of Object.entries({ guest: guest(), customer: await tour.login('mallory') })) {
      const what = `a link that a ${who} makes`;
      const path = '/v1/checkout-links';
      await attacker.strike({ what, method: 'POST', path, headers, body: { address: mine }, allowed: [401, 403] });
    }
    for (const token of [`${forged}.${keyId}.${mac}`, `${forged}.${keyId}.`, forged, `${forged}.none.${mac}`]) {
      const body = { ...terms, address: mine, link: token };
      await attacker.strike({ what: 'a forged link', ...post, headers: guest(), body, allowed: [400] });
      const page = await attacker.strike({ what: 'its page', path: `/checkout?link=${token}`, allowed: [200] });
      if (page.text.includes(mine)) attacker.fault('a page shows an address out of a link that nobody signed');
    }
    const changes = { address: mine, memo: '7', amount: '5.00', network: 'BSC', merchantOrderNo: newNumber() };
    for (const [field, value] of Object.entries(changes)) {
      const what = `a link with another ${field}`;
      await attacker.strike({
        what,
        ...post,
        headers: guest(),
        body: { ...terms, link, [field]: value },
        allowed: [400],
      });
    }

    const merchantOrderNo = newNumber();
    const numbered = await signed(tour, { merchantOrderNo, fiat: 'USD', amount: '100.00' });
    const { body } = await tour.victim(await tour.login('bob'), { merchantOrderNo, link: numbered });
    // With the very content, and with one of his own: the order is bob's, and there is no second one.
    for (const address of [body['address'], mine]) {
      for (const headers of [guest(), {}, await tour.login('mallory'), tour.withKey('insider')]) {
        const what = 'a link that was used';
        await attacker.strike({ what, ...post, headers, body: { ...body, address }, allowed: [409] });
      }
    }
  },
};

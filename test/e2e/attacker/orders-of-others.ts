import { randomUUID } from 'node:crypto';
import { checkoutBody } from '../../support/service.js';
import { guest, newAddress } from './tour.js';
import type { Attacker, Stage, Strike, Victim } from './tour.js';
import type { SentHeaders } from './wire.js';

/** Ways to write a number that may lead past a check, or to another route. */
const FORMS: readonly (readonly [string, (number: string) => string])[] = [
  ['as it is', (number) => number],
  ['in lower case', (number) => number.toLowerCase()],
  ['in upper case', (number) => number.toUpperCase()],
  ['every character encoded', (number) => [...number].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ['encoded twice', (number) => [...number].map((c) => `%25${c.charCodeAt(0).toString(16)}`).join('')],
  ['of its first retry', (number) => `${number}-r2`],
  ['of its first trade', (number) => `${number}-r1`],
  ['with a look-alike hyphen', (number) => encodeURIComponent(number.replaceAll('-', '\u2010'))],
  ['in full-width letters', (number) => encodeURIComponent(number.replace(/^[A-Za-z]/, fullWidth))],
  ['with a Cyrillic letter', (number) => encodeURIComponent(number.replace(/^./, '\u041d'))],
  ['with a soft hyphen', (number) => `${number}%C2%AD`],
  ['behind a path that goes up', (number) => `x/..%2f${number}`],
  ['behind an encoded path that goes up', (number) => `..%2f..%2fv1%2forders%2f${number}`],
  ['behind backslashes', (number) => `x%5c..%5c${number}`],
  ['behind a real path that goes up', (number) => `x/../${number}`],
  ['with a slash behind it', (number) => `${number}/`],
  ['with two slashes before it', (number) => `/${number}`],
  ['with a parameter', (number) => `${number};jsessionid=1`],
  ['with a NUL', (number) => `${number}%00`],
  ['with a NUL and another ending', (number) => `${number}%00.json`],
  ['with a line end', (number) => `${number}%0d%0a`],
  ['with blanks', (number) => `%20${number}%20`],
  ['with a wildcard', (number) => `${number.slice(0, -1)}%25`],
  ['with an ending', (number) => `${number}.json`],
  ['with a query that names an owner', (number) => `${number}?caller=everybody&customer[id]=sub-alice-4410`],
  ['bytes that are no UTF-8', (number) => `${number}%ff%fe`],
  ['an encoding that is none', (number) => `${number}%zz`],
  ['of thousands of characters', (number) => `${number}${'a'.repeat(6000)}`],
];

const fullWidth = (c: string): string => String.fromCharCode(c.charCodeAt(0) + 0xfee0);

/** Responses that reveal nothing about the order. */
const NOTHING = [400, 401, 404, 414];

export const ordersOfOthers: Stage = {
  title: 'orders of other customers',
  async run(attacker) {
    const { tour } = attacker;
    const victims = {
      'of a customer': await tour.victim(await tour.login('alice')),
      'of a guest': await tour.victim(guest()),
      'of a server': await tour.victim(tour.withKey('checkout')),
    };
    const own = await attacker.ownOrder();
    for (const [whose, victim] of Object.entries(victims)) {
      const thieves: Readonly<Record<string, SentHeaders>> = {
        'another customer': await tour.login('mallory'),
        'a guest': {},
        'a guest with a key of a request': guest(),
        'the holder of another secret': { 'x-client-secret': own.clientSecret },
        'another server': tour.withKey('insider'),
      };
      for (const [who, headers] of Object.entries(thieves)) {
        await attacker.strikeAll(readsAndRetries(victim, who, whose, headers));
        await attacker.strike({
          what: `${who} reading the feed, with an order ${whose} in it,`,
          path: '/v1/events?limit=200',
          headers,
          allowed: who === 'another server' ? [200] : [401, 403],
        });
        await attacker.strikeAll(lists(victim, who, whose, headers));
      }
      await repeatCheckout(attacker, victim, whose);
      await otherSecrets(attacker, victim, own, whose);
    }
    await ownSecretIsForOneOrder(attacker, own);
  },
};

function readsAndRetries({ number }: Victim, who: string, whose: string, headers: SentHeaders): Strike[] {
  const isFirst = who === 'another customer';
  return FORMS.filter((_, index) => isFirst || index % 4 === 0).flatMap(([form, write]) => [
    {
      what: `${who} reading an order ${whose}, ${form},`,
      path: `/v1/orders/${write(number)}`,
      headers,
      allowed: NOTHING,
    },
    {
      what: `${who} following an order ${whose}, ${form},`,
      path: `/v1/orders/${write(number).replace(/\?.*/, '')}/events`,
      headers: { ...headers, 'last-event-id': '1' },
      allowed: NOTHING,
    },
    {
      what: `${who} noting something on an order ${whose}, ${form},`,
      method: 'PATCH',
      path: `/v1/orders/${write(number).replace(/\?.*/, '')}`,
      headers,
      body: { metadata: { stolen: 'yes' } },
      allowed: [...NOTHING, 403],
    },
    {
      what: `${who} retrying an order ${whose}, ${form},`,
      method: 'POST',
      path: `/v1/orders/${write(number).replace(/\?.*/, '')}/retry`,
      headers,
      body: { payWayCode: '10002' },
      allowed: NOTHING,
    },
  ]);
}

/** No response has a treasure of the victim; a server of scope own gets only its own orders. */
function lists({ number, orderNo, address }: Victim, who: string, whose: string, headers: SentHeaders): Strike[] {
  const filters = [
    '',
    'limit=200',
    'order=updated&limit=200',
    'side=BUY&status=AWAITING_PAYMENT',
    'createdFrom=2020-01-01',
    `text=${number}`,
    `text=${orderNo}`,
    `text=${address}`,
    `order=updated&text=${number}`,
    'customer=sub-alice-4410',
    'metadata[channel]=app',
    'scope=all',
    'caller=everybody',
    'metadata[a]=%27%20OR%201=1',
  ];
  return filters.map((filter) => ({
    what: `${who} listing orders by ${filter} for one ${whose}`,
    path: `/v1/orders?${filter}`,
    headers,
    allowed: who === 'another server' ? [200, 400] : [401, 403],
  }));
}

/** A number of another caller is taken, whatever the content. */
async function repeatCheckout(attacker: Attacker, { number, body }: Victim, whose: string): Promise<void> {
  const { tour } = attacker;
  const contents = {
    'the same content': { ...body, merchantOrderNo: number },
    'another address': { ...body, merchantOrderNo: number, address: newAddress() },
    'another letter case': { ...body, merchantOrderNo: number.toLowerCase() },
    'another letter case and amount': { ...body, merchantOrderNo: number.toUpperCase(), amount: '250.00' },
  };
  for (const [how, content] of Object.entries(contents)) {
    const what = `checking out under a number ${whose} with ${how}`;
    const checkout = { method: 'POST', path: '/v1/checkouts', body: content };
    await attacker.strike({
      what: `a customer ${what}`,
      ...checkout,
      headers: await tour.login('mallory'),
      allowed: [409],
    });
    await attacker.strike({ what: `a server ${what}`, ...checkout, headers: tour.withKey('insider'), allowed: [409] });
    await attacker.strike({ what: `a guest ${what}`, ...checkout, headers: guest(), allowed: [403] });
  }
  const sale = { method: 'POST', path: '/v1/sell-orders', headers: tour.withKey('insider') };
  await attacker.strike({
    what: `a server registering a sale under a number ${whose}`,
    ...sale,
    body: { merchantOrderNo: number },
    allowed: [403],
  });
}

async function otherSecrets(
  attacker: Attacker,
  { number, clientSecret }: Victim,
  own: { readonly clientSecret: string },
  whose: string,
): Promise<void> {
  const [, keyId = '', mac = ''] = /^cs_([^_]+)_(.+)$/.exec(clientSecret) ?? [];
  const [, , ownMac = ''] = /^cs_([^_]+)_(.+)$/.exec(own.clientSecret) ?? [];
  const secrets: Readonly<Record<string, string>> = {
    'of another order': own.clientSecret,
    'with another key id': `cs_9_${mac}`,
    'with no key id': `cs__${mac}`,
    'with a key id of a prototype': `cs_constructor_${mac}`,
    'with its first character altered': `cs_${keyId}_${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    'with a character in its middle altered': `cs_${keyId}_${mac.slice(0, 20)}${mac[20] === 'A' ? 'B' : 'A'}${mac.slice(21)}`,
    'with another MAC': `cs_${keyId}_${ownMac}`,
    'with an empty MAC': `cs_${keyId}_`,
    'with a MAC of zeros': `cs_${keyId}_${'A'.repeat(43)}`,
    truncated: clientSecret.slice(0, -1),
    'cut to half': clientSecret.slice(0, 25),
    'with more behind it': `${clientSecret}A`,
    'in upper case': clientSecret.toUpperCase(),
    'as the number': number,
    empty: '',
    'a UUID': randomUUID(),
    SQL: `' OR '1'='1`,
  };
  for (const [how, secret] of Object.entries(secrets)) {
    const headers = { 'x-client-secret': secret };
    const what = `a secret ${how}, for an order ${whose},`;
    await attacker.strike({ what, path: `/v1/orders/${number}`, headers, allowed: NOTHING });
    const retry = { method: 'POST', path: `/v1/orders/${number}/retry`, body: {} };
    await attacker.strike({ what: `${what} to retry it`, ...retry, headers, allowed: NOTHING });
  }
  const inTheWrongPlace: readonly Strike[] = [
    { what: 'a secret in the query', path: `/v1/orders/${number}?clientSecret=${clientSecret}`, allowed: NOTHING },
    {
      what: 'a secret in a cookie',
      path: `/v1/orders/${number}`,
      headers: { cookie: `x-client-secret=${clientSecret}` },
      allowed: NOTHING,
    },
    {
      what: 'a secret as a token',
      path: `/v1/orders/${number}`,
      headers: { authorization: `Bearer ${clientSecret}` },
      allowed: NOTHING,
    },
    {
      what: 'a secret as a key',
      path: `/v1/orders/${number}`,
      headers: { 'x-api-key': clientSecret },
      allowed: NOTHING,
    },
    {
      what: 'a secret twice',
      path: `/v1/orders/${number}`,
      headers: { 'x-client-secret': [own.clientSecret, clientSecret] },
      allowed: NOTHING,
    },
  ];
  await attacker.strikeAll(inTheWrongPlace);
}

/** The attacker's own secret is good: for one order, and for nothing else. */
async function ownSecretIsForOneOrder(
  attacker: Attacker,
  own: { readonly number: string; readonly clientSecret: string },
): Promise<void> {
  const headers = { 'x-client-secret': own.clientSecret };
  const read = await attacker.strike({
    what: 'its own order',
    path: `/v1/orders/${own.number}`,
    headers,
    allowed: [200],
  });
  if (read.body['merchantOrderNo'] !== own.number) attacker.fault('its own secret read another order');
  await attacker.strikeAll([
    { what: 'a secret at a list of orders', path: '/v1/admin/orders', headers, allowed: [401, 403] },
    { what: 'a secret at the keys', path: '/v1/admin/keys', headers, allowed: [401, 403] },
    { what: 'a secret at an order of the staff', path: `/v1/admin/orders/${own.number}`, headers, allowed: [401, 403] },
    {
      what: 'a secret with a bad token',
      path: `/v1/orders/${own.number}`,
      headers: { ...headers, authorization: 'Bearer x.y.z' },
      allowed: [401],
    },
    {
      what: 'a guess of a key of a request',
      method: 'POST',
      path: '/v1/checkouts',
      headers: { 'idempotency-key': 'order-1' },
      body: { ...checkoutBody(), merchantOrderNo: undefined },
      allowed: [400],
    },
  ]);
}

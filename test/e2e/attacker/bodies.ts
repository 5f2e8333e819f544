import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { until } from '../../support/service.js';
import { openSocket } from './wire.js';
import { checkoutBody } from '../../support/service.js';
import { Attacker, guest, newAddress, withoutNumber } from './tour.js';
import type { Stage } from './tour.js';

/** Names that imitate another merchant, or are more than a name, on the provider's page. */
const DISGUISED: Readonly<Record<string, string>> = {
  'a line end': 'Example Shop\r\nExample Bank Refund Dept',
  'a line separator': 'Example Shop\u2028Example Bank',
  'a turned direction': 'Shop \u202eknaB elpmaxE',
  'an isolated direction': 'Shop \u2067knaB\u2069',
  'a mark of direction': 'Shop\u200f',
  'a terminal command': 'Shop\u001b[2K',
  'a C1 control': 'Shop\u0085Bank',
};

/** Bodies that cost much to read, or that two readers read differently. */
export const oddBodies: Stage = {
  title: 'giant, deep and ambiguous bodies',
  async run(attacker) {
    const good = JSON.stringify(withoutNumber(checkoutBody({ address: newAddress() })));
    const inside = good.slice(1, -1);
    const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);
    const with_ = (members: string): string => `{${inside},${members}}`;
    const bodies: Readonly<Record<string, string | Buffer>> = {
      'of 30,000 lists': deep('[', ']', 30_000),
      'of 9,000 levels': `{${inside},"quote":${deep('{"a":', '}', 9000).replace('}', '1}')}}`,
      'with a quote of 1,000 levels': with_(`"quote":${deep('[', ']', 1000)}`),
      'with 6,000 members': with_(Array.from({ length: 6000 }, (_, n) => `"m${n}":1`).join(',')),
      'with a number of 10,000 digits': with_(`"amount":${'9'.repeat(10_000)}`),
      'with a text of 10,000 digits': with_(`"amount":"${'9'.repeat(10_000)}"`),
      'with 1e400': with_('"amount":1e400'),
      'with "1e400"': with_('"amount":"1e400"'),
      'with an exponent': with_('"amount":"1e2"'),
      'with a sign': with_('"amount":"+100.00"'),
      'with less than nothing': with_('"amount":"-100.00"'),
      'with nothing': with_('"amount":"0.00"'),
      'with a blank in an amount': with_('"amount":"100 .00"'),
      'with digits that are none': with_('"amount":"\u0661\u0660\u0660"'),
      'with an infinite amount': with_('"amount":"Infinity"'),
      'with NaN': with_('"amount":NaN'),
      'with a list for a text': with_('"address":["a","b"]'),
      'with an object for a text': with_('"address":{"toString":"x"}'),
      'with a lone surrogate': with_('"merchantName":"\\ud800"'),
      'with a NUL': with_('"merchantName":"a\\u0000b"'),
      'with a name of NULs': with_('"\\u0000":1'),
      'with a comment': with_('/* x */"a":1'),
      'with a comma too many': with_('"country":"US",'),
      'that is a number': '1',
      'that is null': 'null',
      'that is a list': `[${good}]`,
      'that is a text': JSON.stringify(good),
      'that are two': `${good}${good}`,
      'that are blanks': ' '.repeat(1000),
      'behind a byte order mark in UTF-16': Buffer.from(`\ufeff${good}`, 'utf16le'),
      'of bytes that are no UTF-8': Buffer.concat([
        Buffer.from(`{${inside},"merchantName":"`),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('\u0000"}'),
      ]),
      'of 64 KiB and a byte': `${good.slice(0, -1)}${' '.repeat(65_537 - good.length)}}`,
      'of three megabytes': `{${inside},"x":"${'a'.repeat(3_000_000)}"}`,
    };
    const post = { method: 'POST', path: '/v1/checkouts' };
    for (const [what, body] of Object.entries(bodies)) {
      const headers = { ...guest(), 'content-type': 'application/json' };
      await attacker.strike({ what: `a body ${what}`, ...post, headers, body, allowed: [0, 400, 413, 422] });
    }
    const types: Readonly<Record<string, string>> = {
      'text/plain': good,
      'application/x-www-form-urlencoded': 'fiat=USD&amount=100.00',
      'multipart/form-data; boundary=x': '--x--',
      'application/xml': '<a/>',
      'application/json; charset=utf-7': good,
      'application/json; charset=latin1': good,
      'application/json;charset=utf-16': good,
      'text/json': good,
      'application/jsonp': good,
      '////': good,
    };
    for (const [type, body] of Object.entries(types)) {
      const headers = { ...guest(), 'content-type': type };
      await attacker.strike({ what: `a body said to be ${type}`, ...post, headers, body, allowed: [400, 415] });
    }
    for (const [what, merchantName] of Object.entries(DISGUISED)) {
      const body = { ...(JSON.parse(good) as object), merchantName };
      await attacker.strike({ what: `a shop's name with ${what}`, ...post, headers: guest(), body, allowed: [400] });
    }
    await packed(attacker, good);
    await duplicates(attacker, inside);
  },
};

async function packed(attacker: Attacker, good: string): Promise<void> {
  const bodies: Readonly<Record<string, readonly [string, Buffer | string]>> = {
    'a bomb': ['gzip', gzipSync(Buffer.alloc(50_000_000, 0x20))],
    'a bomb in a bomb': ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000, 0x20)))],
    'what is not packed': ['gzip', good],
    'an unknown packing': ['zstd-of-mine', good],
  };
  for (const [what, [encoding, body]] of Object.entries(bodies)) {
    const headers = { ...guest(), 'content-encoding': encoding, 'content-type': 'application/json' };
    const strike = { what, method: 'POST', path: '/v1/checkouts', headers, body };
    await attacker.strike({ ...strike, allowed: [0, 400, 413, 415] });
  }
}

/** A gateway in front may read the first of two members of one name, and the service the last: neither is read. */
async function duplicates(attacker: Attacker, inside: string): Promise<void> {
  const post = { method: 'POST', path: '/v1/checkouts', headers: { ...guest(), 'content-type': 'application/json' } };
  const second: Readonly<Record<string, string>> = {
    'a second address': `"address":"${newAddress()}"`,
    'a second address in an escaped name': `"addr\\u0065ss":"${newAddress()}"`,
    'a second amount': '"amount":"100.00"',
    'a second redirect': '"redirectUrl":"https://shop.example/","redirectUrl":"https://evil.example/"',
    'a second customer': '"customer":null,"customer":{"id":"sub-alice-4410"}',
    'a second quantity': '"quote":{"cryptoQuantity":"1","cryptoQuantity":"100"}',
  };
  for (const [what, members] of Object.entries(second)) {
    await attacker.strike({ what, ...post, body: `{${inside},${members}}`, allowed: [400] });
  }
  const number = '"merchant\\u004frderNo":"MINE-1"';
  await attacker.strike({
    what: 'a number in an escaped name',
    ...post,
    body: `{${inside},${number}}`,
    allowed: [403],
  });
}

const SLOW = 100;
const SILENT = 20;

/** Connections that are kept open by sending next to nothing: they are cut off, and others are served meanwhile. */
export const slowSenders: Stage = {
  title: 'senders that take their time',
  async run(attacker) {
    const { tour, address } = attacker;
    const heads = Array.from(
      { length: SLOW },
      () => 'GET /v1/cryptos HTTP/1.1\r\nHost: x\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    );
    const body =
      'POST /v1/checkouts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
    const callback = 'POST /callbacks/ramp/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n';
    const begun = [
      ...heads.map((text) => ({ at: 'header', text, written: 0 })),
      ...Array.from({ length: SILENT }, () => ({ at: 'body', text: body, written: body.length })),
      ...Array.from({ length: SILENT }, () => ({ at: 'chunk', text: callback, written: callback.length })),
      ...Array.from({ length: SILENT }, () => ({ at: 'nothing', text: '', written: 0 })),
    ];
    const open = new Set<Socket>();
    const slow = await Promise.all(
      begun.map(async (one) => {
        const socket = await openSocket(address, tour.port);
        open.add(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => open.delete(socket))
          .resume();
        socket.write(one.text.slice(0, one.written));
        return { ...one, socket };
      }),
    );
    const dripping = setInterval(() => {
      for (const one of slow) {
        if (one.at !== 'header' || one.socket.destroyed) continue;
        one.socket.write(one.text[one.written % one.text.length] === '\r' ? 'x' : (one.text[one.written] ?? 'x'));
        one.written += 1;
      }
    }, 1000);
    try {
      // Others are served while all of them are connected.
      const other = new Attacker(tour, attacker.title, '127.0.0.77');
      const { status } = await other.send({ path: '/health/ready' });
      if (status !== 200) attacker.fault(`with ${open.size} slow senders the service was not ready: ${status}`);
      await other.ownOrder();
      // Keeping a connection that has sent nothing at all is no misuse of a time-out of headers; it may stay for a while.
      const closed = (): boolean => slow.every(({ at, socket }) => at === 'nothing' || !open.has(socket));
      await until('slow senders are cut off', () => Promise.resolve(closed()), 90_000).catch(() => {
        const left = slow.filter(({ socket }) => open.has(socket)).map(({ at }) => at);
        attacker.fault(`slow senders were not cut off: ${JSON.stringify(left)}`);
      });
    } finally {
      clearInterval(dripping);
      for (const socket of open) socket.destroy();
    }
  },
};

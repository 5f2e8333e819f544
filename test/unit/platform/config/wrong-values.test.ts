import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readMigrateSettings, readSettings } from '#src/platform/config/environment.js';
import type { Environment } from '#src/platform/config/reader.js';
import { SETTINGS, settingVariables } from '#src/platform/config/settings-table.js';
import type { SettingName } from '#src/platform/config/settings-table.js';

import { serviceKey } from '../../../support/service-keys.js';
import { problemsOf } from '../../../support/settings.js';

const JWT: Environment = {
  AUTH_JWT_ISSUER: 'https://id.example/',
  AUTH_JWT_AUDIENCE: 'checkout',
  AUTH_JWKS_URL: 'https://id.example/keys',
};
const CHALLENGE: Environment = {
  GUEST_CHALLENGE_URL: 'https://verifier.example/siteverify',
  GUEST_CHALLENGE_SECRET: 'challenge-secret',
  GUEST_CHALLENGE_SITE_KEY: '0x4AAA',
  GUEST_CHALLENGE_SCRIPT_URL: 'https://verifier.example/api.js',
};
const GOOD: Environment = {
  DATABASE_URL: 'postgres://user@localhost/checkout',
  DATABASE_MIGRATE_URL: 'postgres://owner@localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 's3cret',
  SERVICE_KEY: serviceKey('7'),
  RAMP_SIGNATURE: 'custom',
  ...JWT,
  ...CHALLENGE,
};

/** The problems that stop a start; empty if it starts. */
function problems(more: Environment): string[] {
  const environment = { ...GOOD, ...more };
  const said = [readMigrateSettings, readSettings].flatMap((read) => problemsOf(() => read(environment)));
  return [...new Set(said)];
}

const of = (kind: string) =>
  (Object.keys(SETTINGS) as SettingName[]).filter((name) => SETTINGS[name].kind === kind && name !== 'RAMP_PROFILE');

it('starts as it is', () => {
  expect(problems({})).toEqual([]);
});

type Row = [name: string, value: string, says: RegExp];
const each = (names: readonly string[], values: readonly string[], says: RegExp): Row[] =>
  names.flatMap((name) => values.map((value): Row => [name, value, says]));

const NO_PLACEHOLDER = new Set(['RAMP_CALLBACK_REPLY_BODY']);
const CODE_LISTS = [
  'RAMP_RATE_LIMIT_CODES',
  'RAMP_ACCESS_TOKEN_REFUSED_CODES',
  'RAMP_SIGNATURE_REFUSED_CODES',
  'RAMP_NOT_CONFIGURED_CODES',
  'RAMP_NOT_FOUND',
];

const BY_KIND: Row[] = [
  ...each(of('boolean'), ['yes', '1', 'TRUE', 'on'], /must be one of true, false$/),
  ...each(of('choice'), ['None', 'default', 'true;false'], /must be one of /),
  ...each(
    of('integer').filter((name) => (SETTINGS[name] as { unit?: string }).unit === 'ms'),
    ['10s', '5 min', '1_000', '1.5', '-1', '1e3'],
    /must be a whole number of milliseconds, without unit, from \d+ to \d+$/,
  ),
  ...each(
    of('integer').filter((name) => (SETTINGS[name] as { unit?: string }).unit !== 'ms'),
    ['10/s', '1,000', '1.5', '-1', '0x10', 'unlimited'],
    /must be a whole number from \d+ to \d+$/,
  ),
  ...each(
    of('url'),
    ['shop.example/x', 'https//shop.example', 'shop.example:443', 'ftp://shop.example'],
    /must be an absolute http/,
  ),
  ...each(
    [...of('text'), ...of('secret')].filter((name) => !NO_PLACEHOLDER.has(name)),
    ['<your key>', 'changeme', 'CHANGE_ME', 'your-app-id', '${SECRET}', '$SECRET', '{{ secret }}', 'xxx', 'TODO'],
    /must be your own value in place of the placeholder$/,
  ),
  ...each(CODE_LISTS, ['<code>'], /must be a list .*such as 1006/),
  ...each(['PUBLIC_URL', 'AUTH_JWKS_URL', 'GUEST_CHALLENGE_URL'], ['https://<your host>'], /must be an absolute http/),
];

const ORIGINS = [
  'https://*.shop.example',
  'https://a.example;https://b.example',
  'https://a.example https://b.example',
  'shop.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example:443',
  '*',
  'https://Shop.example',
  'null',
  'file://',
  '["https://shop.example"]',
  'content://media',
  'https://S3CRET.example/path',
  'https://*.S3CRET.example',
];
const ZONES = [
  'CST',
  'EST',
  'IST',
  'PST',
  'MST',
  'BST',
  'HST',
  'CET',
  'PST8PDT',
  '+08:00',
  '+8',
  '-0500',
  'UTC+8',
  'GMT+8',
  'GMT+08:00',
  'Singapore Standard Time',
  'China Standard Time',
  'local',
  'Asia',
  'Asia/',
  'S3CRET/Zone',
];

const ONE_BY_ONE: Row[] = [
  ...each(
    ['CORS_ORIGINS'],
    [
      ...ORIGINS,
      'myapp:',
      'file://localhost',
      'ws://S3CRET.example',
      'capacitor://',
      'capacitor://localhost/',
      'capacitor://*',
      'Capacitor://localhost',
      'capacitor://localhost/path',
      'capacitor://S3CRET@localhost',
    ],
    /such as https:\/\/shop\.example or capacitor:\/\/localhost: in lower case, without/,
  ),
  ...each(
    ['REDIRECT_ORIGINS'],
    [
      ...ORIGINS,
      'myapp',
      'myapp://',
      'file:',
      'intent:',
      'javascript:',
      'data:',
      'https:',
      'S3CRET',
      'ftp://S3CRET.example',
    ],
    /such as https:\/\/shop\.example, and app schemes such as myapp:/,
  ),
  ...each(['RAMP_TIME_ZONE'], ZONES, /must be UTC or the name of a place such as Asia\/Singapore/),
  ...each(CODE_LISTS, ['4290;4291', '["4290"]', '[4290,4291]'], /must be a list .*such as 1006/),
  ...each(CODE_LISTS, ['3101', '0000', '4290,03105'], /other than 0000 and 3100 to 3107/),
  ...each(
    ['RAMP_BASE_URL'],
    ['https://ramp.example/open/api/v3', 'https://ramp.example/open/api/v3/'],
    /must end before RAMP_SIGNATURE_PATH_PREFIX/,
  ),
  ...each(
    ['RAMP_BASE_URL'],
    [
      'http://S3CRET.example',
      'HTTP://S3CRET.example',
      'http://10.0.0.1',
      'http://localhost.S3CRET.example',
      'http://127.0.0.1.S3CRET.example',
    ],
    /must be https \(http is for loopback/,
  ),
  ...each(
    ['PUBLIC_URL'],
    ['https://pay.example/callbacks/ramp', 'https://pay.example/callbacks/ramp/'],
    /must end before \/callbacks\/ramp/,
  ),
  ...each(
    ['PUBLIC_URL', 'AUTH_JWKS_URL', 'GUEST_CHALLENGE_URL'],
    [
      'https://S3CRET.example/?a=1',
      'https://S3CRET.example?',
      'https://S3CRET.example/#',
      'https://user:S3CRET@x.example',
      'https://:S3CRET@x.example',
      'https:/\\S3CRET.example',
    ],
    /must be an absolute http/,
  ),
  ...each(
    ['ROLES'],
    ['api;worker', 'api worker', 'API', 'all', 'both', 'api,S3CRET'],
    /must be api, worker or api,worker$/,
  ),
  ...each(
    ['TRUSTED_PROXIES'],
    [
      '10.0.0.0/8;fd00::/8',
      '10.0.0.0/8 fd00::/8',
      '*',
      'true',
      '1',
      'uniquelocal',
      'proxy.example',
      '10.0.0',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0.0/',
      '10.0.0/8',
      '10.0.0.256',
      '10.0.0.0/255.0.0.0',
      '10.0.0.0/08',
      '0.0.0.0/0',
      '::/0',
      'http://10.0.0.1',
      '10.0.0.1:443',
      '10.0.0.1,true',
    ],
    /such as 10\.0\.0\.0\/8,fd00::\/8, or loopback$/,
  ),
  ...each(['AUTH_JWKS_URL'], ['https://id.example/.well-known/openid-configuration'], /must be the jwks_uri/),
  ...each(['AUTH_JWT_STAFF_ACR'], ['mfa;otp', 'mfa otp'], /such as mfa,otp$/),
  ...each(
    ['RAMP_STATUS_MAP'],
    [
      'BUY:A=PAID;SELL:9=REFUNDED',
      'buy:A=PAID',
      'BUY:A=paid',
      'BUY:A:PAID',
      'A=PAID',
      'BUY:A=DONE',
      'S3CRET',
      'BUY:S3CRET=CREATING',
      'SELL:S3CRET=REGISTERED',
      'SELL:8=PAID',
      'HOLD:x=PAID',
      'BUY:PENDING=COMPLETED',
      'SELL:4=REFUNDED',
      'BUY:PAY_FAIL=PAYMENT_FAILED',
    ],
    /such as BUY:RISK_CONTROL=REJECTED/,
  ),
  ...each(
    ['FIAT_DECIMALS'],
    [
      'HUF=0;COP=0',
      'HUF:0',
      'huf=0',
      'HUF=zero',
      'XYZ=0',
      'HUF=5',
      'HUF',
      'HUF=',
      'HUF=-1',
      'HUF=0,=1',
      'HUF=0=1',
      // Not in use, and no money: the setting would have no effect.
      'XXL=2',
      'XXX=2',
      'XAU=0',
      'BGN=0',
      'CLF=4',
    ],
    /such as HUF=0,COP=0/,
  ),
  ...each(['PAGES_FIATS'], ['EUR;USD', 'eur', 'XAU', 'BGN', 'XYZ'], /such as EUR,USD$/),
  ...each(
    ['RAMP_MEMO_REQUIRED'],
    ['BNB;XLM', 'none,XLM', '["BNB"]', 'B NB', 'x'.repeat(65)],
    /such as BNB,XLM, or none$/,
  ),
  ...each(
    ['RAMP_NETWORK_FAMILIES'],
    ['CRONOS=evm;AVAX=none', 'CRONOS:evm', 'CRONOS=EVM', 'CRONOS', 'CRONOS=', '=evm', 'CRONOS=S3CRET'],
    /such as CRONOS=evm; .*beacon_chain, none$/,
  ),
  ...each(
    ['RAMP_SIGNATURE_SCHEME'],
    [
      'digest=sha3',
      'digest',
      'sha512',
      'DIGEST=md5',
      'digest:md5',
      'digest=md5;key=rsa',
      '__proto__=x',
      'S3CRET=x',
      'names=',
      'names=appid;sign',
      'names=app id',
      'names=1x',
      'names=+appid',
    ],
    /must be a list such as digest=sha512,.* of digest, key, encoding, names, sort, empty, nested$/,
  ),
  ...each(['RAMP_SIGNATURE_SCHEME'], ['digest=md5,digest=sha1'], /must name each field once$/),
  ...each(['RAMP_SIGNATURE_SCHEME'], ['names=appid+appid'], /must list each name once$/),
  ...each(
    ['RAMP_ACCESS_TOKEN_EXCHANGE'],
    [
      'method=PUT',
      'identity=uid=id',
      'identity=uid:phone',
      'token=data/accessToken',
      'signed=yes',
      'lifetime=1h',
      'lifetime=0',
      'lifetime=S3CRET.in',
      'lifetime=data.expiresIn:hours',
      'token=',
      'path=S3CRET',
    ],
    /must be a list such as method=GET,.* of method, identity, token, lifetime, signed$/,
  ),
  ...each(
    ['RAMP_SIGNATURE_HEADERS'],
    [
      'appid=appId;sign=X-Sign',
      'appid:appId',
      'app=appId',
      'sign=host',
      'sign=Content-Type',
      'S3CRET',
      'S3CRET=x',
      'appid=',
      'appid=a b',
      'appid=a:b',
      'appid=a=b',
      'appid=a,appid=b',
      'appid=sign',
      'appid=X,sign=x',
      '__proto__=x',
      'constructor=x',
    ],
    /must be a list such as appid=appId/,
  ),
  ...each(
    ['RAMP_SIGNATURE_PATH_PREFIX'],
    [
      'open/api/v3',
      'https://ramp.example/open',
      '/open/../api',
      '/S3CRET?x=1',
      '//evil.example',
      '/a//b',
      '/.',
      '/a/..',
      '/a#b',
      '/a b',
      '/é',
      '/%2e',
    ],
    /must be a path such as \/open\/api\/v3$/,
  ),
  ...each(
    ['RAMP_ACCESS_TOKEN'],
    ['Bearer S3CRET', 'a\tb', `S3CRET${'x'.repeat(4100)}`],
    /without blanks that a header can carry$/,
  ),
  ...each(['PAGES_FIATS'], ['EUR;USD', 'EUR,usd', 'EURO', 'XXY', '€'], /such as EUR,USD$/),
  ...each(['PAGES_COUNTRIES'], ['DE;US', 'de', 'DEU', 'Germany'], /such as DE,US$/),
  ...each(
    ['PAY_WAY_NAMES'],
    [
      '10001=Visa;10002=Bank',
      '10001:Visa',
      'Visa',
      '10001=',
      '=Amex',
      `10001=${'x'.repeat(201)}`,
      '10001@it=Visa',
      '10001@ES=Visa',
      '10001@zh=Visa',
      '10001@=Visa',
      '@es=Visa',
      '10001@es@pt=Visa',
    ],
    /such as 10001=Visa,10002=Bank transfer,10002@es=Transferencia$/,
  ),
  ...each(
    ['PAY_WAY_MINUTES'],
    ['5', '10001', '10001=', '10001=0', '10001=5m', '10001=1.5', '10001=-5', '10001=100000', '10001=5;10002=10'],
    /such as 10001=5,10002=2880$/,
  ),
  ...each(
    ['EXPLORER_URLS'],
    [
      'ETH=https://a.example/{hash}',
      'ETH=http://a.example/{txHash}',
      'ETH:https://a.example/{txHash}',
      'ETH=https://a.example/{txHash};BSC=none',
      'ETH=javascript:alert("{txHash}")',
      'ETH=https://{txHash}{txHash}',
      'https://a.example/{txHash}',
    ],
    /such as ETH=https:/,
  ),
  ...each(
    ['EMBED_ORIGINS'],
    ['https://shop.example/', 'https://*.shop.example', 'shop.example', 'myapp:', 'capacitor://localhost', '*'],
    /such as https:\/\/shop\.example/,
  ),
  ...each(
    ['SUPPORT_URL', 'TERMS_URL', 'PRIVACY_URL', 'REFUNDS_URL', 'BRAND_URL'],
    ['http://shop.example', 'javascript:alert(1)', 'shop.example', '/help', 'https://shop.example/{order}', 'tel:1'],
    /must be an address that begins with https:/,
  ),
  ...each(
    ['BRAND_COLOR'],
    ['3056d3', '#fff', 'blue', 'rgb(0,0,0)', '#12345g', '#3056d3;}body{display:none'],
    /such as #3056d3$/,
  ),
  ...each(
    ['BRAND_LOGO_URL'],
    ['http://shop.example/logo.png', 'http://localhost.evil.example/l.svg'],
    /must be https: browsers load it/,
  ),
  ...each(
    ['BRAND_LOGO_URL'],
    [
      'https://a.example;script-src',
      "https://a.example,'unsafe-inline'/l.svg",
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '//cdn.example/l.svg',
      '/l.svg',
    ],
    /must be an absolute http/,
  ),
  ...each(
    ['SERVICE_KEY'],
    [
      'S3CRET',
      'a'.repeat(64),
      `${serviceKey('1')};${serviceKey('2')}`,
      ',',
      ...[Buffer.alloc(31), Buffer.alloc(32), Buffer.alloc(33)].map((key) => key.toString('base64')),
      `${serviceKey('7')},${serviceKey('8')}`,
      `a:${serviceKey('7')},a:${serviceKey('8')}`,
      `b:${serviceKey('8')},a:${Buffer.alloc(32, 'S3CRET text ').toString('base64')}`,
    ],
    /must /,
  ),
  ...each(
    ['DATABASE_URL', 'DATABASE_MIGRATE_URL'],
    ['jdbc:postgresql://db/x', 'mysql://S3CRET@db/x', 'db:5432/x'],
    /must begin with postgres:\/\//,
  ),
  ...each(['DATABASE_URL', 'DATABASE_MIGRATE_URL'], ['postgres://u@db.example/x'], /add sslmode=verify-full/),
  ...each(['ADMIN_PORT'], ['3000'], /must be another one than PORT$/),
  ...each(['RAMP_PROFILE'], ['/no/such/file'], /cannot be read$/),
];

describe('a value that is probably a mistake stops the start, and the message says what to write', () => {
  // A placeholder may be malformed too.
  it.each(BY_KIND)('%s=%s', (name, value, says) => {
    const said = problems({ [name]: value });
    expect(said.filter((problem) => problem.includes(name))).toContainEqual(expect.stringMatching(says));
  });

  it.each(ONE_BY_ONE)('%s=%s, once and without the value', (name, value, says) => {
    const said = problems({ [name]: value });
    expect(said).toEqual([expect.stringMatching(says)]);
    expect(said[0]).toContain(name);
    expect(said[0]).not.toContain('S3CRET');
    // A short one may be a part of the example in the message.
    if (value.length > 16) expect(said[0]).not.toContain(value);
  });

  it.each(settingVariables().filter((name) => name !== 'RAMP_CALLBACK_REPLY_BODY'))('%s in quotes', (name) => {
    for (const quote of ['"', "'"]) {
      expect(problems({ [name]: `${quote}${GOOD[name] ?? 'value'}${quote}` })).toContain(
        `${name} must not stand in quotes: what set it has kept them in the value`,
      );
    }
  });

  it('every setting has such values', () => {
    const rows = [...BY_KIND, ...ONE_BY_ONE];
    const names = Object.keys(SETTINGS).filter((name) => name !== 'RAMP_CALLBACK_REPLY_BODY');
    // Beside the two in quotes.
    expect(names.filter((name) => !rows.some(([of_]) => of_ === name))).toEqual([]);
  });
});

describe('a value that looks odd and is meant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-values-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'secret');
  writeFileSync(file, '\ufeff s3cret \r\n');

  it.each<[name: string, value: string]>([
    ['RAMP_CALLBACK_REPLY_BODY', '"success"'],
    ['RAMP_CALLBACK_REPLY_BODY', '<ok/>'],
    ['BRAND_NAME', '"Fish" & Chips'],
    ['BRAND_NAME', "Joe's"],
    ['PAY_WAY_NAMES', "10001=Joe's card; quick,10002=Bank = transfer"],
    ['RAMP_APP_SECRET', 'a"b'],
    ['RAMP_APP_SECRET', '$argon2id$v=19$m=65536'],
    ['RAMP_TIME_ZONE', 'Asia/Singapore'],
    ['RAMP_TIME_ZONE', 'asia/singapore'],
    ['RAMP_TIME_ZONE', 'Etc/GMT-8'],
    ['RAMP_TIME_ZONE', 'America/Argentina/Buenos_Aires'],
    ['RAMP_TIME_ZONE', 'GMT'],
    ['RAMP_BASE_URL', 'https://ramp.example/open/api/'],
    ['PUBLIC_URL', 'https://pay.example/'],
    ['HOST', '::1'],
    ['HOST', 'localhost'],
    ['AUTH_JWT_ISSUER', 'https://id.example/tenant/'],
    ['AUTH_JWT_AUDIENCE', 'urn:checkout:api'],
    ['AUTH_JWT_STAFF_ACR', 'urn:mace:incommon:iap:silver, mfa'],
    ['RAMP_RATE_LIMIT_CODES', ' 429 , TOO_MANY ,0008, E-17.2'],
    ['PAGES_FIATS', 'EUR, USD,XCG'],
  ])('%s=%s', (name, value) => {
    expect(problems({ [name]: `  ${value}  ` })).toEqual([]);
  });

  it('a secret from a file has neither blanks nor a byte order mark at its ends', () => {
    const { RAMP_APP_SECRET: _, ...others } = GOOD;
    expect(readSettings({ ...others, RAMP_APP_SECRET_FILE: file }).ramp.appSecret.reveal()).toBe('s3cret');
  });
});

import { UNKNOWN_ORDER_ANSWERS } from '../behaviour.js';
import { CALLBACK_FORMS, CALLBACK_SIGNATURES } from '../callbacks/callback-form.js';
import { DEFAULT_SETTINGS } from './settings.js';

const { host, port, appId, appSecret, accessToken, paceMs, signature, timeZone, callbackForm } = DEFAULT_SETTINGS;

/** Name, default, meaning. */
const SETTINGS: readonly (readonly [string, string, string])[] = [
  ['SANDBOX_HOST', host, 'address to listen on'],
  ['SANDBOX_PORT', String(port), 'port to listen on; 0 takes a free one'],
  ['SANDBOX_PUBLIC_URL', 'http://<host>:<port>', 'where browsers reach the pay page'],
  ['SANDBOX_APP_ID', appId, 'the one application that may call'],
  ['SANDBOX_APP_SECRET', appSecret, 'the key of its signatures'],
  ['SANDBOX_ACCESS_TOKEN', accessToken, 'works at any time, beside the tokens that are issued'],
  ['SANDBOX_PACE_MS', String(paceMs), 'milliseconds between PAY_SUCCESS, TRANSFER and FINISHED'],
  ['SANDBOX_CALLBACKS', 'on', 'on or off'],
  ['SANDBOX_CALLBACK_FORM', callbackForm.form, `where a POST has its fields: ${CALLBACK_FORMS.join(', ')}`],
  ['SANDBOX_CALLBACK_METHOD', callbackForm.method, 'POST or GET, which has its fields in the query'],
  [
    'SANDBOX_CALLBACK_SIGNATURES',
    callbackForm.signatures.join(),
    `none, or some of ${CALLBACK_SIGNATURES.join(', ')}; see below`,
  ],
  ['SANDBOX_CALLBACK_KEY', 'right', 'right or wrong: the key of these signatures'],
  ['SANDBOX_SIGNATURE', signature, 'how requests are signed: v3, v4 or legacy'],
  ['SANDBOX_TIME_ZONE', timeZone, 'zone of the dates in records'],
  ['SANDBOX_STATE_FILE', '(unset)', 'JSON file that keeps orders and tokens across a restart'],
];

const CONTROLS = `
  GET    /_control/health                  {"status":"ok"}
  GET    /_control/ledger                  all it saw and sent, in order; ?merchantOrderNo=, ?endpoint=, ?kind=call
                                           or callback, ?since=<seq>, ?limit=<so many after since>
  GET    /_control/summary                 counts: orders, paid ones, numbers with several orders, calls, callbacks
  GET    /_control/orders                  all orders; /_control/orders/<merchantOrderNo or orderNo> for one number
  POST   /_control/orders/<no>/pay         what the button of the pay page does; also /fail and /cancel
  POST   /_control/orders/<no>/status      {"status":"FINISHED","fields":{"address":"..."},"push":true}
  POST   /_control/orders/<no>/vanish      queries know nothing of it, though it goes on; also /unvanish
  POST   /_control/sell-orders             {"merchantOrderNo","crypto","network","fiat","cryptoAmount","email","status"}
  POST   /_control/callbacks               {"enabled":true,"retries":[300000]}: sent again after so many ms each, until
                                           the answer is 200; none by default
  POST   /_control/callback-form           {"form":"query","method":"GET","signatures":["raw-hmac"],"key":"wrong"}: how
                                           callbacks look from now on, the next attempt of earlier ones too
  POST   /_control/pace                    {"ms":0}
  POST   /_control/clock                   {"offsetMs":-300000,"stamps":"virtual"}; see below
  POST   /_control/behaviour               {"refusalHttpStatus":400,"unknownOrder":"refusal","unknownOrderCode":"1006"}
                                           ${UNKNOWN_ORDER_ANSWERS.join(', ')}
  GET    /_control/faults                  the faults that wait; DELETE forgets them
  POST   /_control/faults                  [{"endpoint","merchantOrderNo","times":1,"act","ms",...}]
  GET    /_control/chaos                   the chaos that is on, or null; DELETE switches it off
  POST   /_control/chaos                   {"seed":1,"faults":[...],"callbacks":{...}}; see below
  DELETE /_control/tokens                  forgets the issued access tokens
  POST   /_control/reset                   forgets everything, back to the settings`;

const FAULTS = `
  without acting: hang, reset-before, status {code, body}, garbage, redirect, answer {returnCode, returnMsg, http}
  after acting:   delay-after {ms}, hang-after, reset-after, reset-during, status-after {code, body}, cut,
                  mutate {data}, bare, wrong-content
  delay {ms} waits, then goes on as usual; every other act may carry "ms" too, and waits before it.
  endpoint is create, query, quote, list, token or any; times 0 means for ever.`;

const CHAOS = `
  faults:    [{"endpoint":"create","act":"reset-after","rate":0.05,...}]: the fields of a fault, without "times". Which
             calls are struck depends only on the seed, the endpoint, the number, and how many-th call of that endpoint
             about that number it is. The rates that may strike one call add up to 1 at most. Faults that were ordered
             one by one go before.
  callbacks: {"drop":0.1,"duplicate":0.1,"delay":0.2,"delayMs":2000,"forge":0.05}: by the seed, the number and the status.
             A forged callback comes beside the true one: invented content, wrong signatures, "forged" in the ledger.`;

const CALLBACKS = `
  newSignature      a field: Base64 HMAC-SHA256 over timestamp, method, path and the filled fields as JSON with sorted names
  signature         a field: SHA-1 over appId, secret, orderNo, crypto, network and address
  signature-twice   the same, with the appId once more behind the secret
  raw-hmac          the header "signature": hex HMAC-SHA256 over the body as it is sent (without one, over the query)
  stamped-hmac      the header "signature-v2: t=<timestamp>,s=<hex HMAC-SHA256 over timestamp, a dot and the body>"`;

const CLOCK = `
  Dates, the Date header, the age of tokens, the pace of orders, and callbacks that wait follow the virtual clock. What a
  leap ahead passes happens at once; setting the clock back makes nothing wait longer. Faults wait by the machine's clock.
  Requests are refused with 3103 when their timestamp is more than 5 minutes from the virtual clock, or, with
  "stamps":"machine", from the machine's clock, which callers share however far the virtual one has leapt.`;

/** What `--help` prints. */
export function helpText(): string {
  const width = Math.max(...SETTINGS.map(([name]) => name.length)) + 2;
  const settings = SETTINGS.map(([name, fallback, meaning]) => `  ${name.padEnd(width)}${meaning} [${fallback}]`);
  return [
    'A simulator of the ramp provider, for development and tests. No real money moves.',
    'Settings (environment variables) and their defaults:',
    settings.join('\n'),
    `Control, JSON over HTTP, unsigned, so keep it on the loopback address:${CONTROLS}`,
    `Faults:${FAULTS}`,
    `Chaos:${CHAOS}`,
    `Signatures of callbacks:${CALLBACKS}`,
    `Clock:${CLOCK}\n`,
  ].join('\n\n');
}

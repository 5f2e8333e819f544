import { DEFAULT_SETTINGS } from './settings.js';

const { host, port, appId, appSecret, accessToken, paceMs, signature, timeZone } = DEFAULT_SETTINGS;

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
  ['SANDBOX_SIGNATURE', signature, 'how requests are signed: v3, v4 or legacy'],
  ['SANDBOX_TIME_ZONE', timeZone, 'zone of the dates in records'],
  ['SANDBOX_STATE_FILE', '(unset)', 'JSON file that keeps orders and tokens across a restart'],
];

const CONTROLS = `
  GET    /_control/health                  {"status":"ok"}
  GET    /_control/ledger                  all it saw and sent, in order; ?merchantOrderNo=, ?since=<seq>
  GET    /_control/orders                  all orders; /_control/orders/<merchantOrderNo or orderNo> for one number
  POST   /_control/orders/<no>/pay         what the button of the pay page does; also /fail and /cancel
  POST   /_control/orders/<no>/status      {"status":"FINISHED","fields":{"address":"..."},"push":true}
  POST   /_control/sell-orders             {"merchantOrderNo","crypto","network","fiat","cryptoAmount","email","status"}
  POST   /_control/callbacks               {"enabled":false}
  POST   /_control/pace                    {"ms":0}
  POST   /_control/clock                   {"offsetMs":-300000}
  POST   /_control/behaviour               {"refusalHttpStatus":400,"unknownOrder":"refusal"}
  GET    /_control/faults                  the faults that wait; DELETE forgets them
  POST   /_control/faults                  [{"endpoint","merchantOrderNo","times":1,"act","ms",...}]
  DELETE /_control/tokens                  forgets the issued access tokens
  POST   /_control/reset                   forgets everything, back to the settings`;

const FAULTS = `
  without acting: hang, reset-before, status {code, body}, garbage, redirect, answer {returnCode, returnMsg, http}
  after acting:   delay-after {ms}, hang-after, reset-after, reset-during, status-after {code, body}, cut,
                  mutate {data}, bare, wrong-content
  delay {ms} waits, then goes on as usual; every other act may carry "ms" too, and waits before it.
  endpoint is create, query, quote, list, token or any; times 0 means for ever.`;

/** What `--help` prints. */
export function helpText(): string {
  const width = Math.max(...SETTINGS.map(([name]) => name.length)) + 2;
  const settings = SETTINGS.map(([name, fallback, meaning]) => `  ${name.padEnd(width)}${meaning} [${fallback}]`);
  return [
    'A simulator of the ramp provider, for development and tests. No real money moves.',
    'Settings (environment variables) and their defaults:',
    settings.join('\n'),
    `Control, JSON over HTTP, unsigned, so keep it on the loopback address:${CONTROLS}`,
    `Faults:${FAULTS}\n`,
  ].join('\n\n');
}

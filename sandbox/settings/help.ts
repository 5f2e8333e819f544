import { SWITCH_NAMES, SWITCHES } from '../switches/behaviour.js';
import { defaultText } from '../switches/switch.js';
import { CALLBACKS, CHAOS, CLOCK, CONTROLS, FAULTS } from './control-help.js';
import { DEFAULT_SETTINGS } from './settings.js';

const { host, port, appId, appSecret, accessToken } = DEFAULT_SETTINGS;

/** Name, default and meaning of the settings that cannot change at run time. */
const FIXED: readonly (readonly [string, string, string])[] = [
  ['SANDBOX_HOST', host, 'address to listen on'],
  ['SANDBOX_PORT', String(port), 'port to listen on; 0 takes a free one'],
  ['SANDBOX_PUBLIC_URL', 'http://<host>:<port>', 'where browsers reach the pay page'],
  ['SANDBOX_APP_ID', appId, 'the one application that may call'],
  ['SANDBOX_APP_SECRET', appSecret, 'the key of its signatures'],
  ['SANDBOX_APP_SECRET_NEXT', 'none', 'a second key that is good too, as in a rotation; see SANDBOX_SECRETS'],
  ['SANDBOX_ACCESS_TOKEN', accessToken, 'good at any time, beside the tokens that are issued'],
  ['SANDBOX_STATE_FILE', 'none', 'JSON file that keeps orders and tokens across a restart'],
];

/** All settings, for the help and the tests of the documentation. `field` null: cannot change at run time. */
export function allSettings() {
  return [
    ...FIXED.map(([env, fallback, meaning]) => ({ env, field: null, choices: '', fallback, meaning })),
    ...SWITCH_NAMES.map((name) => {
      const { env, choices, meaning } = SWITCHES[name];
      return { env, field: name, choices, fallback: defaultText(SWITCHES[name]), meaning };
    }),
  ];
}

export function helpText(): string {
  const settings = allSettings();
  const fixed = settings.filter(({ field }) => field === null);
  const switches = settings.filter(({ field }) => field !== null);
  const width = Math.max(...fixed.map(({ env }) => env.length)) + 2;
  return [
    'A simulator of the ramp provider, for development and tests. No real money moves.',
    'Settings (environment variables) and their defaults:',
    fixed.map(({ env, fallback, meaning }) => `  ${env.padEnd(width)}${meaning} [${fallback}]`).join('\n'),
    'Settings that /_control/behaviour switches at run time too, by the name in brackets, with their choices:',
    switches
      .map(({ env, field, choices, fallback, meaning }) =>
        [`  ${env} (${String(field)})`, `      ${meaning}`, `      ${choices} [${fallback}]`].join('\n'),
      )
      .join('\n'),
    `Control, JSON over HTTP, unsigned, so keep it on the loopback address:${CONTROLS}`,
    `Faults:${FAULTS}`,
    `Chaos:${CHAOS}`,
    `Signatures of callbacks:${CALLBACKS}`,
    `Clock:${CLOCK}`,
    'Scenarios: a merchantOrderNo, or a merchantName, that ends in .. and a word plays a scenario, such as\n' +
      'A-17..second-card. GET /_control/scenarios lists all; docs/sandbox.md has them in a table.\n',
  ].join('\n\n');
}

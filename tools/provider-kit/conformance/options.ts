import { parseArgs } from 'node:util';
import { readProviderSettings } from '../../../src/platform/config/read-ramp.js';
import { SettingsError } from '../../../src/platform/config/reader.js';
import type { Environment } from '../../../src/platform/config/reader.js';
import type { SettingName } from '../../../src/platform/config/settings-table.js';
import type { RampSettings } from '../../../src/platform/config/settings.js';
import { CommandError, FLAG, TEXT } from '../../../src/cli/lib/program.js';
import { WISH_OPTIONS, wishesOf } from '../lib/wishes.js';
import type { CreateOrder } from './plan/probe.js';
import type { Aim } from './run.js';
import { tokenOfSettings } from './wire/signing.js';

/** The destination of orders that are never paid, so that nothing is ever sent there: the first example of EIP-55. */
const EXAMPLE = { network: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const;

export const HELP = `Checks a provider or the sandbox against the contract, and reports its behaviour where the contract is open.

  npm run conformance -- --base-url <address> [options]

  --base-url <address>      https; http only on this machine, or with RAMP_ALLOW_HTTP=true
  --app-id <id>             RAMP_APP_ID by default
  --signature <scheme>      a value of RAMP_SIGNATURE; if it is refused, the presets are tried
  --order-no <number>       an existing BUY order, by the provider's number
  --merchant-order-no <no>  the same, by the merchant's number
  --sell-order-no <number>  an existing SELL order, by the provider's number
  --fiat, --country         of quotes; USD and US by default
  --crypto, --network       of quotes; by default the first pair of the crypto list
  --pay-way-code <code>     of quotes and creates; by default the first that the quotes name
  --amount <decimal>        in fiat; by default just above the minimum of the crypto list
  --create                  creates orders, which are never paid
  --address <address>       where the crypto of those orders would go, with --network [an example address on ETH]
  --memo <memo>             for networks that need one
  --callback-url <address>  sent along with those orders
  --rps <number>            calls a second at most [5]
  --timeout <milliseconds>  of one call; RAMP_TIMEOUT_MS by default
  --json                    one JSON document instead of a table
  --out <file>              written atomically, instead of standard output
  --profile <file>          also writes the settings that describe the provider, for RAMP_PROFILE
  --help                    this

The app secret comes from RAMP_APP_SECRET, the access token from RAMP_ACCESS_TOKEN, or, with
_FILE appended, from a file: never from the command line. Other RAMP_ settings apply as in the service.

Without --create it changes nothing at the provider. Its output holds no secret, token, payment page or personal data.
Exits with 0 if no point of the contract failed, 1 if one did, 2 for wrong arguments, 3 if the provider is unreachable.
`;

export interface Options {
  readonly settings: RampSettings;
  readonly told: Environment;
  readonly aim: Aim;
  readonly callsPerSecond: number;
  readonly json: boolean;
  readonly out: string | null;
  readonly profile: string | null;
}

const OVERLAID = {
  'base-url': 'RAMP_BASE_URL',
  'app-id': 'RAMP_APP_ID',
  signature: 'RAMP_SIGNATURE',
  timeout: 'RAMP_TIMEOUT_MS',
} as const satisfies Readonly<Record<string, SettingName>>;

/** Throws {@link CommandError}. */
export function readOptions(args: readonly string[], environment: Environment): Options {
  const values = parse(args);
  if (values['base-url'] === undefined) throw new CommandError('--base-url is required (see --help)');
  const overlay = Object.entries(OVERLAID).flatMap(([option, name]): [string, string][] => {
    const value = values[option as keyof typeof OVERLAID];
    return value === undefined ? [] : [[name, value]];
  });
  const merged = { ...environment, ...Object.fromEntries(overlay) };
  const settings = settingsOf(merged);
  return { settings, told: merged, aim: aimOf(values, settings), ...howOf(values) };
}

type OptionValues = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  const options = {
    'base-url': TEXT,
    'app-id': TEXT,
    signature: TEXT,
    rps: TEXT,
    timeout: TEXT,
    'order-no': TEXT,
    'merchant-order-no': TEXT,
    'sell-order-no': TEXT,
    ...WISH_OPTIONS,
    'pay-way-code': TEXT,
    create: FLAG,
    address: TEXT,
    memo: TEXT,
    'callback-url': TEXT,
    json: FLAG,
    out: TEXT,
    profile: TEXT,
  };
  return parseArgs({ args: [...args], options }).values;
}

/** Names the command line's options in its errors. */
function settingsOf(environment: Environment): RampSettings {
  try {
    return readProviderSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const problems = error.problems.map((problem) => problem.replace(/^RAMP_BASE_URL\b/, '--base-url'));
    throw new CommandError(problems.join('\n'));
  }
}

function aimOf(values: OptionValues, settings: RampSettings): Aim {
  const { network = values.create ? EXAMPLE.network : undefined } = values;
  return {
    wishes: wishesOf({ ...values, network }),
    payWayCode: values['pay-way-code'] ?? null,
    known: {
      orderNo: values['order-no'] ?? null,
      merchantOrderNo: values['merchant-order-no'] ?? null,
      sellOrderNo: values['sell-order-no'] ?? null,
    },
    create: values.create ? createOf(values, settings) : null,
  };
}

/** An address belongs to a network: `--address` needs `--network`, and the example address is used without both. */
function createOf({ address, network, memo, ...values }: OptionValues, settings: RampSettings): CreateOrder {
  if ((address === undefined) !== (network === undefined) && network !== EXAMPLE.network) {
    throw new CommandError('--create: --address needs --network, and another network than ETH needs --address');
  }
  return {
    address: address ?? EXAMPLE.address,
    memo: memo ?? null,
    callbackUrl: values['callback-url'] ?? null,
    hasToken: tokenOfSettings(settings) !== null,
  };
}

function howOf(values: OptionValues): Pick<Options, 'callsPerSecond' | 'json' | 'out' | 'profile'> {
  const rps = values.rps ?? '5';
  if (!/^[1-9]\d{0,2}$/.test(rps)) throw new CommandError('--rps must be a whole number from 1 to 999');
  return { callsPerSecond: Number(rps), json: values.json, out: values.out ?? null, profile: values.profile ?? null };
}

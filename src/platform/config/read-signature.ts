import type { SettingsReader } from './reader.js';
import { SIGNATURE_PRESETS } from './ramp-settings.js';
import type { ParameterScheme, SignatureHeaders, SignatureSettings } from './ramp-settings.js';

const KNOBS = (['DIGEST', 'KEY', 'ENCODING', 'NAMES', 'SORT', 'EMPTY', 'NESTED'] as const).map(
  (knob) => `RAMP_SIGNATURE_${knob}` as const,
);

export function signatureSettings(read: SettingsReader): SignatureSettings {
  const preset = read.oneOf('RAMP_SIGNATURE');
  const custom = customScheme(read);
  if (preset !== 'custom') refuseIdleKnobs(read);
  return {
    preset,
    scheme: preset === 'custom' ? custom : SIGNATURE_PRESETS[preset],
    headers: headers(read),
    pathPrefix: read.text('RAMP_SIGNATURE_PATH_PREFIX').replace(/\/$/, ''),
  };
}

function customScheme(read: SettingsReader): ParameterScheme {
  return {
    signs: 'parameters',
    digest: read.oneOf('RAMP_SIGNATURE_DIGEST'),
    key: read.oneOf('RAMP_SIGNATURE_KEY'),
    encoding: read.oneOf('RAMP_SIGNATURE_ENCODING'),
    names: names(read),
    sort: read.oneOf('RAMP_SIGNATURE_SORT'),
    empty: read.oneOf('RAMP_SIGNATURE_EMPTY'),
    nested: read.oneOf('RAMP_SIGNATURE_NESTED'),
  };
}

/** Report settings without effect: the operator believes that they have one. */
function refuseIdleKnobs(read: SettingsReader): void {
  for (const knob of KNOBS.filter((name) => read.given(name) !== null)) {
    read.problems.push(`${knob} has no effect without RAMP_SIGNATURE=custom`);
  }
}

function names(read: SettingsReader): readonly string[] | null {
  const listed = read.list('RAMP_SIGNATURE_NAMES');
  if (listed.length === 1 && listed[0] === 'all') return null;
  const isGood = listed.every((name) => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && name !== 'all');
  if (!isGood || new Set(listed).size !== listed.length) {
    read.problems.push('RAMP_SIGNATURE_NAMES must be all, or a list such as appid,timestamp,merchantOrderNo');
  }
  return listed;
}

/** Headers that HTTP or the service itself gives a meaning, in lower case. */
const TAKEN: ReadonlySet<string> = new Set(
  `accept accept-encoding connection content-encoding content-length content-type cookie expect host keep-alive te trailer
   transfer-encoding upgrade user-agent`.split(/\s+/),
);

function headers(read: SettingsReader): SignatureHeaders {
  const names = { appid: 'appid', timestamp: 'timestamp', sign: 'sign', 'access-token': 'access-token' };
  const isOurs = (name: string): name is keyof SignatureHeaders => Object.hasOwn(names, name);
  const given = read.list('RAMP_SIGNATURE_HEADERS').map((entry) => entry.split('=').map((part) => part.trim()));
  let isGood = new Set(given.map(([name]) => name)).size === given.length;
  for (const [name = '', header = '', ...rest] of given) {
    if (isOurs(name) && rest.length === 0 && /^[A-Za-z][A-Za-z0-9_-]*$/.test(header)) names[name] = header;
    else isGood = false;
  }
  const inUse = Object.values(names).map((header) => header.toLowerCase());
  if (!isGood || new Set(inUse).size !== inUse.length || inUse.some((header) => TAKEN.has(header))) {
    read.problems.push(
      'RAMP_SIGNATURE_HEADERS must be a list such as appid=appId,timestamp=timestamp,sign=sign,access-token=access-token',
    );
  }
  return names;
}

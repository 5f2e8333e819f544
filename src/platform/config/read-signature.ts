import type { SettingsReader } from './reader.js';
import { SIGNATURE_PRESETS } from './ramp-settings.js';
import type { SignatureHeaders, SignatureSettings } from './ramp-settings.js';

export function signatureSettings(read: SettingsReader): SignatureSettings {
  const preset = read.oneOf('RAMP_SIGNATURE');
  const { names: listed, ...others } = read.fields('RAMP_SIGNATURE_SCHEME');
  const names = listed?.split('+') ?? null;
  if (new Set(names).size !== (names?.length ?? 0))
    read.problems.push('RAMP_SIGNATURE_SCHEME must list each name once');
  // Report a setting without effect: the operator believes that it has one.
  if (preset !== 'custom' && read.isSet('RAMP_SIGNATURE_SCHEME')) {
    read.problems.push('RAMP_SIGNATURE_SCHEME has no effect without RAMP_SIGNATURE=custom');
  }
  const { v3 } = SIGNATURE_PRESETS;
  return {
    preset,
    // The table allows only the values of these fields.
    scheme: preset === 'custom' ? { ...v3, ...(others as object), names } : SIGNATURE_PRESETS[preset],
    headers: headers(read),
    pathPrefix: read.text('RAMP_SIGNATURE_PATH_PREFIX').replace(/\/$/, ''),
  };
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

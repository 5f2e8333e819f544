import { wellFormed } from './wire-text.js';

/** What stands in place of a value that must not be kept. */
const MASKED = '[masked]';

/** Letter case, `-` and `_` do not count. A reason is free text, and may be about an earlier payee. Wallet addresses, memos and numbers of orders are not personal here. */
const PERSONAL_OR_SECRET: ReadonlySet<string> = new Set(
  `email mail name account card firstname lastname fullname username holder cardno cardnumber accountno accountname
   accountnumber iban phone mobile tel idcard idno idnumber passport birthday dateofbirth ip uid userid merchantuid
   signature newsignature sign secret appsecret password authorization token accesstoken refreshtoken clientsecret
   apikey payurl callbackurl redirecturl failredirecturl orderaddress failreason`.split(/\s+/),
);

const EMAIL_FIELDS: ReadonlySet<string> = new Set(['email', 'mail']);

/** Parts of the text that look like an e-mail address; the lengths are those of RFC 5321. */
const EMAIL = /[^\s@"'<>()[\]:;,=&?/\\]{1,64}@[^\s@"'<>()[\]:;,=&?/\\]{1,255}/g;

/** Shorter ones would be found in every other word. */
const SHORTEST_SECRET = 6;

/** Must the value of a field with this name be masked, whatever it is? */
export function isSensitiveName(name: string): boolean {
  return PERSONAL_OR_SECRET.has(plainName(name));
}

/** The text that stands for a sensitive field's value: the form of an e-mail address stays recognisable. */
export function maskValue(name: string, value: unknown): string {
  const isEmail = EMAIL_FIELDS.has(plainName(name)) && typeof value === 'string' && value.includes('@');
  return isEmail ? maskEmail(value) : MASKED;
}

/** `jane@example.com` becomes `j***@e***`. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).trim().slice(0, 1)}***@${address.slice(at + 1).slice(0, 1)}***`;
}

/**
 * Free text with our own `secrets` and everything that looks like an e-mail address masked, cut after `length`
 * characters. Secrets go first and out of the whole text, so that the cut never leaves half of one; nor is anything left
 * that Postgres cannot keep as text.
 */
export function maskText(text: string, secrets: readonly string[], length: number): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) masked = masked.replaceAll(secret, MASKED);
  }
  const cut = masked.length > length ? `${masked.slice(0, length)}…` : masked;
  const withoutMail = cut.includes('@') ? cut.replace(EMAIL, maskEmail) : cut;
  return wellFormed(withoutMail.replaceAll('\0', '\uFFFD'));
}

/** An address with its query and fragment masked, and a name and password before the host taken out. */
export function maskUrlDetails(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1')
    .replace(/#.*$/s, `#${MASKED}`)
    .replace(/\?[^#]*/, `?${MASKED}`);
}

/** An address with the last part of its path masked, and everything behind it: in a callback's that is its token. */
export function maskUrlToken(url: string): string {
  const path = maskUrlDetails(url).replace(/[?#].*$/s, '');
  return /^[a-z]+:\/\/[^/]+\/./i.test(path) ? path.replace(/[^/]*\/?$/, MASKED) : MASKED;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

import { fromBase58Check, fromSegwit } from './encodings.js';

/** Separates a chain's addresses from those of related and test networks. */
interface Chain {
  /** First bytes of legacy addresses: base58 with a checksum over 20 more bytes. */
  readonly versions: readonly number[];
  /** Prefix of witness addresses; null: none. */
  readonly prefix: string | null;
}

const BITCOIN: Chain = { versions: [0x00, 0x05], prefix: 'bc' };
/** Script addresses used Bitcoin's version (`3…`) before their own (`M…`); both are in use. */
const LITECOIN: Chain = { versions: [0x30, 0x32, 0x05], prefix: 'ltc' };
const DOGECOIN: Chain = { versions: [0x1e, 0x16], prefix: null };

export const isBitcoinAddress = (address: string): boolean => isOf(BITCOIN, address);
export const isDogecoinAddress = (address: string): boolean => isOf(DOGECOIN, address);
export const isLitecoinAddress = (address: string): boolean => isOf(LITECOIN, address) || isMweb(address);

function isOf({ versions, prefix }: Chain, address: string): boolean {
  const older = fromBase58Check(address);
  if (older !== null) return older.length === 21 && versions.includes(older[0] ?? -1);
  const witness = fromSegwit(address);
  return witness !== null && witness.prefix === prefix && hasProperLength(witness.version, witness.program.length);
}

/** BIP-141; versions above 1 have no meaning yet, but BIP-350 requires sending to them. */
function hasProperLength(version: number, length: number): boolean {
  return version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40;
}

/** Litecoin's confidential addresses hold two public keys and exceed Bech32's usual length. */
function isMweb(address: string): boolean {
  const witness = fromSegwit(address, 128);
  return witness !== null && witness.prefix === 'ltcmweb' && witness.version === 0 && witness.program.length === 66;
}

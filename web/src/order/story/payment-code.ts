import type { SellOrder } from '#client/src/index.js';
import { canonicalNetwork } from '#src/platform/addresses/networks.js';
import { ownValue } from '../../own-value.js';

/** Text of a QR code that a wallet scans to send. */
export interface PaymentCode {
  readonly text: string;
  /** False: the address only. */
  readonly hasAmount: boolean;
}

/** Chains whose own coin has a scheme of BIP 21. */
const BIP_21: Readonly<Record<string, string>> = { BTC: 'bitcoin', LTC: 'litecoin', DOGE: 'dogecoin' };
const PLAIN = /^\d{1,20}(\.\d+)?$/;
const WEI_DIGITS = 18;

/**
 * A payment URI for the own coin of a well-known chain, else the address. Tokens and other EVM chains get the address:
 * many wallets ignore contract and chain id, and would send another coin.
 */
export function paymentCode(
  address: string,
  { crypto, network, cryptoAmount }: Pick<SellOrder, 'crypto' | 'network' | 'cryptoAmount'>,
): PaymentCode {
  const chain = network === null ? '' : canonicalNetwork(network);
  const isOwnCoin = crypto?.toUpperCase() === chain;
  const text =
    isOwnCoin && cryptoAmount !== null && PLAIN.test(cryptoAmount) ? uriOf(chain, address, cryptoAmount) : null;
  return { text: text ?? address, hasAmount: text !== null };
}

function uriOf(chain: string, address: string, amount: string): string | null {
  const scheme = ownValue(BIP_21, chain);
  if (scheme !== undefined) return /^\w+$/.test(address) ? `${scheme}:${address}?amount=${amount}` : null;
  if (chain !== 'ETH' || !/^0x[0-9a-f]{40}$/i.test(address)) return null;
  const value = wei(amount);
  // EIP-681
  return value === null ? null : `ethereum:${address}@1?value=${value}`;
}

function wei(amount: string): string | null {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > WEI_DIGITS) return null;
  return `${whole}${digits.padEnd(WEI_DIGITS, '0')}`.replace(/^0+(?=\d)/, '');
}

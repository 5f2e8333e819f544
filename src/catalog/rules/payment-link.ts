import type { AddressFamily } from '../../platform/addresses/networks.js';
import { canonicalNetwork, networkOf } from '../../platform/addresses/networks.js';

/** A scheme, and the text that wallets put around the address (BIP-21, EIP-681, Solana Pay, SEP-7, `ton://`). */
const LINK = /^(?:web\+)?([a-z][a-z0-9.+-]*):(?:\/\/)?(?:transfer\/|pay-)?([^?#]*)\??([^#]*)/i;
const EVM_TARGET = /^(0x[0-9a-f]{40})(?:@(\w+))?(?:\/(\w+))?$/i;
const MEMO_NAMES = ['dt', 'tag', 'memo', 'memo_id', 'text', 'comment'];

/**
 * The address in a payment link for this network; other text is returned unchanged. null: the link is for another network,
 * calls a contract, or has a memo that the customer did not enter: without it the payment would be lost.
 */
export function addressInLink(
  { network, address, memo }: { readonly network: string; readonly address: string; readonly memo: string | null },
  family: AddressFamily | null,
): string | null {
  const [, scheme, path = '', query = ''] = LINK.exec(address) ?? [];
  if (scheme === undefined) return address;
  const parameters = new URLSearchParams(query);
  if (MEMO_NAMES.some((name) => (parameters.get(name) || memo) !== memo)) return null;
  if (family === 'evm') return evmAddress(network, scheme, path, parameters);
  const isOwn = canonicalNetwork(scheme) === canonicalNetwork(network);
  const isForeign = !isOwn && (networkOf(scheme) ?? networkOf(network)) !== undefined;
  if (isForeign) return null;
  // On Bitcoin Cash, and on networks that we do not know, the scheme is part of the address.
  if (networkOf(network) === undefined || canonicalNetwork(network) === 'BCH') return `${scheme}:${path}`;
  return parameters.get('destination') ?? (path === '' ? null : path);
}

/**
 * `ethereum:` is the scheme of all EVM networks, unless the link names a chain; a transfer has its target in a parameter.
 */
function evmAddress(network: string, scheme: string, path: string, parameters: URLSearchParams): string | null {
  const [, target, chain, call] = EVM_TARGET.exec(path) ?? [];
  const isScheme = scheme.toLowerCase() === 'ethereum' || canonicalNetwork(scheme) === canonicalNetwork(network);
  const isChain = chain === undefined || Number(chain) === networkOf(network)?.chainId;
  if (target === undefined || !isScheme || !isChain) return null;
  if (call === undefined) return target;
  return call === 'transfer' ? parameters.get('address') : null;
}

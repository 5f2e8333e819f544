import { networks, tokens } from 'virtual:coin-icons';
import { canonicalNetwork } from '#src/platform/addresses/networks.js';

/** A crypto's picture with its network's in the corner; without a picture, its first letter. */
export function Coin({ crypto, network, size = 32 }: { crypto: string; network?: string | null; size?: number }) {
  const picture = tokens[crypto.toUpperCase()];
  // A coin on the network of its own name needs no second picture.
  const badge =
    network && canonicalNetwork(network) !== canonicalNetwork(crypto) ? networks[canonicalNetwork(network)] : undefined;
  return (
    <span class="coin" style={{ '--coin': `${size}px` }} aria-hidden="true">
      {picture === undefined ? (
        <span class="coin__letter">{[...crypto][0]?.toUpperCase()}</span>
      ) : (
        <img class="coin__picture" src={picture} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
      {badge !== undefined && badge !== picture && (
        <img class="coin__network" src={badge} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}

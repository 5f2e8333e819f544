import { useEffect, useState } from 'preact/hooks';
import type { AddressFamily, NetworkSettings } from '#src/platform/addresses/networks.js';
import { facts } from '../page-facts.js';
import type { AddressRules } from './rules/destination.js';

const decided: NetworkSettings = {
  families: new Map(Object.entries(facts.networks.families) as [string, AddressFamily | null][]),
  memoRequired: facts.networks.memoRequired,
};

/** Loads the address rules after the first render; null until then. The service checks addresses in any case. */
export function useAddressRules(): AddressRules | null {
  const [rules, setRules] = useState<AddressRules | null>(null);
  useEffect(() => {
    import('#src/catalog/rules/destination.js').then(
      ({ judgeDestination, plainAddress }) =>
        setRules({
          judge: (destination) => judgeDestination(destination, decided),
          plain: (destination) => plainAddress(destination, decided),
        }),
      () => undefined,
    );
  }, []);
  return rules;
}

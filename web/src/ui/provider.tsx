import { facts } from '../page-facts.js';
import { Text } from './text.js';

/** Who takes the payment: by name if one is set, and by its host. Before the order, the newest one's says where. */
export function Provider({ payUrl = null }: { readonly payUrl?: string | null }) {
  const host = payUrl === null ? facts.payHost : new URL(payUrl).host;
  const { provider } = facts;
  if (provider === null && host === null) return null;
  const name = <bdi>{provider ?? host}</bdi>;
  return (
    <p class="soft small">
      <Text
        of="provider.is"
        values={{
          provider:
            provider === null || host === null ? (
              name
            ) : (
              <>
                {name} (<bdi>{host}</bdi>)
              </>
            ),
        }}
      />
    </p>
  );
}

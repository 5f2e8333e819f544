import { facts } from '../page-facts.js';
import { Text } from './text.js';

/** Who takes the payment: by name if one is set, and by its host once the payment page is known. */
export function Provider({ payUrl = null }: { readonly payUrl?: string | null }) {
  const host = payUrl === null ? null : new URL(payUrl).host;
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

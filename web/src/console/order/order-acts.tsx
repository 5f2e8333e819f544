import type { Translate } from '../../i18n/messages.js';
import { useI18n } from '../../i18n/i18n.js';
import { Copyable } from '../../ui/copyable.js';
import { Fact, Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { orderPath, post } from '../net/call.js';
import type { Act } from '../parts/act.js';
import { Moment } from '../parts/moment.js';
import { words } from '../parts/words.js';

interface OrderAct extends Act {
  /** The permission that it needs. */
  readonly call: string;
  /** The service refuses it once the customer is forgotten, or has nothing to show. */
  readonly needsCustomer?: boolean;
  /** Only for an order whose rows do not fit their seal. */
  readonly needsAltered?: boolean;
}

export function orderActs(number: string, t: Translate): readonly OrderAct[] {
  const reason = { label: t('console.act.reason'), hint: t('console.act.reason.hint') };
  const to = (act: string, body: object): Promise<unknown> => post(orderPath(number, `/${act}`), body);
  return [
    {
      verb: 'poll',
      on: number,
      call: 'POST orders/:merchantOrderNo/ask',
      does: t('console.act.poll.does'),
      asks: { ...reason, isOptional: true },
      act: async (text) => {
        const { answered } = (await to('ask', text === '' ? {} : { reason: text })) as { answered: boolean };
        return <p>{t(answered ? 'console.act.poll.answered' : 'console.act.poll.silent')}</p>;
      },
    },
    {
      verb: 'rebuild',
      on: number,
      call: 'POST orders/:merchantOrderNo/rebuild',
      needsAltered: true,
      does: t('console.act.rebuild.does'),
      asks: reason,
      act: async (text) => {
        await to('rebuild', { reason: text });
        return <p>{t('console.act.rebuild.done')}</p>;
      },
    },
    {
      verb: 'link',
      on: number,
      call: 'POST orders/:merchantOrderNo/customer-link',
      needsCustomer: true,
      does: t('console.act.link.does'),
      asks: reason,
      act: async (text) => <NewLink {...((await to('customer-link', { reason: text })) as Link)} />,
    },
    {
      verb: 'reveal',
      on: number,
      call: 'POST orders/:merchantOrderNo/reveal',
      needsCustomer: true,
      does: t('console.act.reveal.does'),
      asks: reason,
      act: async (text) => <Revealed of={(await to('reveal', { reason: text })) as Personal} />,
    },
    {
      verb: 'revoke',
      on: number,
      call: 'POST orders/:merchantOrderNo/revoke-secret',
      does: t('console.act.revoke.does'),
      asks: reason,
      act: async (text) => {
        await to('revoke-secret', { reason: text });
        return <p>{t('console.act.revoke.done')}</p>;
      },
    },
  ];
}

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

function NewLink({ url, expiresAt }: Link) {
  const { t } = useI18n();
  return (
    <>
      <Copyable text={url} what={t('console.act.link.the')} />
      <p class="soft">
        <Text of="console.act.link.made" values={{ time: <Moment at={expiresAt} /> }} />
      </p>
    </>
  );
}

type Personal = Readonly<
  Record<'address' | 'memo' | 'customerId' | 'customerEmail' | 'payoutAddress', string | null>
> & {
  readonly payee: Readonly<Record<string, string | null>> | null;
};

function Revealed({ of }: { readonly of: Personal }) {
  const { t } = useI18n();
  const { payee, address, memo, customerId, customerEmail, payoutAddress } = of;
  const all = { address, memo, customerId, customerEmail, payoutAddress, ...payee };
  const known = Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (known.length === 0) return <p>{t('console.act.reveal.nothing')}</p>;
  return (
    <Facts>
      {known.map(([name, value]) => (
        <Fact key={name} name={words(t, name)}>
          <Copyable text={value} what={words(t, name)} />
        </Fact>
      ))}
    </Facts>
  );
}

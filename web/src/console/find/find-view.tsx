import { LONGEST_ADDRESS } from '#src/platform/addresses/tidy.js';
import './find.css';
import { useEffect, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { useTitle } from '../../ui/use-title.js';
import { FIND_BOX } from '../way-back.js';
import type { Counts } from '../net/types.js';
import { Failure } from '../parts/failure.js';
import { listed } from '../parts/words.js';
import { addressOf } from '../route.js';
import { Needs } from './needs.js';
import { OrderRows } from './order-rows.js';
import { filtersOf, parametersOf, textOf } from './search.js';
import { useOrders } from './use-orders.js';

interface Props {
  readonly query: Readonly<Record<string, string>>;
  readonly counts: Counts | null;
  /** Of the tab's history. */
  readonly entry: string;
}

/** The start: one box to find an order, what needs somebody, and the list. */
export function FindView({ query, counts, entry }: Props) {
  const { t, format } = useI18n();
  useTitle(t('console.find'));
  const orders = useOrders(query, entry);
  const filters = listed(t, filtersOf(query, t));
  const isSearch = textOf(query) !== '';
  const heading = filters === '' ? t('console.find.newest') : t('console.find.filtered', { filters });
  const none = isSearch ? 'console.find.nothing' : 'console.find.none';
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.find')}</h1>
      <FindBox query={query} onAgain={orders.again} />
      {counts !== null && <Needs counts={counts} />}
      <div class="row row--apart row--wrap">
        <h2>{isSearch ? t('console.find.found') : heading}</h2>
        {orders.newer.length > 0 && (
          <Button kind="quiet" onPress={orders.again}>
            {orders.newer.length === 1
              ? t('console.find.newer.one')
              : t('console.find.newer', { count: format.count(orders.newer.length) })}
          </Button>
        )}
      </div>
      {orders.error !== null && <Failure error={orders.error} old={orders.isRead} onAgain={orders.again} />}
      {orders.isRead && orders.items.length === 0 && (
        <p class="soft">{t(orders.nextCursor === null ? none : 'console.find.not_yet')}</p>
      )}
      <OrderRows orders={orders.items} />
      {orders.moreError !== null && <Failure error={orders.moreError} onAgain={() => void orders.more()} />}
      {orders.nextCursor !== null && orders.moreError === null && (
        <Button kind="quiet" onPress={() => void orders.more()}>
          {t('console.more')}
        </Button>
      )}
    </div>
  );
}

function FindBox({ query, onAgain }: Pick<Props, 'query'> & { readonly onAgain: () => void }) {
  const { t } = useI18n();
  const known = textOf(query);
  const [text, setText] = useState(known);
  useEffect(() => setText(known), [known]);
  const find = (event: Event): void => {
    event.preventDefault();
    const address = addressOf('find', { query: parametersOf(text) });
    if (address === addressOf('find', { query })) onAgain();
    else location.hash = address;
  };
  return (
    <form class="find" role="search" onSubmit={find}>
      <input
        id={FIND_BOX}
        class="input"
        type="search"
        aria-label={t('console.find.box')}
        aria-describedby="find-by"
        dir={text === '' ? undefined : 'auto'}
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST_ADDRESS}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit">{t('console.find')}</Button>
      <p id="find-by" class="soft small find__by">
        {t('console.find.by')}
      </p>
    </form>
  );
}

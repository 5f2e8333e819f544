import { useI18n } from '../../i18n/i18n.js';
import { Copyable } from '../../ui/copyable.js';
import type { DetailLine } from '../story/details.js';
import { Detail, DetailList } from './detail.js';

export function Details({ lines }: { readonly lines: readonly DetailLine[] }) {
  const { t } = useI18n();
  if (lines.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('order.details')}</h2>
      <DetailList>
        {lines.map((line) => (
          <Detail key={line.label} name={t(line.label)}>
            <Value line={line} />
          </Detail>
        ))}
      </DetailList>
    </section>
  );
}

function Value({ line }: { readonly line: DetailLine }) {
  const { t } = useI18n();
  switch (line.as) {
    case 'code':
      return <Copyable text={line.text} what={t(line.label)} />;
    case 'words':
      return (
        <>
          {line.lines.map((text) => (
            <span key={text} class="details__line">
              <bdi>{text}</bdi>
            </span>
          ))}
        </>
      );
    case 'bank_transfer':
      return <>{t('order.payout_way.bank')}</>;
    case 'page':
      return (
        <a href={line.url} rel="noreferrer">
          {t('order.action.sale_page')}
        </a>
      );
  }
}

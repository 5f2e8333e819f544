import './work.css';
import { useI18n } from '../../i18n/i18n.js';
import { useTitle } from '../../ui/use-title.js';
import { useMay } from '../me.js';
import { addressOf } from '../route.js';
import { FailedDeliveries } from './failed-deliveries.js';
import { OpenMismatches } from './open-mismatches.js';
import { Pauses } from './pauses.js';

/** What needs somebody: mismatches, messages that could not be delivered, pauses. */
export function WorkView({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useI18n();
  useTitle(t('console.work'));
  const may = useMay();
  const lists = [
    ['', t('console.work.mismatches'), true],
    ['deliveries', t('console.work.deliveries'), may('GET deliveries')],
    ['pauses', t('console.work.pauses'), may('GET pauses')],
  ] as const;
  const shown = lists.filter(([, , isShown]) => isShown);
  const [current] = shown.find(([list]) => list === query['list']) ?? shown[0] ?? [''];
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.work')}</h1>
      <nav class="places" aria-label={t('console.work.lists')}>
        {shown.map(([list, name]) => (
          <a
            key={list}
            href={addressOf('work', list === '' ? {} : { query: { list } })}
            aria-current={list === current ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {current === 'deliveries' && <FailedDeliveries />}
      {current === 'pauses' && <Pauses query={query} />}
      {current === '' && <OpenMismatches query={query} />}
    </div>
  );
}

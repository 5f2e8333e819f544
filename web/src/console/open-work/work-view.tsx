import './work.css';
import { useI18n } from '../../i18n/i18n.js';
import { useTitle } from '../../ui/use-title.js';
import { useMay } from '../me.js';
import { addressOf } from '../route.js';
import { FailedDeliveries } from './failed-deliveries.js';
import { OpenMismatches } from './open-mismatches.js';

/** What needs somebody: mismatches, or messages that could not be delivered. */
export function WorkView({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useI18n();
  useTitle(t('console.work'));
  const may = useMay();
  const isDeliveries = query['list'] === 'deliveries' && may('GET deliveries');
  const lists = [
    [t('console.work.mismatches'), addressOf('work'), !isDeliveries],
    [t('console.work.deliveries'), addressOf('work', { query: { list: 'deliveries' } }), isDeliveries],
  ] as const;
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.work')}</h1>
      {may('GET deliveries') && (
        <nav class="places" aria-label={t('console.work.lists')}>
          {lists.map(([name, address, isCurrent]) => (
            <a key={name} href={address} aria-current={isCurrent ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {isDeliveries ? <FailedDeliveries /> : <OpenMismatches query={query} />}
    </div>
  );
}

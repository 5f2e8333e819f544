import { useEffect } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { Brand } from '../ui/brand.js';
import { Button } from '../ui/button.js';
import { LanguageMenu } from '../ui/language-menu.js';
import { useShortcuts } from './keyboard.js';
import { forgetWay, useArrival } from './way-back.js';
import { useMay } from './me.js';
import { leaveProvider } from './net/openid.js';
import { endSession } from './net/session.js';
import type { Me } from './net/types.js';
import { useRead } from './net/use-read.js';
import type { Counts } from './net/types.js';
import { FindView } from './find/find-view.js';
import { forgetLists } from './find/use-orders.js';
import { Contained } from './parts/broken.js';
import { forgetDrafts } from './parts/draft.js';
import { lazy } from './parts/lazy.js';
import { words } from './parts/words.js';
import { addressOf, useRoute } from './route.js';
import type { ViewName } from './route.js';
import { facts } from '../page-facts.js';

const OrderView = lazy(async () => (await import('./order/order-view.js')).OrderView);
const WorkView = lazy(async () => (await import('./open-work/work-view.js')).WorkView);
const MethodsView = lazy(async () => (await import('./methods/methods-view.js')).MethodsView);
const ReportView = lazy(async () => (await import('./report/report-view.js')).ReportView);

const COUNTS_MS = 10_000;

/** At both ends. */
function signOut(): void {
  const idToken = endSession();
  forgetDrafts();
  // The next person to sign in would open the order or search in an address, and the audit log would name them.
  const isForgotten = forgetWay();
  // The session here has ended, whether or not the provider can be reached.
  if (idToken !== null) isForgotten.then(() => leaveProvider(idToken)).catch(() => undefined);
}

/** The views, and the way between them. */
export function Frame({ me }: { readonly me: Me }) {
  const { t, format } = useI18n();
  const route = useRoute();
  const may = useMay();
  const counts = useRead<Counts>(may('GET counts') ? 'counts' : null, { everyMs: COUNTS_MS }).data;
  useShortcuts();
  useArrival(route.entry, `${route.view} ${route.number}`);
  useEffect(() => forgetLists, []);
  const places: readonly (readonly [ViewName, string, number, boolean])[] = [
    ['find', t('console.find'), 0, true],
    ['work', t('console.work'), counts?.inReview ?? 0, may('GET mismatches')],
    ['methods', t('console.methods'), 0, may('GET methods')],
    ['report', t('console.report'), 0, may('GET report')],
  ];
  // Also of an address that a colleague sent.
  const isAllowed =
    route.view === 'order'
      ? may('GET orders/:merchantOrderNo')
      : places.some(([view, , , isShown]) => isShown && view === route.view);
  return (
    <div class="console">
      <header class="console__head">
        <Brand />
        <nav class="places" aria-label={t('console.views')}>
          {places.map(
            ([view, name, count, isShown]) =>
              isShown && (
                <a key={view} href={addressOf(view)} aria-current={route.view === view ? 'page' : undefined}>
                  {name}
                  {count > 0 && <span class="count">{format.count(count)}</span>}
                </a>
              ),
          )}
        </nav>
        <div class="console__me small">
          <span class="soft">
            <bdi>{me.name}</bdi> · {words(t, me.role)}
          </span>
          {facts.staff?.isOpen !== true && (
            <Button kind="plain" onPress={signOut}>
              {t('console.sign_out')}
            </Button>
          )}
        </div>
        <LanguageMenu />
      </header>
      <main class="console__main" id="main">
        {!isAllowed && <Banner tone="warn">{t('console.not_allowed')}</Banner>}
        <Contained key={`${route.view} ${route.number}`}>
          {route.view === 'find' && <FindView query={route.query} counts={counts} entry={route.entry} />}
          {isAllowed && route.view === 'order' && <OrderView number={route.number} />}
          {isAllowed && route.view === 'work' && <WorkView query={route.query} />}
          {isAllowed && route.view === 'methods' && <MethodsView query={route.query} />}
          {isAllowed && route.view === 'report' && <ReportView query={route.query} />}
        </Contained>
      </main>
    </div>
  );
}

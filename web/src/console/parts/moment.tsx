import { useI18n } from '../../i18n/i18n.js';

/** When something was, for people; machines and the curious get the exact time. */
export function Moment({ at }: { readonly at: string }) {
  const { format } = useI18n();
  return (
    <time dateTime={at} title={at}>
      {format.moment(at)}
    </time>
  );
}

/** How long ago it was, by this browser's clock. */
export function Age({ at }: { readonly at: string }) {
  const { t, format } = useI18n();
  const minutes = Math.floor((Date.now() - new Date(at).getTime()) / 60_000);
  return (
    <time dateTime={at} title={format.moment(at)}>
      {minutes < 1 ? t('console.just_now') : format.minutes(minutes)}
    </time>
  );
}

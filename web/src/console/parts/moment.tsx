import { spoken } from '../../durations.js';
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

/** How long ago it was, by this browser's clock: `2 min. ago`. */
export function Age({ at }: { readonly at: string }) {
  const { t, format, tag } = useI18n();
  const minutes = Math.floor((Date.now() - new Date(at).getTime()) / 60_000);
  return (
    <time dateTime={at} title={format.moment(at)}>
      {minutes < 1 ? t('console.just_now') : ago(minutes, tag)}
    </time>
  );
}

function ago(minutes: number, tag: string): string {
  const [value, unit] = spoken(minutes);
  return new Intl.RelativeTimeFormat(tag, { style: 'short' }).format(-value, unit);
}

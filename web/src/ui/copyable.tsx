import { useEffect, useState } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Sign } from './signs.js';

const SHOWN_MS = 2000;

/** An address, hash or number, with a button that copies it whole. `shown` stands for it where it is too long. */
export function Copyable({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    // Pages without https have no clipboard: the text can still be marked by hand.
    if (!isSecureContext) return;
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <span class="copyable">
      <span class="code" title={text}>
        {shown}
      </span>
      <button type="button" class="icon-button" aria-label={t('copy.what', { what })} onClick={copy}>
        <Sign name={copied ? 'check' : 'copy'} />
      </button>
      <span role="status" class="unseen">
        {copied ? t('copy.done') : ''}
      </span>
    </span>
  );
}

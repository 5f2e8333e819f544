import './receipt.css';
import { useEffect, useRef } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { helpAddress } from '../../ui/help.js';

/** What only the printed page says: when it was printed, and where to get help. */
export function Receipt() {
  const { t, format, language } = useI18n();
  const printed = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Written at once: a render would be too late for the paper.
    const stamp = (): void => {
      const time = format.moment(new Date().toISOString());
      if (printed.current !== null) printed.current.textContent = t('order.print.at', { time });
    };
    stamp();
    addEventListener('beforeprint', stamp);
    return () => removeEventListener('beforeprint', stamp);
  }, [t, format]);
  const help = helpAddress('support', language)?.replace(/^mailto:/, '');
  return (
    <div class="receipt">
      <p ref={printed} />
      {help !== undefined && <p>{t('order.print.help', { address: help })}</p>}
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Sign } from './signs.js';

const SHOWN_MS = 2000;

interface Props {
  readonly text: string;
  readonly what: string;
  /** Shown in place of the text. */
  readonly children?: ComponentChildren;
}

export function Copyable({ text, what, children }: Props) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  const written = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser refused: select the text, so that the visitor can copy it.
      () => {
        if (written.current !== null) getSelection()?.selectAllChildren(written.current);
      },
    );
  };
  return (
    <span class="copyable">
      <span ref={written} class={children === undefined ? 'code' : undefined} title={text}>
        {children ?? text}
      </span>
      {/* Pages without https have no clipboard. */}
      {isSecureContext && (
        <button type="button" class="icon-button" aria-label={t('copy.what', { what })} onClick={copy}>
          <Sign name={copied ? 'check' : 'copy'} />
        </button>
      )}
      <span role="status" class="unseen">
        {copied ? t('copy.done') : ''}
      </span>
    </span>
  );
}

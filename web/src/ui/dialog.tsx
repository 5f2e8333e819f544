import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Sign } from './signs.js';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus and restores it. */
export function Dialog({ title, open, onClose, children }: Props) {
  const { t } = useI18n();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const closeOnBackdrop = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose} onClick={closeOnBackdrop}>
      {open && (
        <>
          <div class="dialog__head">
            <h2 id={id}>{title}</h2>
            <button type="button" class="icon-button" aria-label={t('dialog.close')} onClick={onClose}>
              <Sign name="close" />
            </button>
          </div>
          <div class="dialog__body">{children}</div>
        </>
      )}
    </dialog>
  );
}

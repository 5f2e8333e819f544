import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Sign } from './signs.js';

interface Props {
  readonly title: string;
  readonly open: boolean;
  /** It does not close. */
  readonly held?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus and restores it. */
export function Dialog({ title, open, held = false, onClose, children }: Props) {
  const { t } = useI18n();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = (): void => {
    if (!held) onClose();
  };
  // Pressed inside and released outside, as when selecting a text, is a click on the dialog.
  const isPressedOutside = useRef(false);
  const press = ({ target }: MouseEvent): void => {
    isPressedOutside.current = target === dialog.current;
  };
  const click = ({ target }: MouseEvent): void => {
    if (isPressedOutside.current && target === dialog.current) close();
  };
  // Browsers close a dialog at the second Escape whatever the page says.
  const closed = (): void => {
    if (open && held) dialog.current?.showModal();
    else onClose();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={closed} onMouseDown={press} onClick={click}>
      {open && (
        <>
          <div class="dialog__head">
            <h2 id={id}>{title}</h2>
            <button type="button" class="icon-button" aria-label={t('dialog.close')} onClick={close}>
              <Sign name="close" />
            </button>
          </div>
          <div class="dialog__body">{children}</div>
        </>
      )}
    </dialog>
  );
}

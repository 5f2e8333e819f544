import './private-link.css';
import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { isKept, privateAddress, secretOf } from '../../net/secrets.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Copyable } from '../../ui/copyable.js';
import { Dialog } from '../../ui/dialog.js';
import { Qr } from '../../ui/qr.js';

interface Props {
  readonly number: string;
}

/** Offers the order's private link. Nothing without a secret: then the order needs none, as on a laptop. */
export function PrivateLink({ number }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (!isKept(number)) return null;
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {t('order.private.open')}
      </Button>
      <LinkDialog number={number} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Where the browser stores nothing, the link is the only way back to the order. */
export function UnkeptOrder({ number }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (secretOf(number) === null || isKept(number)) return null;
  return (
    <>
      <Banner tone="warn" title={t('order.private.not_kept')}>
        <div class="stack stack--close">
          <p>{t('order.private.not_kept.text')}</p>
          <div class="row">
            <Button kind="quiet" onPress={() => setOpen(true)}>
              {t('order.private.show')}
            </Button>
          </div>
        </div>
      </Banner>
      <LinkDialog number={number} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface LinkDialogProps extends Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

function LinkDialog({ number, open, onClose }: LinkDialogProps) {
  const { t } = useI18n();
  const link = location.origin + privateAddress(number);
  return (
    <Dialog title={t('order.private.open')} open={open} onClose={onClose}>
      <div class="stack">
        <p>{t('order.private.text')}</p>
        <Qr text={link} label={t('order.private.qr')} />
        <div class="private-link">
          <Copyable text={link} what={t('order.private.link')} />
        </div>
        <Share link={link} title={t('order.tab', { number })} />
      </div>
    </Dialog>
  );
}

function Share({ link, title }: { readonly link: string; readonly title: string }) {
  const { t } = useI18n();
  if (!('share' in navigator)) return null;
  const share = (): void => {
    // The visitor closed the browser's dialog, or it is open already.
    navigator.share({ title, url: link }).catch(() => undefined);
  };
  return (
    <Button kind="quiet" onPress={share}>
      {t('order.private.share')}
    </Button>
  );
}

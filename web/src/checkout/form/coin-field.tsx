import { useId, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { Coin } from '../../ui/coin.js';
import { networkName } from '../../ui/network-name.js';
import { Sign } from '../../ui/signs.js';
import { cryptoName } from '../rules/crypto-names.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';
import { CoinDialog } from './coin-dialog.js';

/** A button with the chosen coin that opens the list. */
export function CoinField({ model }: FormPart) {
  const { t } = useI18n();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { entry, pair, pairs, cryptos } = model;
  const shown = pair ?? entry.pair;
  const longName = shown === null ? null : cryptoName(shown.crypto);
  const error = coinError(model, t);
  const isEmpty = cryptos.kind === 'ready' && pairs.length === 0;
  const hasChoice = pairs.some((other) => other !== pair);
  return (
    <div class="field">
      <span class="field__label" aria-hidden="true">
        {t('coin.label')}
      </span>
      <button
        type="button"
        class="input coin-button"
        data-field="coin"
        aria-haspopup="dialog"
        aria-describedby={error === null ? undefined : `${id}-error`}
        aria-disabled={!hasChoice || undefined}
        data-invalid={error !== null || undefined}
        onClick={() => setOpen(hasChoice)}
      >
        <span class="unseen">{t('coin.label')} </span>
        {shown !== null && !isEmpty ? (
          <>
            <Coin crypto={shown.crypto} network={shown.network} size={36} />
            <span class="coin-button__names">
              <span class="coin-button__crypto">
                {shown.crypto} <span class="coin-button__name">{longName}</span>
              </span>
              <span class="soft small">{t('coin.on', { network: networkName(shown.network) })}</span>
            </span>
          </>
        ) : cryptos.kind === 'loading' ? (
          <span class="coin-button__names">
            <span class="skeleton skeleton--short" />
            <span class="unseen">{t('coin.loading')}</span>
          </span>
        ) : (
          <span class="coin-button__names soft">{t('coin.choose')}</span>
        )}
        {(hasChoice || pair === undefined) && <Sign name="down" />}
      </button>
      <div role="status">
        {error !== null && (
          <p class="field__error" id={`${id}-error`}>
            <Sign name="warn" />
            <span>{error}</span>
          </p>
        )}
      </div>
      <CoinDialog
        isOpen={isOpen}
        pairs={pairs}
        chosen={pair ?? null}
        fiat={entry.fiat}
        onClose={() => setOpen(false)}
        onChoose={({ crypto, network }) => {
          model.change({ pair: { crypto, network } });
          setOpen(false);
        }}
      />
    </div>
  );
}

function coinError({ entry, pair, pairs, cryptos, place, isStrict }: CheckoutModel, t: I18n['t']): string | null {
  if (cryptos.kind !== 'ready') return null;
  if (pairs.length === 0) return t('coin.empty', { currency: entry.fiat });
  if (pair === undefined && entry.pair !== null) {
    const { crypto, network } = entry.pair;
    return t('coin.gone', { crypto, network: networkName(network), currency: entry.fiat });
  }
  if (place?.field === 'coin') return t('coin.notAvailable');
  return pair === undefined && isStrict ? t('coin.missing') : null;
}

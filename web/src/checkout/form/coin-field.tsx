import { useId, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { Coin } from '../../ui/coin.js';
import { FieldError } from '../../ui/field.js';
import { networkName } from '../../ui/network-name.js';
import { Sign } from '../../ui/signs.js';
import { cryptoName } from '../rules/crypto-names.js';
import { isSold } from '../rules/pairs.js';
import { shopPair } from '../shop-terms.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';
import { CoinDialog } from './coin-dialog.js';
import { Quantity } from './quantity.js';
import './coin-field.css';

/** The quantity, beside a button with the chosen coin that opens the list. */
export function CoinField({ model }: FormPart) {
  const { t } = useI18n();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { entry, pair, pairs } = model;
  const error = shopPair !== null ? null : coinError(model, t);
  const hasChoice = pairs.some((other) => other !== pair);
  return (
    <div class="field">
      <span class="field__label">{t('method.gets')}</span>
      <div class={classes('amount-box coin-box', model.isStale && 'stale')} data-invalid={error !== null || undefined}>
        <span class="coin-box__quantity">
          <Quantity model={model} alone />
        </span>
        {shopPair !== null ? (
          <span class="coin-button coin-button--set">
            <ChosenCoin model={model} />
          </span>
        ) : (
          <button
            type="button"
            class="coin-button"
            data-field="coin"
            aria-haspopup="dialog"
            aria-describedby={error === null ? undefined : `${id}-error`}
            aria-disabled={!hasChoice || undefined}
            onClick={() => setOpen(hasChoice)}
          >
            <span class="unseen">{t('coin.label')} </span>
            <ChosenCoin model={model} />
            {(hasChoice || pair === undefined) && <Sign name="down" />}
          </button>
        )}
      </div>
      <div role="status">{error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
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

function ChosenCoin({ model: { entry, pair, pairs, cryptos } }: FormPart) {
  const { t } = useI18n();
  const shown = pair ?? shopPair ?? entry.pair;
  const isEmpty = cryptos.kind === 'ready' && pairs.length === 0 && shopPair === null;
  if (shown !== null && !isEmpty) {
    return (
      <>
        <Coin crypto={shown.crypto} network={shown.network} size={28} />
        <span class="coin-button__names">
          <span class="coin-button__crypto">
            {shown.crypto} <span class="coin-button__name">{cryptoName(shown.crypto)}</span>
          </span>
          <span class="soft small">{t('coin.on', { network: networkName(shown.network) })}</span>
        </span>
      </>
    );
  }
  if (cryptos.kind !== 'loading') return <span class="coin-button__names soft">{t('coin.choose')}</span>;
  return (
    <span class="coin-button__names">
      <span class="skeleton skeleton--short" />
      <span class="unseen">{t('coin.loading')}</span>
    </span>
  );
}

function coinError({ entry, pair, pairs, cryptos, place, isStrict }: CheckoutModel, t: I18n['t']): string | null {
  if (cryptos.kind !== 'ready') return null;
  if (pairs.length === 0) return t('coin.empty', { currency: entry.fiat });
  if (pair === undefined && entry.pair !== null) {
    const { crypto, network } = entry.pair;
    return t('coin.gone', { crypto, network: networkName(network), currency: entry.fiat });
  }
  if (place?.field === 'coin' || (pair !== undefined && !isSold(pair))) return t('coin.notAvailable');
  return pair === undefined && isStrict ? t('coin.choose') : null;
}

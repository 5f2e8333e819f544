import './destination-fields.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { Button, classes } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { networkName } from '../../ui/network-name.js';
import { Sign } from '../../ui/signs.js';
import { tidyAddress } from '#src/platform/addresses/tidy.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';
import { memoName } from './memo-name.js';
import { useTyping } from './use-typing.js';

/** Destination of the crypto, checked during input: a transfer to a wrong address is lost. */
export function DestinationFields({ model }: FormPart) {
  const { pair } = model;
  return (
    <>
      <AddressField model={model} />
      {(pair?.memoRequired === true || pair?.memoLabel != null) && <MemoField model={model} pair={pair} />}
    </>
  );
}

function AddressField({ model }: FormPart) {
  const { t } = useI18n();
  const { entry, change, pair, address } = model;
  const typing = useTyping();
  const network = pair === undefined ? null : networkName(pair.network);
  const isChecked = pair?.addressChecked !== false;
  const error = typing.isTyping ? null : addressError(model, t);
  const enter = (text: string): void => change({ address: tidyAddress(text) });
  usePlainAddress(model, typing.isTyping);
  return (
    <>
      <Field
        label={network === null ? t('order.detail.address') : t('address.label', { network })}
        hint={
          address?.kind === 'ok' && network !== null && error === null ? (
            <span class={classes('row', isChecked && 'address-ok')}>
              <Sign name={isChecked ? 'check' : 'warn'} />
              {t(isChecked ? 'address.ok' : 'address.unchecked', { network })}
            </span>
          ) : network === null ? null : (
            t('address.hint', { network })
          )
        }
        error={error}
      >
        {(parts) => (
          <textarea
            {...parts}
            class="input code address-input"
            data-field="address"
            rows={2}
            maxLength={300}
            autocomplete="off"
            autocapitalize="off"
            ref={leaveUncorrected}
            spellcheck={false}
            value={entry.address}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            onInput={(event) => {
              typing.begin();
              enter(event.currentTarget.value);
            }}
            onPaste={() => setTimeout(typing.end)}
            onBlur={typing.end}
          />
        )}
      </Field>
      <AddressHelp model={model} isWrong={error !== null} onPaste={enter} />
    </>
  );
}

interface HelpProps extends FormPart {
  readonly isWrong: boolean;
  readonly onPaste: (text: string) => void;
}

/** One press for what the visitor would do next: paste an address, or choose the network that it belongs to. */
function AddressHelp({ model: { pair, address, change }, isWrong, onPaste }: HelpProps) {
  const { t } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const fits = isWrong && address?.kind === 'invalid' ? address.fits : [];
  // Pages without https have no clipboard.
  const mayPaste = isSecureContext && 'readText' in navigator.clipboard;
  if (pair === undefined || (fits.length === 0 && !mayPaste)) return null;
  const paste = (): void => {
    // A visitor who does not allow it pastes in the usual way.
    void navigator.clipboard.readText().then(onPaste, () => undefined);
  };
  const switchTo = (crypto: string, network: string): void => {
    // The pressed button vanishes: keep the keyboard's place.
    place.current?.focus();
    change({ pair: { crypto, network } });
  };
  return (
    <div class="address-help" ref={place} tabIndex={-1}>
      {fits.map((network) => (
        <Button key={network} kind="quiet" onPress={() => switchTo(pair.crypto, network)}>
          {t('address.switch', { network: networkName(network) })}
        </Button>
      ))}
      {mayPaste && (
        <Button kind="plain" onPress={paste}>
          {t('address.paste')}
        </Button>
      )}
    </div>
  );
}

/** Replaces a payment link by the address in it, which is what will be sent. */
function usePlainAddress({ entry, address, addressText, change }: CheckoutModel, isTyping: boolean): void {
  useEffect(() => {
    if (!isTyping && address?.kind === 'ok' && addressText !== entry.address) change({ address: addressText });
  }, [isTyping, address?.kind, addressText, entry.address]);
}

/** Preact would set the property, a boolean to which any text is true; older Safari has the attribute only. */
function leaveUncorrected(input: Element | null): void {
  input?.setAttribute('autocorrect', 'off');
}

export function addressError({ entry, pair, address, place, isStrict }: CheckoutModel, t: I18n['t']): string | null {
  if (place?.field === 'address') return t(place.what === 'at_risk' ? 'address.risk' : 'address.refused');
  if (entry.address === '') return isStrict ? t('address.missing') : null;
  if (address?.kind !== 'invalid' || pair === undefined) return null;
  if (address.why === 'ownerless' || address.why === 'secret') return t(`address.${address.why}`);
  if (address.why === 'contract') return t('address.contract', { coin: address.coin ?? pair.crypto });
  const invalid = t(address.why === 'link' ? 'address.link' : 'address.invalid', {
    network: networkName(pair.network),
  });
  if (address.fits.length === 0) return invalid;
  return `${invalid} ${t('address.fits', { networks: address.fits.map(networkName).join(', ') })}`;
}

function MemoField({ model, pair }: FormPart & { readonly pair: Crypto }) {
  const { t } = useI18n();
  const { entry, change } = model;
  const [wasLeft, setLeft] = useState(false);
  const typing = useTyping();
  const name = memoName(pair, t);
  const showsError = !typing.isTyping && (model.memo !== 'required' || wasLeft || model.isStrict);
  return (
    <Field
      label={pair.memoRequired ? name : t('memo.optional', { name })}
      hint={t(pair.memoRequired ? 'memo.requiredHint' : 'memo.optionalHint', { name })}
      error={showsError ? memoError(model, pair, name, t) : null}
    >
      {(parts) => (
        <input
          {...parts}
          class="input code"
          data-field="memo"
          type="text"
          inputMode={pair.memoLabel === 'tag' ? 'numeric' : 'text'}
          maxLength={128}
          autocomplete="off"
          autocapitalize="off"
          ref={leaveUncorrected}
          spellcheck={false}
          value={entry.memo}
          onInput={(event) => {
            typing.begin();
            change({ memo: event.currentTarget.value });
          }}
          onBlur={() => {
            typing.end();
            setLeft(entry.memo !== '' || wasLeft);
          }}
        />
      )}
    </Field>
  );
}

export function memoError({ memo, place }: CheckoutModel, pair: Crypto, name: string, t: I18n['t']): string | null {
  switch (memo) {
    case 'required':
      return t('memo.missing', { name });
    case 'inside':
      return t('memo.inside');
    case 'characters':
      return t('memo.characters');
    case 'format':
      return t(pair.memoLabel === 'tag' ? 'memo.tagFormat' : 'memo.format');
    case 'ok':
      if (place?.field !== 'memo') return null;
      return place.what === 'required' ? t('memo.missing', { name }) : t('field.refused');
  }
}

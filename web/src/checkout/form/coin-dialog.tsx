import { useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { classes } from '../../ui/button.js';
import { Coin } from '../../ui/coin.js';
import { Dialog } from '../../ui/dialog.js';
import { networkName } from '../../ui/network-name.js';
import { Sign } from '../../ui/signs.js';
import { Text } from '../../ui/text.js';
import { cryptoName } from '../rules/crypto-names.js';
import { isSamePair, isSold, searchPairs } from '../rules/pairs.js';
import type { CryptoGroup, PairName } from '../rules/pairs.js';

interface Props {
  readonly isOpen: boolean;
  readonly pairs: readonly Crypto[];
  readonly chosen: PairName | null;
  readonly fiat: string;
  readonly onClose: () => void;
  readonly onChoose: (pair: Crypto) => void;
}

/** With a focus in the search, a touch screen's keyboard would cover the list. */
const HAS_MOUSE = matchMedia('(hover: hover)').matches;

/** All coins for sale, grouped by crypto, with a search. Arrow keys move through the list. */
export function CoinDialog(props: Props) {
  const { t } = useI18n();
  return (
    <Dialog title={t('coin.title')} open={props.isOpen} onClose={props.onClose}>
      <CoinList {...props} />
    </Dialog>
  );
}

function CoinList({ pairs, chosen, fiat, onChoose }: Props) {
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const groups = searchPairs(pairs, search);
  const count = groups.reduce((sum, group) => sum + group.pairs.length, 0);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [input.current, ...(list.current?.querySelectorAll('button') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLInputElement | HTMLButtonElement);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  };
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Enter would submit the form.
    event.preventDefault();
    const first = groups[0]?.pairs.find(isSold);
    if (first !== undefined && search !== '') onChoose(first);
  };

  return (
    <div class="coins" onKeyDown={onKeyDown}>
      <div class="coins__search">
        <Sign name="search" class="coins__sign" />
        <input
          ref={input}
          class="input"
          type="search"
          autofocus={HAS_MOUSE}
          aria-label={t('coin.search')}
          placeholder={t('coin.search')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onEnter}
        />
      </div>
      <p role="status" class={count === 0 ? 'coins__none soft' : 'unseen'}>
        {count === 0 ? t('coin.none', { search }) : search === '' ? '' : t('coin.found', { count })}
      </p>
      <div ref={list}>
        {groups.map((group) => (
          <Group key={group.crypto} group={group} chosen={chosen} fiat={fiat} onChoose={onChoose} />
        ))}
      </div>
    </div>
  );
}

type GroupProps = Pick<Props, 'chosen' | 'fiat' | 'onChoose'> & { readonly group: CryptoGroup };

function Group({ group: { crypto, pairs }, chosen, fiat, onChoose }: GroupProps) {
  const name = cryptoName(crypto);
  return (
    <section class="coins__group">
      <h3 class="coins__crypto">
        {crypto} {name !== null && <span class="soft">{name}</span>}
      </h3>
      <ul>
        {pairs.map((pair) => (
          <li key={pair.network}>
            <Row pair={pair} fiat={fiat} isChosen={chosen !== null && isSamePair(pair, chosen)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly pair: Crypto;
  readonly fiat: string;
  readonly isChosen: boolean;
  readonly onChoose: (pair: Crypto) => void;
}

function Row({ pair, fiat, isChosen, onChoose }: RowProps) {
  const { t } = useI18n();
  const { crypto, network, minBuyAmount: min, maxBuyAmount: max } = pair;
  return (
    <button
      type="button"
      class={classes('coins__row', isChosen && 'coins__row--chosen')}
      aria-current={isChosen || undefined}
      disabled={!isSold(pair)}
      onClick={() => onChoose(pair)}
    >
      <Coin crypto={crypto} network={network} size={32} />
      <span class="coins__network">
        <span class="unseen">{crypto} </span>
        {networkName(network)}
      </span>
      {!isSold(pair) && <span class="coins__limits soft small">{t('method.paused')}</span>}
      {isSold(pair) && min !== null && max !== null && (
        <span class="coins__limits soft small">
          <Text
            of="coin.limits"
            values={{
              min: <Amount of="fiat" value={min} unit={fiat} />,
              max: <Amount of="fiat" value={max} unit={fiat} />,
            }}
          />
        </span>
      )}
      {isChosen && <Sign name="check" />}
    </button>
  );
}

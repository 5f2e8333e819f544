import { createHash } from 'node:crypto';
import { buyPrices, findPair, sellPrices } from './catalog.js';
import type { Pair } from './catalog.js';
import { APP_ID } from './signed-request.js';
import type { Fields } from './signed-request.js';
import type { Trade } from './trade.js';

const ONLY_FINISHED = ['fiatInUSD', 'rampFeeInUSD', 'cryptoNetworkFee', 'networkFeeInUSD', 'cryptoAmountInUSDT'];

/** What a query is answered: the truth, but for a lie. */
export function recordOf(trade: Trade): Fields {
  const { crypto = '', network = '' } = trade.terms;
  const pair = findPair(crypto, network);
  if (pair === null) throw new TypeError(`there is no pair ${crypto} on ${network}`);
  const record = trade.side === 'BUY' ? buyRecord(trade, pair) : sellRecord(trade, pair);
  return trade.lie === null ? record : { ...record, [trade.lie.field]: trade.lie.value };
}

function buyRecord(trade: Trade, pair: Pair): Fields {
  const { fiat = '', amount = '', address = '', alpha2 = '' } = trade.terms;
  const drift = trade.drifts && trade.paidAt === null ? 0.97 + 0.06 * trade.dice.number() : 1;
  const isFinished = trade.status === 'FINISHED';
  const prices = Object.entries(buyPrices(pair, fiat, amount, drift));
  return {
    ...common(trade, pair),
    ...{ side: 'BUY', address, fiat, amount, alpha2, payType: 'VISA', tokenAddress: '', rampFeeUnit: fiat },
    createTime: time(trade.createdAt),
    payTime: time(trade.paidAt),
    txTime: time(trade.firstAt('TRANSFER', 'FINISHED')),
    txHash: trade.firstAt('TRANSFER', 'FINISHED') === null ? '' : hashOf(trade),
    ...Object.fromEntries(prices.filter(([name]) => isFinished || !ONLY_FINISHED.includes(name))),
  };
}

function sellRecord(trade: Trade, pair: Pair): Fields {
  const { fiat = '', cryptoAmount = '' } = trade.terms;
  const hasCoins = trade.paidAt !== null;
  return {
    ...common(trade, pair),
    ...sellPrices(pair, fiat, cryptoAmount),
    ...{ merchantOrderNo: trade.tradeNo ?? '', address: depositAddress(trade), fiat, cryptoAmount },
    cryptoActualAmount: hasCoins ? cryptoAmount : '',
    completeTime: time(trade.paidAt),
    payTime: time(trade.firstAt('3')),
    receiptTime: time(trade.firstAt('4')),
    txHash: hasCoins ? hashOf(trade) : '',
    ...{ email: 'seller@customers.example', name: 'A. Seller', account: '****4821', card: '', paymentType: '10001' },
    orderAddress: `https://pay.provider.example/orders/${trade.orderNo}`,
    failReason: trade.firstAt('5') === null ? '' : 'The bank returned the payout',
    signature: digestOf('signature', trade).slice(0, 40),
  };
}

const common = ({ orderNo, status }: Trade, { crypto, network }: Pair) => ({
  ...{ orderNo, status, appId: APP_ID, crypto, network },
});

/** `yyyyMMdd HH:mm:ss` in UTC. */
function time(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 19).replaceAll('-', '').replace('T', ' ');
}

const digestOf = (what: string, { orderNo }: Trade): string =>
  createHash('sha256').update(`${what} ${orderNo}`).digest('hex');

const hashOf = (trade: Trade): string => `0x${digestOf('transaction', trade)}`;

const depositAddress = (trade: Trade): string => `0x${digestOf('deposit', trade).slice(0, 40)}`;

import { describe, expect, it } from 'vitest';
import { paymentCode } from '#web/src/order/story/payment-code.js';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BTC = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

describe('the code that a wallet scans', () => {
  it.each([
    ['BTC', 'BTC', '0.00420000', BTC, `bitcoin:${BTC}?amount=0.00420000`],
    ['btc', 'Bitcoin', '1', BTC, `bitcoin:${BTC}?amount=1`],
    ['LTC', 'LTC', '2.5', 'ltc1q', 'litecoin:ltc1q?amount=2.5'],
    ['DOGE', 'DOGE', '100', 'D7', 'dogecoin:D7?amount=100'],
    ['ETH', 'ETH', '0.25', EVM, `ethereum:${EVM}@1?value=250000000000000000`],
    ['ETH', 'ERC20', '12.000000000000000001', EVM, `ethereum:${EVM}@1?value=12000000000000000001`],
    ['ETH', 'ETH', '0', EVM, `ethereum:${EVM}@1?value=0`],
  ])('holds the amount of %s on %s', (crypto, network, cryptoAmount, address, text) => {
    expect(paymentCode(address, { crypto, network, cryptoAmount })).toEqual({ text, hasAmount: true });
  });

  it.each([
    ['a token', EVM, 'USDT', 'ETH', '95'],
    ['the coin of another EVM chain', EVM, 'BNB', 'BSC', '1'],
    ['ether on another chain', EVM, 'ETH', 'ARBITRUM', '1'],
    ['an unknown amount', BTC, 'BTC', 'BTC', null],
    ['an amount that is no number', BTC, 'BTC', 'BTC', '1&label=x'],
    ['more decimals than ether has', EVM, 'ETH', 'ETH', '0.0000000000000000001'],
    ['an address that would change the URI', 'x?amount=9', 'BTC', 'BTC', '1'],
    ['an unknown network', 'x', 'BTC', null, '1'],
  ])('is the address alone for %s', (_what, address, crypto, network, cryptoAmount) => {
    expect(paymentCode(address, { crypto, network, cryptoAmount })).toEqual({ text: address, hasAmount: false });
  });
});

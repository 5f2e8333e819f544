import { LONGEST_WAIT_MS } from './longest-wait.js';
import { RETURN_CODE } from './forms.js';
import { onOff, pairs, text, whole, wholes, word } from './kinds.js';

const MOST_RETRIES = 50;

export const ORDERS = {
  paceMs: whole(
    'SANDBOX_PACE_MS',
    1500,
    { max: LONGEST_WAIT_MS },
    'milliseconds between PAY_SUCCESS, TRANSFER and FINISHED',
  ),
  callbacks: onOff('SANDBOX_CALLBACKS', true, 'whether callbacks are sent'),
  callbackRetries: wholes(
    'SANDBOX_CALLBACK_RETRIES',
    LONGEST_WAIT_MS,
    MOST_RETRIES,
    'milliseconds before each further attempt to deliver a callback, until the answer is 200',
  ),
  repeatedNumber: word(
    'SANDBOX_REPEATED_NUMBER',
    ['second-order', 'refused', 'same-order'],
    'what a create with a merchantOrderNo that has an order does: another one, a refusal, or the same order again',
  ),
  repeatedNumberCode: text('SANDBOX_REPEATED_NUMBER_CODE', '1007', RETURN_CODE, 'returnCode of this refusal'),
  fiatDecimals: pairs(
    'SANDBOX_FIAT_DECIMALS',
    {},
    null,
    'how many decimals amounts have, by currency, else as ISO 4217 has them',
  ),
  scenarios: onOff('SANDBOX_SCENARIOS', true, 'whether magic values play their scenarios'),
};

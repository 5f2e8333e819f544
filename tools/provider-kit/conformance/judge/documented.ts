/** The contract's names, listed independently of the service's readers, so that a mistake there shows up here. */

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

export const LIST_FIELDS = names(
  'crypto network buyEnable sellEnable minPurchaseAmount maxPurchaseAmount address icon minSellAmount maxSellAmount',
);

const QUOTE_FIELDS = names(
  'cryptoPrice rampFee rampFeeInUSD cryptoNetworkFee networkFee cryptoQuantity rebateFiatAmount rebateUsdAmount fiat crypto',
);

export const BUY_QUOTE_FIELDS = [...QUOTE_FIELDS, 'payWayCode'];

/** Without `cryptoQuantity` and `networkFee`, which are null for SELL and may be absent. */
export const SELL_QUOTE_FIELDS = [
  ...QUOTE_FIELDS.filter((name) => name !== 'cryptoQuantity' && name !== 'networkFee'),
  'fiatQuantity',
];

export const QUOTE_AMOUNTS = names(
  `cryptoPrice rampFee rampFeeInUSD cryptoNetworkFee networkFee cryptoQuantity rebateFiatAmount rebateUsdAmount
   fiatQuantity`,
);

export const BUY_RECORD_FIELDS = names(
  `orderNo side status appId createTime payTime txTime txHash address crypto network tokenAddress fiat amount alpha2
   payType cryptoPrice cryptoQuantity rampFee rampFeeUnit networkFee rebateFiatAmount rebateUsdAmount`,
);

export const FINISHED_FIELDS = names('fiatInUSD rampFeeInUSD cryptoNetworkFee networkFeeInUSD cryptoAmountInUSDT');

export const SELL_RECORD_FIELDS = names(
  `orderNo merchantOrderNo address payTime completeTime receiptTime crypto network cryptoPrice cryptoAmount
   cryptoActualAmount fiatAmount rampFee appId fiat txHash email signature status orderAddress paymentType name account
   card failReason`,
);

export const CREATED_FIELDS = names('orderNo payUrl');

export const RECORD_DATES = names('createTime payTime txTime completeTime receiptTime');

export const BUY_STATUSES = names('PENDING PAY_FAIL PAY_SUCCESS TRANSFER CANCEL FINISHED');

export const SELL_STATUSES = names('1 2 3 4 5 6 7');

export const DOCUMENTED_CODES = names('3100 3101 3102 3103 3104 3105 3106 3107');

/** `memo_inside`: the address contains the memo, or says that there is none. */
export type AddressForm = 'plain' | 'memo_inside';

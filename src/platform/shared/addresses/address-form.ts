/** `memo_inside`: the address itself says what the memo is, or that there is to be none. */
export type AddressForm = 'plain' | 'memo_inside';

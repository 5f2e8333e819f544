/** The form of every memo: printable ASCII without spaces at the ends, which people would overlook. */
export const MEMO = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

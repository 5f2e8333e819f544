/** A return code in the form in which codes are compared: `429`, ` 429` and `0429` are one code. */
export const returnCodeKey = (code: string): string => code.trim().replace(/^0+(?=\d+$)/, '');

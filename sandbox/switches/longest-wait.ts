/** A timer cannot wait longer than this without wrapping round to "at once". */
export const LONGEST_WAIT_MS = 2_147_483_647;

/** Largest delay of a timer; a longer one would fire at once. */
export const LONGEST_WAIT_MS = 2_147_483_647;

/** A lease outlives the call that it covers, with room for a slow commit and for clocks that differ. */
export const LEASE_BEYOND_CALL_MS = 15_000;

/** Until whoever waits for somebody else's work on an order looks at it again. */
export const LOOK_AGAIN_MS = 150;

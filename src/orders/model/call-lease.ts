/** A lease outlives the call that it covers, with room for a slow commit and for clocks that differ. */
export const LEASE_BEYOND_CALL_MS = 15_000;

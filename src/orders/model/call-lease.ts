import { TUNING } from '../../platform/config/table/tuning.js';

/** A lease outlives the call that it covers, with room for a slow commit and for clocks that differ. */
export const LEASE_BEYOND_CALL_MS = 15_000;

/** No process has a longer lease, whatever its settings. */
export const LONGEST_LEASE_MS = TUNING.RAMP_TIMEOUT_MS.max + LEASE_BEYOND_CALL_MS;

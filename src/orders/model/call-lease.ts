import { PROVIDER } from '../../platform/config/table/provider.js';

/** A lease outlasts its call, with room for a slow commit and clock differences. */
export const LEASE_BEYOND_CALL_MS = 15_000;

/** Longest lease of any process, with any settings. */
export const LONGEST_LEASE_MS = PROVIDER.RAMP_TIMEOUT_MS.max + LEASE_BEYOND_CALL_MS;

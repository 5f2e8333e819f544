import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { canonicalEmail } from '../../platform/text/text.js';

const PURPOSE = 'email-digest';

/** Finds the orders of an e-mail address; made with the same service key as the encrypted address beside it. */
export const emailDigest = (ring: KeyRing, email: string): Buffer => ring.sign(PURPOSE, canonicalEmail(email)).mac;

/** The digests that may be stored for an address, one per service key. */
export const emailDigests = (ring: KeyRing, email: string): Buffer[] => ring.macs(PURPOSE, canonicalEmail(email));

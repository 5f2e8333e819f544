import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { canonicalEmail } from '../../platform/shared/email.js';

const PURPOSE = 'email-digest';

/** By this digest the orders of an e-mail address are found; its key is the one that encrypts the address beside it. */
export const emailDigest = (ring: KeyRing, email: string): Buffer => ring.sign(PURPOSE, canonicalEmail(email)).mac;

/** The digests under which an address may be stored, one for each service key. */
export const emailDigests = (ring: KeyRing, email: string): Buffer[] => ring.macs(PURPOSE, canonicalEmail(email));

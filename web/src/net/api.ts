import { createRampCheckout } from '#client/src/index.js';

/** The service that this page came from, asked as any frontend asks it. */
export const api = createRampCheckout({ baseUrl: location.origin });

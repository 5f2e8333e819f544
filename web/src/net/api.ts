import { createRampCheckout } from '#client/src/index.js';

/** The client of the service that serves this page. */
export const api = createRampCheckout({ baseUrl: location.origin });

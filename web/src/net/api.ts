import { createRampCheckout } from '#client/src/index.js';

export const api = createRampCheckout({ baseUrl: location.origin });

import { boot } from '../boot.js';
import { CheckoutPage } from './checkout-page.js';
import { isEmbedded } from './embed/embedder.js';

if (isEmbedded) {
  await (await import('./embed/embedded-page.js')).bootEmbedded();
} else {
  await boot(['checkout'], () => <CheckoutPage />);
}

import { boot } from '../boot.js';
import { CheckoutPage } from './checkout-page.js';
import { isEmbedded } from './embed/embedder.js';

if (isEmbedded) {
  const { EmbeddedPage } = await import('./embed/embedded-page.js');
  await boot(['checkout', 'order'], EmbeddedPage);
} else {
  await boot(['checkout'], () => <CheckoutPage />);
}

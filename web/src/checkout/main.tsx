import { boot } from '../boot.js';
import { CheckoutPage } from './checkout-page.js';

await boot('checkout', CheckoutPage);

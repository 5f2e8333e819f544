import { boot } from '../boot.js';
import { OrderPage } from './order-page.js';

await boot(['order'], OrderPage);

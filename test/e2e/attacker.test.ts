import { ordersOfOthers } from './attacker/orders-of-others.js';
import { takeTour } from './attacker/take-tour.js';

takeTour([ordersOfOthers]);

import { ordersOfOthers } from './attacker/orders-of-others.js';
import { privilege } from './attacker/privilege.js';
import { sql } from './attacker/sql.js';
import { takeTour } from './attacker/take-tour.js';

takeTour([ordersOfOthers, privilege, sql]);

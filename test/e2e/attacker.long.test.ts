import { callbacks } from './attacker/callbacks.js';
import { keyGuessing } from './attacker/keys.js';
import { links } from './attacker/links.js';
import { limits } from './attacker/limits.js';
import { oddBodies, slowSenders } from './attacker/bodies.js';
import { ordersOfOthers } from './attacker/orders-of-others.js';
import { privilege } from './attacker/privilege.js';
import { prototypes } from './attacker/prototypes.js';
import { redirects } from './attacker/redirects.js';
import { smuggling } from './attacker/smuggling.js';
import { sql } from './attacker/sql.js';
import { tokens } from './attacker/tokens.js';
import { takeTour } from './attacker/take-tour.js';

takeTour([
  ordersOfOthers,
  privilege,
  tokens,
  keyGuessing,
  callbacks,
  redirects,
  links,
  smuggling,
  oddBodies,
  slowSenders,
  sql,
  prototypes,
  limits,
]);

import { guestFlood } from './floods/guest-blocks.js';
import { outageLog } from './floods/outage-log.js';

guestFlood({ blocks: 48, checkouts: 20 });
outageLog({ askMs: 8000, restMs: 17_000, least: 16 });

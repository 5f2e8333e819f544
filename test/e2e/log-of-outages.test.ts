import { outageLog } from './floods/outage-log.js';

outageLog({ askMs: 1000, restMs: 1000, least: 8, only: 'the provider answers with errors' });

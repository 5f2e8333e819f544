import { callbacks } from './attacker/callbacks.js';
import { takeTour } from './attacker/take-tour.js';

takeTour([callbacks]);

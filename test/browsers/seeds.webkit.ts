import { playWebKitRound, WEBKIT_FAULTS } from '../soak/webkit-round.ts';
import { describeFaults } from './fixed-seeds.ts';

describeFaults('WebKit', WEBKIT_FAULTS, playWebKitRound);

import { FIREFOX_FAULTS } from '../soak/firefox-round.ts';
import { playRound } from '../soak/round.ts';
import { describeFaults } from './fixed-seeds.ts';

describeFaults('Firefox', FIREFOX_FAULTS, (seed, site) => playRound({ where: 'firefox', seed }, site));

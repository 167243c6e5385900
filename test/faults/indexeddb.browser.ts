import { idbFaultsContract } from '../contracts/indexeddb-faults.ts';

idbFaultsContract('in a browser', () => `faults-${crypto.randomUUID()}`, 6);

import 'fake-indexeddb/auto';
import { idbFaultsContract } from '../contracts/indexeddb-faults.ts';

let databases = 0;
idbFaultsContract('over fake-indexeddb', () => `faults-${++databases}`, 1);

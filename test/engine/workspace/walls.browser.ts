import { idbStorage } from '../../../src/storage/indexeddb/storage.ts';
import { wallsContract } from '../../contracts/walls.ts';

wallsContract('IndexedDB', async () => idbStorage({ name: `walls-${crypto.randomUUID()}` }));

// Everything that a storage keeps of the tests' session, to search it for what must not be there.
import { ROW_STORES, type Storage } from '../../../src/storage/port.ts';

const ADDRESS = { workspace: '/', session: 'test' };

export const everythingIn = async (storage: Storage): Promise<string> =>
  JSON.stringify([await storage.load(ADDRESS, ROW_STORES), await storage.journal(ADDRESS, 0, 1_000_000)]);

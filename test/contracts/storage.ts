// What every storage adapter must do, as the package publishes it, in vitest.
import { describe, it } from 'vitest';
import { storageContract as published, type StoragePlace } from '../../src/entries/contract.ts';

export const storageContract = (name: string, make: () => Promise<StoragePlace>): void =>
  published({ describe, it }, name, make);

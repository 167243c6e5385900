// The published contract of a storage adapter, in vitest.
import { describe, it } from 'vitest';
import { storageContract as published, type StoragePlace } from '../../src/entries/contract.ts';

/** Checks that play a fault of docs/threat-model.md. */
const FAULTS: Readonly<Record<string, string>> = {
  'lets exactly one of many racing commits through': 'F30',
  'refuses an owner once a newer library has written': 'F37',
};

export function storageContract(name: string, make: () => Promise<StoragePlace>): void {
  const unplayed = new Set(Object.keys(FAULTS));
  const named = (sentence: string, body: () => Promise<void>): void => {
    unplayed.delete(sentence);
    it(sentence in FAULTS ? `${FAULTS[sentence]}: ${sentence}` : sentence, body);
  };
  const whole = (title: string, body: () => void): void => {
    describe(title, () => {
      body();
      if (unplayed.size > 0) throw new Error(`No check of the contract is called ${[...unplayed].join(', ')}`);
    });
  };
  published({ describe: whole, it: named }, name, make);
}

// Part of the worker: encryption at rest.
export { encrypted } from '../src/storage/encrypted/storage.ts';

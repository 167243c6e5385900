// Makes an engine that stands before another one: each of its methods does something first, and then asks that one.
import type { Engine } from './engine.ts';

/** A method of an engine, whatever its arguments and its answer. */
export type EngineMethod = (...args: unknown[]) => Promise<unknown>;

/**
 * Returns an engine with the methods that `make` makes.
 * @param table an object whose keys are the names of the methods, such as an engine
 * @param make receives a name and the value under it
 */
export const mapMethods = <Value>(table: object, make: (name: string, value: Value) => EngineMethod): Engine =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]) => [name, make(name, value as Value)]),
  ) as unknown as Engine;

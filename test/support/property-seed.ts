// Starts every property from one seed, so that two runs of the suite try the same cases. `PROPERTY_SEED=random` tries
// new ones, and a number repeats a failed run.
import fc from 'fast-check';

const asked: string | undefined = globalThis.process?.env?.PROPERTY_SEED;

if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_240_229 : Number(asked) });

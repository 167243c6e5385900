// Every property starts from one seed, so that two runs of the suite decide the same. `PROPERTY_SEED=random` looks for
// new cases instead, and a number repeats a run that failed.
import fc from 'fast-check';

const asked: string | undefined = globalThis.process?.env?.PROPERTY_SEED;

if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_240_229 : Number(asked) });

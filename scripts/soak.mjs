// `npm run soak -- --minutes N [--seed S]`: tabs, processes and a Redis write while random faults kill and damage them;
// afterwards the stored data is compared with the acknowledged writes. `npm run soak -- --operations N`: a careless
// model works on one session, and the stored size is measured.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureChromium, ensureRedis, run } from './environment.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    operations: { type: 'string' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (Number.isFinite(Number(value)) && Number(value) > 0) continue;
  console.error(`--${name} must be a number above 0; received ${value}.`);
  process.exit(2);
}
build();
const soak = (name) => run('npx', ['vitest', 'run', '--config', 'test/soak/vitest.config.ts', '--root', '.', name]);
if (values.operations !== undefined) {
  process.env.SOAK_OPERATIONS = values.operations;
  soak('growth');
} else {
  ensureChromium();
  ensureRedis();
  process.env.SOAK_MINUTES = values.minutes;
  if (values.seed !== undefined) process.env.SOAK_SEED = values.seed;
  soak('random');
}

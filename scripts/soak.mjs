// `npm run soak -- --minutes N [--seed S]`: tabs, processes and a Redis write, are killed and damaged with random seeds, and
// what is there afterwards is compared with what was acknowledged.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureChromium, run } from './environment.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string' } },
});
for (const [name, value] of Object.entries(values)) {
  if (Number.isFinite(Number(value)) && Number(value) > 0) continue;
  console.error(`--${name} must be a number above 0; received ${value}.`);
  process.exit(2);
}
build();
ensureChromium();
process.env.SOAK_MINUTES = values.minutes;
if (values.seed !== undefined) process.env.SOAK_SEED = values.seed;
run('npx', ['vitest', 'run', '--config', 'test/soak/vitest.config.ts', '--root', '.']);

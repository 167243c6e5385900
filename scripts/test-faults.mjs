// Runs the fault tests of whole browsers over the build: killed processes, damaged profiles, full disks, and the soak
// rounds with kept seeds.
import { build } from './build.mjs';
import { ensureChromium, run } from './environment.mjs';

build();
ensureChromium();
const config = ['--config', 'test/faults/chromium/vitest.config.ts', '--root', '.'];
run('npx', ['vitest', 'run', ...config, ...process.argv.slice(2)]);

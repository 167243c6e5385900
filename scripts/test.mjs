// The whole check in one command: environment, build, types, lint, layout, sizes, every test.
import { build } from './build.mjs';
import { ensureChromium, run } from './environment.mjs';

build();
ensureChromium();
run('npm', ['run', '--silent', 'check']);
run('npx', ['vitest', 'run', ...process.argv.slice(2)]);

// The whole check in one command: environment, build, types, lint, layout, sizes, every test but the slow ones.
import { build } from './build.mjs';
import { ensureChromium, run } from './environment.mjs';

build();
ensureChromium();
run('npm', ['run', '--silent', 'check']);
run('npx', ['vitest', 'run', '--project', '!slow', ...process.argv.slice(2)]);

// The main job in one command: installs and builds what is missing, then serves the demo.
import { build } from './build.mjs';
import { run } from './environment.mjs';

build();
run('npx', ['vite', 'preview', '--mode', 'demo', '--port', '4173', ...process.argv.slice(2)]);

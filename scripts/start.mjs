// The main job in one command: installs and builds what is missing, then serves the demo.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const { port } = parseArgs({ options: { port: { type: 'string', default: '4173' } } }).values;
build();
// Imported once it is surely installed; served by this very process, so that ending it ends the server.
const { preview } = await import('vite');
const server = await preview({ mode: 'demo', preview: { port: Number(port) } });
server.printUrls();

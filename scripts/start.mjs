// `npm start`: installs and builds what is missing, then serves the demo.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { serveDemo } from './serve-demo.mjs';

const { port } = parseArgs({ options: { port: { type: 'string', default: '4173' } } }).values;
build();
const server = await serveDemo(Number(port));
server.printUrls();

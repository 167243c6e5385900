// A plain build, and a service worker that knows the names of everything in it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What the memory loads only where its worker's file does not start, or for a model. */
const NEVER_ASKED_FOR = /\/(blob-worker|same-thread|embedder|embedding-worker|models)-/;

const serviceWorker = {
  name: 'service-worker',
  generateBundle(_options, bundle) {
    const built = Object.keys(bundle).filter((file) => file !== 'index.html' && !NEVER_ASKED_FOR.test(file));
    const files = JSON.stringify(['/', '/manifest.webmanifest', '/icon.svg', ...built.map((file) => `/${file}`)]);
    const html = readFileSync('index.html');
    const build = createHash('sha256').update(files).update(html).digest('hex').slice(0, 16);
    const source = readFileSync('service-worker.js', 'utf8').replace('BUILD', build).replace('FILES', files);
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
  },
};

export default { build: { target: 'es2022' }, plugins: [serviceWorker] };

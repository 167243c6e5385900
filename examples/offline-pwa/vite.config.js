// Plain build, with a service worker that knows the names of all its files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Files that the memory loads only if its worker does not start, for a model, for encryption, or in another language.
 */
const ELSEWHERE =
  /\/(blob-worker|same-thread|inline|source|choice|embedder|embedding-worker|transformers-worker|worker-encryption|zh)-/;

/** Files for calls that this page never makes: `prepare`, `tools`, `state`, `report`, `erase`, `export`, `import`. */
const NEVER_CALLED = /\/(context|en|long-lists|seen-media|based-write|tools|state|watching|bundle|worker-later)-/;

/** Returns the files that the page may request: imports of its scripts, and the workers, except those above. */
function askedFor(bundle) {
  const kept = new Set(Object.keys(bundle).filter((file) => bundle[file].type === 'asset' || bundle[file].isEntry));
  for (const file of kept) {
    if (ELSEWHERE.test(file) || NEVER_CALLED.test(file) || file === 'index.html') kept.delete(file);
    // Iterating a set follows insertion order and includes elements added meanwhile.
    else for (const name of [...(bundle[file].imports ?? []), ...(bundle[file].dynamicImports ?? [])]) kept.add(name);
  }
  return [...kept].filter((file) => file in bundle);
}

const serviceWorker = {
  name: 'service-worker',
  generateBundle(_options, bundle) {
    const built = askedFor(bundle).map((file) => `/${file}`);
    const files = JSON.stringify(['/', '/manifest.webmanifest', '/icon.svg', ...built]);
    const html = readFileSync('index.html');
    const build = createHash('sha256').update(files).update(html).digest('hex').slice(0, 16);
    const source = readFileSync('service-worker.js', 'utf8').replace('BUILD', build).replace('FILES', files);
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
  },
};

export default {
  build: { target: 'es2022' },
  plugins: [serviceWorker],
};

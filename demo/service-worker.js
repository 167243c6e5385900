// Keeps the whole page on this machine, so that it opens in flight mode: page, code, worker with the kernel, icons.
// The build puts in what there is (vite.config.ts); another list is another cache.
const { version, files } = PRECACHE_IN_BUILD;
const CACHE = `working-memory-demo-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Bypasses the HTTP cache: the kept files must come from one build.
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('working-memory-demo-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Requests to a model's server are none of our business.
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // A model's files are kept by transformers.js itself (cache transformers-cache); twice would be twice the megabytes.
  if (request.destination === '' && !/\.(wasm|mjs)$/.test(url.pathname)) return;
  const isPage = request.mode === 'navigate' && !url.pathname.endsWith('.md');
  event.respondWith(kept(isPage ? './' : request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  // Many servers send `Vary: Origin`. Module scripts send an Origin, the precache did not, and the bytes are the same.
  const found = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (found) return found;
  const fresh = await fetch(request);
  // What the list leaves out, such as a model's code, is kept from the first time on; but not a start page that a server
  // sends in its stead.
  const isStandIn = request !== './' && fresh.headers.get('content-type')?.startsWith('text/html');
  if (fresh.ok && fresh.type === 'basic' && !isStandIn) await cache.put(request, fresh.clone());
  return fresh;
}

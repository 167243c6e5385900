// Caches the whole page for offline use: page, code, worker with the kernel, icons. The build inserts the list of files
// (vite.config.ts); a changed list gets a new cache.
const { version, files } = PRECACHE_IN_BUILD;
const CACHE = `working-memory-demo-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Bypasses the HTTP cache: the cached files must come from one build.
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
  // Requests to other origins, such as a model's server, are left to the browser.
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // transformers.js caches a model's files itself (cache transformers-cache); a second copy would waste megabytes.
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
  // Files outside of the list, such as a model's code, are cached on first use, except a start page that a server sends
  // in their place.
  const isStandIn = request !== './' && fresh.headers.get('content-type')?.startsWith('text/html');
  if (fresh.ok && fresh.type === 'basic' && !isStandIn) await cache.put(request, fresh.clone());
  return fresh;
}

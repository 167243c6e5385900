// Caches all files of one build. vite.config.js replaces the two words below with their names and the build's.
const CACHE = 'notes BUILD';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  // Servers send `Vary: Origin`, and the page requests its scripts with another origin than this worker did.
  const kept = caches.match(event.request, { ignoreVary: true });
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});

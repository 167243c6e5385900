// Keeps all files of one build. vite.config.js puts their names and the build's in place of the two words below.
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
  // Servers say `Vary: Origin`, and a page asks for its scripts with another origin than this worker did.
  const kept = caches.match(event.request, { ignoreVary: true });
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});

// Site of an app without a network: the package, the models, ONNX Runtime's wasm and transformers.js from one origin.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Site } from './pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PEER = 'node_modules/@xenova/transformers/dist';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.wasm': 'application/wasm',
};
const FOLDERS: readonly (readonly [start: string, folder: string])[] = [
  ['/models/', 'build/models'],
  ['/ort/', PEER],
  ['/peer/', PEER],
  ['/app/', 'build/embedding-app'],
];

/**
 * Page that keeps the exports of the module named in its query. Its script is a file, because a strict policy allows no
 * inline ones.
 */
const PAGE = '<!doctype html><title>page</title><script type="module" src="/page.js"></script>';
const SCRIPT = "window.exported = await import(new URLSearchParams(location.search).get('entry'));";

/** The site's own files take precedence. */
function fileOf(path: string, home: string): string | undefined {
  const name = path.endsWith('/') ? `${path}index.html` : path;
  return [['/', home] as const, ...FOLDERS]
    .filter(([start]) => name.startsWith(start))
    .map(([start, folder]) => join(ROOT, folder, normalize(name.slice(start.length))))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

export interface ModelSite extends Pick<Site, 'origin' | 'close'> {
  /** Requested paths, in order. */
  readonly asked: string[];
}

/**
 * @param headers headers of every response
 * @param refuse returns the status of a path that is not served, possibly later
 * @param home the site's own folder in the repository, beside the models and their code
 */
export async function serveModels(
  headers: Record<string, string> = {},
  refuse: (path: string) => number | undefined | Promise<number | undefined> = () => undefined,
  home = 'dist',
): Promise<ModelSite> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push(path);
    if (path === '/page' || path === '/page.js') {
      const [type, content] = path === '/page' ? ['.html', PAGE] : ['.js', SCRIPT];
      response.writeHead(200, { ...headers, 'content-type': TYPES[type] }).end(content);
      return;
    }
    const file = fileOf(path, home);
    const status = (await refuse(path)) ?? (file === undefined ? 404 : 200);
    if (status !== 200 || file === undefined) {
      response.writeHead(status, headers).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

// A site as an app without a network would have it: the package, the models, ONNX Runtime's wasm and transformers.js, all
// from one origin.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Site } from './pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEER = 'node_modules/@xenova/transformers/dist';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
const FOLDERS: readonly (readonly [start: string, folder: string])[] = [
  ['/models/', 'build/models'],
  ['/ort/', PEER],
  ['/peer/', PEER],
  ['/app/', 'build/embedding-app'],
  ['/', 'dist'],
];

/** A page that holds what the module in its query exports. Scripts of their own: a strict policy allows no others. */
const PAGE = '<!doctype html><title>page</title><script type="module" src="/page.js"></script>';
const SCRIPT = "window.exported = await import(new URLSearchParams(location.search).get('entry'));";

export interface ModelSite extends Site {
  /** What was asked for, in order. */
  readonly asked: string[];
}

/**
 * @param headers go with every answer
 * @param refuse a status for what is not to be served
 */
export async function serveModels(
  headers: Record<string, string> = {},
  refuse: (path: string) => number | undefined = () => undefined,
): Promise<ModelSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push(path);
    if (path === '/page' || path === '/page.js') {
      const [type, content] = path === '/page' ? ['.html', PAGE] : ['.js', SCRIPT];
      response.writeHead(200, { ...headers, 'content-type': TYPES[type] }).end(content);
      return;
    }
    const [start, folder] = FOLDERS.find(([beginning]) => path.startsWith(beginning)) ?? ['/', 'dist'];
    const file = join(ROOT, folder, normalize(path.slice(start.length)));
    const status = refuse(path) ?? (existsSync(file) && statSync(file).isFile() ? 200 : 404);
    if (status !== 200) {
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

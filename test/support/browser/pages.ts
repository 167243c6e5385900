// Real pages over the built package: a static server on a free port and a Chromium to open them in.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { CHROMIUM } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** A page that has imported the package and says so by `window.workingMemory`. */
const PACKAGE_PAGE = `<!doctype html><title>page</title>
<script type="module">import * as workingMemory from './index.js'; window.workingMemory = workingMemory;</script>`;

/** Serves a folder of the repository, or any by its full path; `/page` imports the package from it. `headers` go with every answer. */
export async function serveFolder(folder: string, headers: Record<string, string> = {}): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/page') {
      response.writeHead(200, { ...headers, 'content-type': TYPES['.html'] }).end(PACKAGE_PAGE);
      return;
    }
    const file = join(resolve(ROOT, folder), normalize(path.endsWith('/') ? `${path}index.html` : path));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

export const startBrowser = (): Promise<Browser> => chromium.launch(CHROMIUM);

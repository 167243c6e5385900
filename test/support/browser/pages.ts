// Real pages over the built package: a static server on a free port and a Chromium.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { CHROMIUM } from './chromium.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

export interface Site {
  readonly origin: string;
  /** Paths of the served files, in order. */
  readonly served: string[];
  /** Answers scripts with 404 from now on, or serves them again. */
  withholdScripts(isWithheld: boolean): void;
  close(): Promise<void>;
}

/** Page that imports the package as `window.workingMemory`. */
const packagePage = (isNeverIdle: boolean): string => `<!doctype html><title>page</title>${
  isNeverIdle ? '<script>window.requestIdleCallback = undefined;</script>' : ''
}
<script type="module">import * as workingMemory from './index.js'; window.workingMemory = workingMemory;</script>`;

/**
 * Serves a folder, relative to the working directory (the root, in tests and benches). `/page` imports the package from
 * it; with `?never-idle` the page never becomes idle. `headers` are sent with every response.
 */
export async function serveFolder(folder: string, headers: Record<string, string> = {}): Promise<Site> {
  const served: string[] = [];
  let isWithheld = false;
  const server: Server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost');
    if (path === '/page') {
      const page = packagePage(search === '?never-idle');
      response.writeHead(200, { ...headers, 'content-type': TYPES['.html'] }).end(page);
      return;
    }
    const file = join(resolve(folder), normalize(path.endsWith('/') ? `${path}index.html` : path));
    if ((isWithheld && file.endsWith('.js')) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    served.push(path);
    response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    withholdScripts: (given) => {
      isWithheld = given;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

export const startBrowser = (): Promise<Browser> => chromium.launch(CHROMIUM);

/** Changes the text of every script loaded from now on. */
export const rewriteScripts = (visited: Page | BrowserContext, change: (text: string) => string): Promise<unknown> =>
  visited.route(
    ({ pathname }) => pathname.endsWith('.js'),
    async (route) => {
      // A server closes idle connections: a kept one may close while the next script is requested.
      const response = await route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });
      await route.fulfill({ response, body: change(await response.text()) });
    },
  );

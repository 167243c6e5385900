// The same small app with every way to load a package in a page; each page memorizes, reloads, and finds the text.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as viteBuild, createServer, preview } from 'vite';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import webpack from 'webpack';
import type { Runtime } from '../../src/entries/index.ts';
import { serveFolder, type Site } from '../support/browser/pages.ts';
import { codeEntries, consumer, installedIn, manifestIn } from './tarball.ts';
import { fails, remembers } from './visits.ts';

const PAGES = ['index.html', 'own.html'];
const inFile: Partial<Runtime> = { place: 'worker', worker: 'file' };
const inOwn: Partial<Runtime> = { place: 'worker', worker: 'own' };

/** Says in the report where the memory ran, and why there. */
function note({ annotate }: TestContext, consumerName: string, { place, worker, reason }: Runtime): Promise<unknown> {
  return annotate(`${consumerName}: ${worker ? `${worker} worker` : place}${reason ? ` (${reason})` : ''}`);
}

async function served(folder: string, headers?: Record<string, string>): Promise<Site> {
  const site = await serveFolder(folder, headers);
  onTestFinished(() => site.close());
  return site;
}

/** A page beside the others that has every entry which can run in a page. */
function importEverything(folder: string, names = 'window.names'): void {
  const entries = codeEntries(manifestIn(folder)).filter((entry) => !/worker$|file-storage$/.test(entry));
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';\n`).join('');
  const all = entries.map((_, index) => `...Object.keys(entry${index})`).join(', ');
  writeFileSync(join(folder, 'everything.js'), `${imports}${names} = [${all}];\n`);
}

describe('Vite', () => {
  it('serves the package in development with the file worker, and the app’s own', async (context) => {
    const root = await consumer();
    const server = await createServer({ root, configFile: false, logLevel: 'warn', server: { host: '127.0.0.1' } });
    onTestFinished(() => server.close());
    await server.listen(0);
    const origin = server.resolvedUrls?.local[0] ?? '';
    const runtime = await remembers(`${origin}index.html`);
    await note(context, 'Vite, dev server', runtime);
    expect(runtime).toMatchObject(inFile);
    expect(await remembers(`${origin}own.html`)).toMatchObject(inOwn);
    // A worker without names would say `at y (worker.js:9:8612)`.
    const { code, stack } = await fails(`${origin}index.html?tokens=2`);
    expect(code).toBe('item-too-large');
    expect(stack).toMatch(/at \w{4,} \(.*development-worker\.js[^]*\ncalled from\n[^]*visit\.js/);
  });

  it('builds it with the file worker, and the app’s own', async (context) => {
    const root = await consumer();
    importEverything(root);
    const input = [...PAGES, 'everything.js'].map((page) => join(root, page));
    const config = { root, configFile: false, logLevel: 'warn' } as const;
    await viteBuild({ ...config, build: { rolldownOptions: { input } } });
    const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } });
    onTestFinished(() => server.close());
    const origin = server.resolvedUrls?.local[0] ?? '';
    const runtime = await remembers(`${origin}index.html`);
    await note(context, 'Vite, build', runtime);
    expect(runtime).toMatchObject(inFile);
    expect(await remembers(`${origin}own.html`)).toMatchObject(inOwn);
  });
});

describe('a server that renders pages', () => {
  // Frameworks build their servers with Vite; npm run test:frameworks has Nuxt, React Router and SvelteKit whole. Next
  // is tested with its example.
  it.each([
    ['bundled into it', true],
    ['beside it', undefined],
  ])('imports every entry of the package without a window, %s', async (_, noExternal) => {
    const root = await consumer();
    importEverything(root, 'globalThis.names');
    const ssr = { ...(noExternal && { noExternal }), external: ['@xenova/transformers'] };
    const build = { ssr: 'everything.js', outDir: 'server' };
    await viteBuild({ root, configFile: false, logLevel: 'error', ssr, build });
    const program = `await import('./server/everything.mjs'); console.log(typeof window, names.length);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
    expect(said.toString()).toMatch(/^undefined \d\d\d?\n$/);
  });
});

describe('webpack', () => {
  it('builds it with the file worker, and the app’s own', async (context) => {
    const folder = await consumer();
    importEverything(folder);
    const entry = { main: './main.js', own: './own.js', everything: './everything.js' };
    const output = { path: join(folder, 'built') };
    const compiler = webpack({ mode: 'production', context: folder, entry, output, performance: false });
    if (!compiler) throw new Error('webpack refused its configuration');
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
    expect(errors).toEqual([]);
    // webpack tells that an optional package is not installed; nothing else is worth a word.
    const told = warnings?.map(({ message }) => message).filter((message) => !/'@xenova\/transformers/.test(message));
    expect(told).toEqual([]);
    for (const page of PAGES) copyFileSync(join(folder, page), join(folder, 'built', page));
    const { origin } = await served(join(folder, 'built'));
    const runtime = await remembers(`${origin}/index.html`);
    await note(context, 'webpack', runtime);
    expect(runtime).toMatchObject(inFile);
    expect(await remembers(`${origin}/own.html`)).toMatchObject(inOwn);
  });
});

describe('esbuild', () => {
  it('builds it with the worker from a blob, and from its file once that is copied beside the bundle', async (context) => {
    const folder = await consumer();
    importEverything(folder);
    const built = join(folder, 'built');
    await esbuild({
      absWorkingDir: folder,
      entryPoints: ['main.js', 'everything.js'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: 'built',
      logLevel: 'silent',
    });
    copyFileSync(join(folder, 'index.html'), join(built, 'index.html'));
    const { origin } = await served(built);
    const bundled = await remembers(`${origin}/index.html`);
    await note(context, 'esbuild', bundled);
    expect(bundled).toMatchObject({ place: 'worker', worker: 'blob', reason: expect.stringMatching(/^file worker: /) });
    for (const file of readdirSync(join(installedIn(folder), 'dist'))) {
      if (/^worker(-.*)?\.js$/.test(file)) copyFileSync(join(installedIn(folder), 'dist', file), join(built, file));
    }
    const copied = await remembers(`${origin}/index.html`);
    await note(context, 'esbuild, dist/worker*.js copied', copied);
    expect(copied).toMatchObject(inFile);
    expect(copied.reason).toBeUndefined();
  });

  it('leaves out what an app does not use', async () => {
    const folder = await consumer();
    writeFileSync(join(folder, 'errors.js'), "export { isWorkingMemoryError } from 'working-memory';");
    const { outputFiles } = await esbuild({
      absWorkingDir: folder,
      entryPoints: ['errors.js'],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(outputFiles[0]?.text).toContain('WorkingMemoryError');
    expect(outputFiles[0]?.contents.length).toBeLessThan(1000);
  });
});

describe('without a bundler', () => {
  const pageWith = (address: string): string => `<!doctype html><title>consumer</title>
<script type="importmap">{ "imports": { "working-memory": "${address}" } }</script>
<script type="module" src="./main.js"></script>`;

  it('runs from a static server with an import map, with the file worker', async (context) => {
    const folder = await consumer();
    writeFileSync(join(folder, 'index.html'), pageWith('./node_modules/working-memory/dist/index.js'));
    const { origin } = await served(folder);
    const runtime = await remembers(`${origin}/index.html`);
    await note(context, 'static server, import map', runtime);
    expect(runtime).toMatchObject(inFile);
    // An address is meant as the page means it, wherever the kernel is then fetched.
    const kernel = '?kernel=node_modules/working-memory/dist/kernel.wasm';
    expect(await remembers(`${origin}/index.html${kernel}`)).toMatchObject(inFile);
    expect(await remembers(`${origin}/index.html${kernel}&worker=blob`)).toMatchObject({ worker: 'blob' });
  });

  it('runs from another origin, with the worker from a blob', async (context) => {
    const folder = await consumer();
    const cdn = await served(installedIn(folder), { 'access-control-allow-origin': '*' });
    const app = join(folder, 'app');
    mkdirSync(app);
    for (const name of ['main.js', 'visit.js']) copyFileSync(join(folder, name), join(app, name));
    writeFileSync(join(app, 'index.html'), pageWith(`${cdn.origin}/dist/index.js`));
    const { origin } = await served(app);
    const runtime = await remembers(`${origin}/index.html`);
    await note(context, 'module from another origin', runtime);
    expect(runtime).toMatchObject({
      place: 'worker',
      worker: 'blob',
      reason: expect.stringMatching(/^file worker: .*origin/),
    });
  });
});

// The tarball by itself: its files, the exports and imports of its entries, and reports of package checkers.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { formatMessage } from 'publint/utils';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeEntries, emptyConsumer, installedIn, type Manifest, manifestIn, PACKAGING, tarball } from './tarball.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let installed: string;
let manifest: Manifest;
beforeAll(async () => {
  folder = await emptyConsumer();
  installed = installedIn(folder);
  manifest = manifestIn(folder);
});

/** Returns the exports of one built file, and what it and its imports need from outside of the package. */
async function seenThrough(file: string): Promise<{ exports: string[]; foreign: string[] }> {
  const { metafile } = await build({
    absWorkingDir: installed,
    entryPoints: [file],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'never-written',
    write: false,
    metafile: true,
    packages: 'external',
    external: ['*.wasm', '*.wasm?module'],
  });
  const outputs = Object.values(metafile.outputs);
  return {
    exports: outputs.find(({ entryPoint }) => entryPoint === normalize(file))?.exports.sort() ?? [],
    foreign: outputs.flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path)),
  };
}

/** Packages of node_modules whose code another bundler than the build's finds behind a source file. */
async function bundledInto(source: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['@xenova/*', 'node:*', '*.wasm', '*.wasm?module'],
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const names = used
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  // Its runtime is compiled into the kernel.
  return [...new Set([...names, 'assemblyscript'])];
}

describe('the tarball', () => {
  it('holds what is built, its documents and examples, README, licence and nothing else', () => {
    const files = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' }).trim().split('\n');
    const expected =
      /^package\/(package\.json|(README(\.zh-CN)?|AGENTS|ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md|llms\.txt|LICENSE|docs\/[\w/-]+(\.zh)?\.(md|jpg|svg)|skills\/[\w/-]+\.md|examples\/(?!.*node_modules)[\w/.-]+|dist\/([\w-]+\.js|kernel\.wasm|THIRD-PARTY-NOTICES\.txt|sbom\.cdx\.json|llms-full\.txt|types\/(src|worker)\/[\w/-]+\.d\.ts))$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    const always = ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/kernel.wasm', 'dist/THIRD-PARTY-NOTICES.txt'];
    always.push('AGENTS.md', 'llms.txt', 'dist/llms-full.txt', 'skills/working-memory/SKILL.md', 'docs/start.md');
    expect(files).toEqual(expect.arrayContaining(always.map((file) => `package/${file}`)));
  });

  it('holds the licence of every package that is bundled into it, and the worker names those in it', async () => {
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const [inAll, inWorker] = await Promise.all(['src/entries/standalone.ts', 'worker/memory.ts'].map(bundledInto));
    expect(inAll).toEqual(expect.arrayContaining(['comlink', 'diff', 'fflate', 'idb', 'leven', 'stemmer']));
    for (const name of inAll ?? []) {
      const terms = readdirSync(join(ROOT, 'node_modules', name)).find((file) => /^licen[cs]e/i.test(file)) ?? '';
      const text = readFileSync(join(ROOT, 'node_modules', name, terms), 'utf8').trim();
      expect(notices.includes(text), `the licence of ${name}`).toBe(true);
    }
    const [head = ''] = readFileSync(join(installed, 'dist/worker.js'), 'utf8').split('\n');
    for (const name of inWorker ?? []) expect(head).toContain(`${name} (`);
    const texts = readdirSync(join(installed, 'dist')).filter((file) => file.startsWith('blob-worker-'));
    const asBlob = texts.filter((file) => readFileSync(join(installed, 'dist', file), 'utf8').includes(head));
    expect(asBlob).toHaveLength(1);
  });

  it('has every file that its README links to', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('has every file that package.json names', () => {
    const named = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    for (const file of named) expect(readFileSync(join(installed, file)).length, file).toBeGreaterThan(0);
  });

  it('has nothing left to be put in by a build', () => {
    const scripts = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => /_IN_BUILD\b/.test(readFileSync(join(installed, 'dist', name), 'utf8')))).toEqual(
      [],
    );
  });

  it('satisfies publint, its suggestions included', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('satisfies Are the types wrong? as a package of ES modules', () => {
    const attw = join(PACKAGING, 'node_modules/.bin/attw');
    const options = [
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './kernel.wasm',
      '--format',
      'ascii',
      '--no-color',
    ];
    const report = execFileSync(attw, [tarball(), ...options], { encoding: 'utf8' });
    // With the kernel's wasm left out, package.json is all that is checked beside the code.
    expect(report.match(/bundler: 🟢/g)).toHaveLength(codeEntries(manifest).length + 1);
  });
});

describe('the entries', () => {
  it('export the same names under every condition', async () => {
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string') continue;
      const { types: _, ...conditions } = target;
      const usual = await seenThrough(conditions['default'] ?? '');
      if (entry === '.') expect(usual.exports).toContain('openWorkingMemory');
      for (const [condition, file] of Object.entries(conditions))
        expect((await seenThrough(file)).exports, `${entry} under ${condition}`).toEqual(usual.exports);
    }
  });

  it('take the kernel as a module where bytes cannot be compiled', async () => {
    expect(Object.keys(manifest.exports['.'] ?? {})).toEqual([
      'types',
      'workerd',
      'edge-light',
      'development',
      'default',
    ]);
    expect((await seenThrough('./dist/workerd.js')).foreign).toEqual(['./kernel.wasm']);
    expect((await seenThrough('./dist/edge-light.js')).foreign).toEqual(['./kernel.wasm?module']);
  });

  it('need no package: a page can load dist/index.js as it is', async () => {
    expect((await seenThrough('./dist/index.js')).foreign).toEqual([]);
    expect((await seenThrough('./dist/worker.js')).foreign).toEqual([]);
    expect((await seenThrough('./dist/standalone.js')).foreign).toEqual([]);
  });

  it('can all be imported in Node with nothing else installed', () => {
    // A worker's file is for workers: it listens to a scope that Node does not have.
    const entries = codeEntries(manifest).filter((entry) => !entry.endsWith('worker'));
    expect(entries.length).toBeGreaterThan(4);
    const program = `for (const entry of ${JSON.stringify(entries)}) await import(entry);`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  });
});

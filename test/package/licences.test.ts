// Licences of the code in the built package. The test determines the bundled code from the sources, independently of
// the plugin that writes the notices.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');

const built = (file: string): string => readFileSync(join(DIST, file), 'utf8');
const headOf = (text: string): string => text.slice(0, text.indexOf('\n'));
const scripts = readdirSync(DIST).filter((file) => file.endsWith('.js'));

/** Packages with code in what the bundler makes of these files; the kernel's wasm holds AssemblyScript's. */
async function packagesBehind(...input: string[]): Promise<string[]> {
  const external = [/^@xenova\//, /^node:/, /^working-memory/, /kernel\.wasm/];
  // The command line carries only one of two token counters: the library's own.
  const alias = { 'gpt-tokenizer/encoding/o200k_base': join(ROOT, 'replay/requests/estimated-tokens.ts') };
  const bundle = await rolldown({ cwd: ROOT, input, external, resolve: { alias }, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = modules.flatMap((id) => {
    if (/src\/kernel\/[\w-]+-text\.ts$/.test(id)) return ['assemblyscript'];
    return /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [];
  });
  return [...new Set(packages)].sort();
}

/** Licence files of an installed package, its NOTICE included. */
function termsOf(name: string): string[] {
  const folder = join(ROOT, 'node_modules', name);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)(\.\w+)?$/i.test(file));
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

/** Packages whose terms the notices do not hold word for word. */
const withoutNotice = (packages: readonly string[], notices: string): string[] =>
  packages.filter((name) => !termsOf(name).every((text) => notices.includes(text)));

describe('the notices', () => {
  let bundled: string[];
  beforeAll(async () => {
    const entries = readdirSync(join(ROOT, 'src/entries')).filter((file) => /(?<!\.d)\.ts$/.test(file));
    bundled = await packagesBehind(
      ...entries.map((file) => `src/entries/${file}`),
      'worker/memory.ts',
      'worker/embedding.ts',
      'cli/main.ts',
    );
  });

  it('hold the licence of every bundled package, word for word', () => {
    expect(bundled).toEqual(expect.arrayContaining(['assemblyscript', 'comlink', 'diff', 'fflate', 'idb']));
    for (const name of bundled) expect(termsOf(name).length, `${name} has a licence`).toBeGreaterThan(0);
    expect(withoutNotice(bundled, built('THIRD-PARTY-NOTICES.txt'))).toEqual([]);
  });

  it('are refused without the licence of one, or with half of it, and the package is named', () => {
    const notices = built('THIRD-PARTY-NOTICES.txt');
    for (const name of bundled) {
      const [terms = ''] = termsOf(name);
      for (const left of ['', terms.slice(terms.length / 2)])
        expect(withoutNotice(bundled, notices.replaceAll(terms, left))).toContain(name);
    }
  });

  it('hold nothing of packages that are not bundled', () => {
    const named = [...built('THIRD-PARTY-NOTICES.txt').matchAll(/^-{80}\n\n(\S+) \d/gm)].map(([, name]) => name);
    // Helpers of the bundler are code of its own.
    expect(named).toEqual([...bundled, 'rolldown'].sort());
  });
});

describe('the bill of materials', () => {
  it('names every bundled package with version and licence, and the package itself', () => {
    const bill = JSON.parse(built('sbom.cdx.json'));
    const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(bill.metadata.component).toMatchObject({ name: own.name, version: own.version });
    const named = bill.components.map(({ purl, licenses }: { purl: string; licenses: unknown[] }) => {
      expect(licenses).toHaveLength(1);
      return purl;
    });
    const notices = [...built('THIRD-PARTY-NOTICES.txt').matchAll(/^-{80}\n\n(\S+) (\S+)/gm)];
    expect(named).toEqual(notices.map(([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`));
  });
});

describe('the head of a file', () => {
  it('names in the worker every package that the worker holds', async () => {
    const head = headOf(built('worker.js'));
    expect(head).toMatch(/^\/\*! working-memory \(MIT\) with .* see dist\/THIRD-PARTY-NOTICES\.txt \*\/$/);
    for (const name of await packagesBehind('worker/memory.ts')) expect(head).toContain(`${name} (`);
  });

  it('names in the worker of a model what that holds', async () => {
    expect(await packagesBehind('worker/embedding.ts')).toEqual([]);
    expect(headOf(built('embedding-worker.js'))).toBe('/*! working-memory (MIT) */');
  });

  it('is in the text of both workers that start from a blob', () => {
    const blobs = scripts.filter((file) => file.startsWith('blob-worker-')).map(built);
    for (const worker of ['worker.js', 'embedding-worker.js']) {
      const head = headOf(built(worker));
      expect(blobs.filter((text) => text.includes(JSON.stringify(`${head}\n`).slice(1, -1)))).toHaveLength(1);
    }
  });

  it('names in the standalone file, and over the chunks of the other entries, every bundled package', async () => {
    const inOneFile = ['worker.js', 'embedding-worker.js', 'standalone.js'];
    const heads = scripts.filter((file) => !inOneFile.includes(file)).map((file) => headOf(built(file)));
    for (const name of await packagesBehind('src/entries/standalone.ts')) {
      expect(headOf(built('standalone.js'))).toContain(`${name} (`);
      expect(heads.filter((head) => head.startsWith('/*!') && head.includes(`${name} (`))).not.toEqual([]);
    }
  });
});

// Files of the worker: one with all static imports, and one for each `import()`, which imports nothing. An app's
// bundler renames every file, so none can name another: the page passes the addresses to the worker, and each file
// receives what it needs of the worker as arguments (worker/parts.ts).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { minifySync } from 'rolldown/experimental';
import type { Plugin, Rolldown } from 'vite';

/** Modules that the entry needs to start. */
const atOnce = new Set<string>();

/** Shared modules go into the first file, where the parts find them. */
export const WORKER_CHUNKS = {
  chunkFileNames: 'worker-[name].js',
  codeSplitting: { groups: [{ name: 'first', test: (id: string) => atOnce.has(id) }] },
};

const LIST = /^(import|export) \{ (.*?) \}(?: from "(.*?)")?;$/gm;

interface Names {
  /** Names in the file by the names of the exports. */
  readonly names: ReadonlyMap<string, string>;
  readonly from: string | undefined;
  readonly statement: string;
}

const namesIn = (code: string, kind: 'import' | 'export'): Names[] =>
  Array.from(code.matchAll(LIST)).flatMap(([statement, found, list = '', from]) => {
    if (found !== kind) return [];
    const pairs = list.split(', ').map((each) => each.split(' as '));
    const names = new Map(
      pairs.map(([one = '', other = one]): [string, string] => (kind === 'import' ? [one, other] : [other, one])),
    );
    return [{ names, from, statement }];
  });

const only = <T>(found: readonly T[], what: string): T => {
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) throw new Error(`${found.length} ${what}; there must be one`);
  return one;
};

export const workerFiles = (): Plugin => ({
  name: 'worker-files',
  buildEnd() {
    const add = (id: string): void => {
      if (atOnce.has(id)) return;
      atOnce.add(id);
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) add(id);
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === 'chunk');
    const entry = only(
      chunks.filter(({ isEntry }) => isEntry),
      'entries of the worker',
    );
    const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
    const first = only(
      chunks.filter((each) => each !== entry && !parts.includes(each)),
      'files of the worker beside its parts',
    );
    const build = createHash('sha256')
      .update(chunks.map(({ code }) => code).join(''))
      .digest('hex')
      .slice(0, 12);
    const exported = only(namesIn(first.code, 'export'), 'lists of exports');
    let code = first.code.replace(exported.statement, '').replaceAll('BUILD_IN_BUILD', JSON.stringify(build));
    for (const part of parts) {
      const taken = only(namesIn(part.code, 'import'), `lists of imports in ${part.fileName}`);
      if (taken.from !== `./${first.fileName}`) throw new Error(`${part.fileName} imports ${taken.from}`);
      const made = only(namesIn(part.code, 'export'), `lists of exports in ${part.fileName}`);
      const given = Array.from(taken.names.keys(), (name) => exported.names.get(name));
      const file = part.fileName.replace(/\.js$/, '');
      code = code.replaceAll(
        `import("./${part.fileName}")`,
        `workerParts.load(${JSON.stringify(file)}, [${given.join(', ')}])`,
      );
      const body = part.code.replace(taken.statement, '').replace(made.statement, '');
      const result = Array.from(made.names, ([name, local]) => `${name}: ${local}`).join(', ');
      part.code = `export default { build: ${JSON.stringify(build)}, make: ([${[...taken.names.values()].join(', ')}]) => {\n${body}\nreturn { ${result} };\n} };\n`;
    }
    if (/\bimport\(/.test(code.replace(/IMPORT_IN_BUILD/g, ''))) throw new Error('the worker still imports a file');
    // The build minifies once more later: each pass finds what the other leaves.
    first.code = minifySync(first.fileName, code, { module: true, compress: true, mangle: true }).code;
    delete bundle[entry.fileName];
    first.fileName = entry.fileName;
  },
});

const built = (): string[] => readdirSync('dist').filter((file) => /^worker-.*\.js$/.test(file));

/** Returns the addresses of the parts, in a form that bundlers recognise. */
export const partAddresses = (): string =>
  `({ ${built()
    .map((file) => `'${file.slice(0, -3)}': new URL('./${file}', import.meta.url).href`)
    .join(', ')} })`;

/** A part: a comment with licences, and the export. */
const PART = /^\/\*!.*\*\/\nexport default(?<made>\{.*\});?\s*$/s;

/** Returns the worker with its parts as one text. */
export function workerSource(): string {
  const parts = built().map((file) => {
    const { made } = PART.exec(readFileSync(`dist/${file}`, 'utf8'))?.groups ?? {};
    if (made === undefined) throw new Error(`${file} is not one export`);
    return `${JSON.stringify(file.slice(0, -3))}:${made}`;
  });
  return `${readFileSync('dist/worker.js', 'utf8')}\nglobalThis.workingMemoryParts={${parts.join(',')}};`;
}

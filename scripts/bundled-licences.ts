// Licences of third-party code in the package, from the modules that each build bundled: a comment at the head of every
// file that contains some, the texts in dist/THIRD-PARTY-NOTICES.txt, and a bill of materials in dist/sbom.cdx.json.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

interface BundledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly source: string;
}

const RECORDS = 'build/bundled';
const NOTICES = 'THIRD-PARTY-NOTICES.txt';
const BILL = 'sbom.cdx.json';

/**
 * Modules outside of node_modules that contain code of a package nevertheless: compiled kernels, helpers of the
 * bundler.
 */
const BROUGHT_BY: readonly (readonly [RegExp, string])[] = [
  [/\/src\/kernel\/[\w-]+-text\.ts$/, 'node_modules/assemblyscript'],
  [/^\0rolldown\//, 'node_modules/rolldown'],
];

/** @returns the folder of the module's package; undefined for code of this repository */
function packageOf(id: string): string | undefined {
  const installed = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
  const folder = installed ?? BROUGHT_BY.find(([pattern]) => pattern.test(id))?.[1];
  if (folder === undefined && id.startsWith('\0')) throw new Error(`The licence of the module ${id} is unknown.`);
  return folder && resolve(folder);
}

function described(folder: string): BundledPackage {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (typeof license !== 'string') throw new Error(`${folder}/package.json names no licence.`);
  return { folder, name, version, license, source: repository?.url ?? repository ?? homepage ?? '' };
}

/** Returns the licence and, if present, the NOTICE that Apache-2.0 requires to pass on. */
function textOf({ folder, name }: BundledPackage): string {
  const files = readdirSync(folder);
  const licence = files.find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
  if (licence === undefined) throw new Error(`${name} is bundled and brings no licence file.`);
  const notice = files.find((file) => /^notice(\.\w+)?$/i.test(file));
  return [licence, notice]
    .flatMap((file) => (file === undefined ? [] : [readFileSync(join(folder, file), 'utf8').trim()]))
    .join('\n\n');
}

/**
 * Records the modules that one build bundled, and writes the comments into its files.
 * @param earlier builds whose files are part of the package too; the last build lists all of them and writes the
 * notices
 */
export function bundledLicences(build: string, earlier?: readonly string[]): Plugin {
  return {
    name: 'bundled-licences',
    generateBundle(_options, bundle) {
      const all = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const kept = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
        const folders = new Set(kept.flatMap(([id]) => packageOf(id) ?? []));
        for (const folder of folders) all.add(folder);
        const names = [...folders]
          .map((folder) => described(folder))
          .map(({ name, license }) => `${name} (${license})`);
        if (names.length === 0 && earlier !== undefined) continue;
        // A shebang has to stay the first line.
        const [start = ''] = /^#!.*\n/.exec(chunk.code) ?? [];
        chunk.code = `${start}${comment(names.sort())}\n${chunk.code.slice(start.length)}`;
      }
      mkdirSync(RECORDS, { recursive: true });
      writeFileSync(join(RECORDS, `${build}.json`), JSON.stringify([...all]));
      if (earlier === undefined) return;
      for (const other of earlier) {
        for (const folder of JSON.parse(readFileSync(join(RECORDS, `${other}.json`), 'utf8'))) all.add(folder);
      }
      const packages = [...all].map(described).sort((one, other) => (one.name < other.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: NOTICES, source: notices(packages) });
      this.emitFile({ type: 'asset', fileName: BILL, source: billOfMaterials(packages) });
    },
  };
}

/** `/*!`: minifiers and bundlers of apps keep or collect such a comment. */
const comment = (names: readonly string[]): string =>
  `/*! working-memory (MIT)${names.length > 0 ? ` with ${names.join(', ')}: see dist/${NOTICES}` : ''} */`;

function notices(packages: readonly BundledPackage[]): string {
  const sections = packages.map(
    (one) => `${one.name} ${one.version}\n${one.license}\n${one.source}\n\n${textOf(one)}\n`,
  );
  const line = `\n${'-'.repeat(80)}\n\n`;
  return [
    'working-memory contains code of the following packages, each under the licence below its name.\n',
    ...sections,
  ].join(line);
}

/** Returns a CycloneDX 1.6 document without a time or serial number, so that equal builds give equal files. */
function billOfMaterials(packages: readonly BundledPackage[]): string {
  const { name, version, license } = described('.');
  const component = (one: Pick<BundledPackage, 'name' | 'version' | 'license'>) => ({
    type: 'library',
    name: one.name,
    version: one.version,
    licenses: [{ license: { id: one.license } }],
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component({ name, version, license }) },
    components: packages.map(component),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

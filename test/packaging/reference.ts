// Generates the reference of the public API, one page for each entry of the package, from the declarations that ship.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Page {
  /** Name of the page, such as `file-storage`. */
  readonly name: string;
  readonly text: string;
  /** Public names without a docstring. */
  readonly undocumented: readonly string[];
}

interface Entry {
  /** Module specifier for an app, such as `working-memory/lenses`. */
  readonly from: string;
  readonly page: string;
  /** Its declarations, absolute. */
  readonly types: string;
}

/** Entries with types; the main one first, so that names which several export are described there. */
function entriesIn(root: string): Entry[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string | { types: string }>;
  };
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [{ from: join(name, path), page: path.slice(2) || 'index', types: join(root, target.types) }],
  );
}

const isValue = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Value) !== 0;

/** A declaration as it ships, members and their docstrings included, without its own docstring. */
function textOf(node: ts.Node): string {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return statement
    .getText()
    .replace(/^export (?:declare )?/, '')
    .trim();
}

/** Prose of a docstring; tags become sentences. */
function proseOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const prose = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => {
    const said = ts.displayPartsToString(text).trim();
    if (name === 'throws') return `Fails with ${said}`;
    if (name === 'example') return `\`\`\`ts\n${said}\n\`\`\``;
    if (name === 'returns') return `Returns ${said}`;
    if (name === 'param') return `Parameter ${said.replace(/^(\w+)\s*/, '`$1`: ')}`;
    return `${name[0]?.toUpperCase()}${name.slice(1)}: ${said}`;
  });
  return [prose, ...tags].filter(Boolean).join('\n\n');
}

export function referenceOf(root: string): Page[] {
  const entries = entriesIn(root);
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const describedOn = new Map<ts.Symbol, string>();

  return entries.map(({ from, page, types }) => {
    const source = program.getSourceFile(types);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) return { name: page, text: `# \`${from}\`\n\nNothing to import: a file to run.\n`, undocumented: [] };
    const names = checker
      .getExportsOfModule(module)
      .map((symbol) => ({
        name: symbol.name,
        symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      }))
      // Functions come before the types of their arguments and results.
      .sort((a, b) => Number(isValue(b.symbol)) - Number(isValue(a.symbol)) || (a.name < b.name ? -1 : 1));
    const here = names.filter(({ symbol }) => !describedOn.has(symbol));
    const elsewhere = names.filter(({ symbol }) => describedOn.has(symbol));
    for (const { symbol } of here) describedOn.set(symbol, page);
    const sections = here.map(({ name, symbol }) => {
      const code = (symbol.declarations ?? []).map(textOf).join('\n');
      return [`## ${name}`, proseOf(symbol, checker), `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n');
    });
    const also = [...new Set(elsewhere.map(({ symbol }) => describedOn.get(symbol) ?? ''))].map((other) => {
      const some = elsewhere.filter(({ symbol }) => describedOn.get(symbol) === other);
      return `Described in [${other}](${other}.md): ${some.map(({ name }) => `\`${name}\``).join(', ')}.`;
    });
    return {
      name: page,
      text: `${[`# \`${from}\``, '<!-- Written by npm run reference from the declarations of the package. -->', ...also, ...sections].join('\n\n')}\n`,
      undocumented: here
        .filter(({ symbol }) => symbol.getDocumentationComment(checker).length === 0)
        .map(({ name }) => `${from}: ${name}`),
    };
  });
}

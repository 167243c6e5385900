// The built standalone file by itself.
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const FILE = new URL('../../dist/standalone.js', import.meta.url);
const text = readFileSync(FILE, 'utf8');

interface Node {
  readonly type: string;
  readonly source?: { readonly value?: unknown } | null;
  readonly callee?: { readonly name?: string };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesIn(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* nodesIn(part);
}

describe('the standalone file', () => {
  const nodes = [...nodesIn(parseAst(text))];

  it('imports nothing, neither before it runs nor while it runs', () => {
    const imports = nodes.filter(
      ({ type, source }) =>
        type === 'ImportExpression' || type === 'ImportDeclaration' || (type.startsWith('Export') && source),
    );
    expect(imports).toEqual([]);
    expect(text).not.toMatch(/\bimport\.meta\b/);
    expect(text).not.toMatch(/_IN_BUILD\b/);
  });

  it('starts no worker', () => {
    const workers = nodes.filter(({ type, callee }) => type === 'NewExpression' && callee?.name === 'Worker');
    expect(workers).toEqual([]);
  });

  it('exports what the usual entry and that of the lenses export', async () => {
    const names = async (file: string): Promise<string[]> =>
      Object.keys((await import(/* @vite-ignore */ new URL(file, FILE).href)) as object);
    const expected = [...(await names('index.js')), ...(await names('lenses.js'))].sort();
    expect((await names('standalone.js')).sort()).toEqual(expected);
  });

  it('says that it loads no model when it is asked for one', async () => {
    const { openWorkingMemory } = (await import(
      /* @vite-ignore */ FILE.href
    )) as typeof import('../../src/entries/standalone.ts');
    await expect(
      openWorkingMemory({ session: 'one', embedder: { transformers: { model: 'tiny' } } }),
    ).rejects.toMatchObject({
      code: 'invalid-option',
      message: 'Option embedder must be an embedder of your own: the standalone file loads no model; got an object.',
    });
  });
});

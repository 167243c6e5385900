// Reads titles of tests with a parser, so that comments and other strings do not count.
import { parseAst } from 'vite';

const NAMES = new Set(['it', 'test', 'describe']);

interface SyntaxNode {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  readonly tag?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** Returns every title of `it`, `test` and `describe`, also behind `.each(…)`; of a template, its literal text. */
export function testTitles(source: string): string[] {
  const titles: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    const [title] = node.arguments ?? [];
    if (node.type === 'CallExpression' && title && NAMES.has(rootOf(node.callee))) {
      titles.push(textOf(title));
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return titles;
}

function textOf({ value, quasis, left, right }: SyntaxNode): string {
  if (typeof value === 'string') return value;
  if (left && right) return textOf(left) + textOf(right);
  return (quasis ?? []).map((part) => part.value.raw).join('…');
}

/** Returns `it` for `it`, `it.each(rows)` and `it.each(rows).only`. */
const rootOf = (node: SyntaxNode | undefined): string =>
  node === undefined ? '' : (node.name ?? rootOf(node.object ?? node.callee ?? node.tag));

// Rules that change a source in one place: replacements of a syntax node, and a sample of all mutants.
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

const SWAPPED = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};

/** Returns the replacements of a node; each is one mutant. */
function changesOf(node, source) {
  const text = ({ start, end }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = SWAPPED[node.operator];
      // Without types, `+` may join texts, and `-` on texts would not run.
      const isText = node.operator === '+' && /['"`]/.test(text(node));
      return other && !isText ? [`(${text(node.left)}) ${other} (${text(node.right)})`] : [];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [text(node.argument)] : [];
    case 'Literal':
      return typeof node.value === 'number' ? [String(node.value + 1)] : [];
    case 'ConditionalExpression':
      return [`(${text(node.consequent)})`, `(${text(node.alternate)})`];
    case 'IfStatement':
      return node.alternate ? [] : [`if (false) ${text(node.consequent)}`];
    case 'ExpressionStatement':
      return ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'YieldExpression'].includes(
        node.expression.type,
      )
        ? [';']
        : [];
    default:
      return [];
  }
}

function* nodesIn(node) {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (node && typeof node === 'object') {
    // Types have no effect at run time.
    if (typeof node.type === 'string' && node.type.startsWith('TS') && !node.type.startsWith('TSAs')) return;
    if (typeof node.type === 'string') yield node;
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* nodesIn(value);
  }
}

/** @param {string} root @param {string} path of the source, from the root */
export function mutantsOf(root, path) {
  const source = readFileSync(`${root}/${path}`, 'utf8');
  const mutants = [];
  for (const node of nodesIn(parseAst(source, { lang: 'ts' }).body)) {
    for (const to of changesOf(node, source)) mutants.push({ path, start: node.start, end: node.end, to });
  }
  return mutants;
}

/** FNV-1a with a final mix, so that texts that differ in their last letter get distant hashes. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Draws a sample by a seed. A change of a source moves only its own mutants: each mutant is ranked by a hash of its
 * change, and the first `count` are drawn.
 * @param sourceOf returns the source at a path
 */
export function sampleOf(all, count, seed, sourceOf) {
  const seen = new Map();
  const placed = all.map((mutant) => {
    const name = JSON.stringify([seed, mutant.path, sourceOf(mutant.path).slice(mutant.start, mutant.end), mutant.to]);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { mutant, place: hashOf(`${name}${nth}`) };
  });
  return placed
    .sort((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

// The rules that change a source in one place: what may stand in a node's place, and a sample of all that may.
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

/** What stands in a node's place; each of them is one mutant. */
function changesOf(node, source) {
  const text = ({ start, end }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = SWAPPED[node.operator];
      // Without types, a sum may be of texts: taking one from the other would not run.
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
    // Types hold no rule.
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

/** FNV-1a, with a last mix, so that texts that differ in their last letter do not follow each other. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * One seed gives one sample, and a change of a source moves only what stands there: each mutant has a place of its own by
 * what it changes, and the first of all are drawn.
 * @param sourceOf the source at a path
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

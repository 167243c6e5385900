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

/** A small generator of 32 bits: one seed gives one sample. */
function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function sampleOf(all, count, seed) {
  const draw = drawing(seed);
  const left = [...all];
  const sample = [];
  while (sample.length < count && left.length > 0) sample.push(...left.splice(Math.floor(draw() * left.length), 1));
  return sample;
}

// Runs a block of a document unchanged against the built package. Its imports load the package's entries; undeclared
// names get stand-ins for the app around it.
import { entries } from 'virtual:entries';
import { shown } from './shown.js';
import { standInModel } from './stand-in-model.js';

const AsyncFunction = (async () => {}).constructor;

/** Memory shared by blocks of a page that open none; it is not stored. */
let shared;
let opened = [];

async function load(name) {
  const entry = entries[name];
  if (!entry) throw new Error(`This page has no ${name}.`);
  const names = await entry();
  if (!names.openWorkingMemory) return names;
  const openWorkingMemory = async (options) => {
    const memory = await names.openWorkingMemory(options);
    opened.push(memory);
    return memory;
  };
  return { ...names, openWorkingMemory };
}

/** Rewrites static imports and exports, which only modules allow, as calls in a function. */
const asFunctionBody = (code) =>
  code
    .replace(/^import \* as (\w+) from ('[^']+');$/gm, 'const $1 = await load($2);')
    .replace(
      /^import (\{[^}]*\}) from ('[^']+');$/gm,
      (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = await load(${from});`,
    )
    .replace(/^import ('[^']+');$/gm, 'await load($1);')
    .replace(/^export /gm, '');

/** Returns the names that a block declares at its top level. */
const declaredBy = (code) =>
  [...code.matchAll(/^(?:const|let) (?:\{([^}]*)\}|(\w+)) =/gm)].flatMap(([, many, one]) =>
    one ? [one] : many.split(',').map((name) => name.split(':').at(-1).trim()),
  );

async function sharedMemory() {
  const { openWorkingMemory, memoryStorage } = await entries['working-memory']();
  const memory = await openWorkingMemory({ session: 'docs', workspace: 'reader', storage: memoryStorage() });
  await memory.items.memorize([
    { text: 'The user is allergic to nuts', importance: 0.9 },
    { text: 'Dinner is on Friday at 19:00' },
    { text: '餐厅在河边' },
  ]);
  return memory;
}

/** Returns stand-ins for the app around a block; its model only repeats what it was sent. */
async function surroundings(memory, say) {
  const question = 'what is the user allergic to?';
  const system = 'Be brief.';
  const { openaiChat } = await entries['working-memory/lenses']();
  const { openWorkingMemory, memoryStorage } = await load('working-memory');
  const { anthropicMemoryTool } = await entries['working-memory/tools']();
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ];
  const execute = ({ city }) => `Sunny in ${city}`;
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  return {
    memory,
    question,
    system,
    messages,
    openWorkingMemory,
    storage: memoryStorage(),
    openaiChat,
    anthropicMemoryTool,
    prepared: await memory.context.prepare(openaiChat, messages),
    contents: [],
    results: [],
    tools: [{ name: 'weather', description: 'The weather of a city', inputSchema, execute }],
    client: standInModel(),
    engine: standInModel(),
    model: 'a-stand-in',
    max_tokens: 1024,
    run: async (name) => `There is no ${name} here.`,
    show: say,
    file: new File([JSON.stringify([EXPORTED])], 'conversations.json', { type: 'application/json' }),
    onProgress: () => {},
    signal: new AbortController().signal,
    isFine: () => true,
  };
}

/** A conversation in ChatGPT's export format. */
const EXPORTED = {
  title: 'The bridge',
  create_time: 1_760_000_000,
  current_node: 'a',
  mapping: {
    root: { id: 'root', children: ['a'] },
    a: {
      id: 'a',
      parent: 'root',
      children: [],
      message: {
        id: 'a',
        author: { role: 'user' },
        create_time: 1_760_000_000,
        content: { content_type: 'text', parts: ['The bridge we talked about is in Porto.'] },
      },
    },
  },
};

/** @returns the memory that the block opened or used. A memory of its own is closed when the next block runs. */
export async function runSnippet({ code, above, say }) {
  await Promise.all(opened.map((memory) => memory.close()));
  opened = [];
  shared ??= sharedMemory();
  const around = await surroundings(await shared, say);
  const speak = (...values) => say(values.map((value) => shown(value)).join(' '));
  const console = { log: speak, info: speak, warn: speak, error: speak };
  const names = declaredBy(code);
  // Separate scopes: a later block may redeclare a name of an earlier one.
  const outer = asFunctionBody(above).split('\n').filter(Boolean);
  const inner = `${asFunctionBody(code)}\n; return { ${names.join(', ')} };`;
  const body = [...outer, inner].reduceRight((within, line) => `{ ${line}\n${within} }`, '');
  const program = new AsyncFunction('load', 'console', ...Object.keys(around), body);
  const values = await program(load, console, ...Object.values(around));
  for (const [name, value] of Object.entries(values)) {
    if (isToldOf(value)) say(`${name} = ${shown(value)}`);
  }
  return { memory: opened.at(-1) ?? around.memory };
}

/** Whether a value can be shown: memories, functions and streams have no useful text. */
const isToldOf = (value) =>
  typeof value !== 'function' &&
  !(
    value &&
    typeof value === 'object' &&
    ('items' in value || Symbol.asyncIterator in value || value instanceof CryptoKey || value instanceof Element)
  );

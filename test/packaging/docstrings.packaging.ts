// The examples in the docstrings of what an app calls: editors show them, so they compile.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = join(ROOT, 'dist/types/src/api');

/** What an app calls; the other interfaces are what it passes and gets. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  'context.d.ts': ['Compaction', 'Context'],
  'embedding.d.ts': ['Embedding'],
  'files.d.ts': ['Files', 'Transcript'],
  'items.d.ts': ['Items'],
  'memory.d.ts': ['Sessions', 'StateAccess', 'WorkingMemory'],
  'tools.d.ts': ['MemoryTool'],
};

/** What stands around an example in an app. */
const APP = `
import type { WorkingMemory } from 'working-memory';
import { openaiChat, type OpenAiChatMessage } from 'working-memory/lenses';
import type { MemoryTool } from 'working-memory/tools';
declare const memory: WorkingMemory;
declare const messages: OpenAiChatMessage[];
declare const answer: OpenAiChatMessage;
declare const tool: MemoryTool;
declare const signal: AbortSignal;
declare const zip: Uint8Array;
declare const revision: number;
declare const id: string, receipt: string, text: string, result: string;
declare function redraw(head: number, events: readonly { readonly type: string }[]): void;
declare function warn(text: string): void;
`;

interface Method {
  readonly name: string;
  readonly example: string;
}

function methodsOf(file: string, owners: readonly string[]): Method[] {
  const text = readFileSync(join(TYPES, file), 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const interfaces = statements.filter(ts.isInterfaceDeclaration).filter(({ name }) => owners.includes(name.text));
  return interfaces.flatMap(({ name: owner, members }) => {
    const methods = new Map<string, string>();
    for (const member of members.filter(ts.isMethodSignature)) {
      if (!ts.isIdentifier(member.name)) continue;
      const { text: name } = member.name;
      const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'example');
      // Overloads share the example of the first one.
      if (!methods.has(name)) methods.set(name, ts.getTextOfJSDocComment(tag?.comment) ?? '');
    }
    return [...methods].map(([name, example]) => ({ name: `${owner.text}.${name}`, example }));
  });
}

/** What the compiler says of each example that it refuses. */
function refused(methods: readonly Method[]): Record<string, string> {
  const path = join(ROOT, 'app.ts');
  const starts: number[] = [];
  let text = APP;
  for (const { example } of methods) {
    starts.push(text.length);
    text += `async () => {\n${example}\n};\n`;
  }
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => file === path || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, text, ts.ScriptTarget.ESNext) : getSourceFile.call(host, file, ...rest);
  host.getCurrentDirectory = () => dirname(path);
  const program = ts.createProgram([path], options, host);
  const source = program.getSourceFile(path);
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  return Object.fromEntries(
    found.map(({ start = 0, messageText }) => {
      const place = starts.filter((from) => from <= start).length - 1;
      return [methods[place]?.name ?? 'the app', ts.flattenDiagnosticMessageText(messageText, '\n')];
    }),
  );
}

describe('each method that an app calls', () => {
  const methods = Object.entries(CALLED).flatMap(([file, owners]) => methodsOf(file, owners));

  it('has an example', () => {
    expect(methods.length).toBeGreaterThan(75);
    expect(methods.flatMap(({ name, example }) => (example === '' ? [name] : []))).toEqual([]);
  });

  it('has one that compiles', () => {
    expect(refused(methods)).toEqual({});
  });
});

it('an example with a slip is refused', () => {
  const slip = { name: 'slip', example: "await memory.items.memorise('nuts');" };
  expect(refused([slip])).toEqual({ slip: expect.stringContaining('memorise') as string });
});

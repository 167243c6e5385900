// The examples in the docstrings of an app's main calls compile, because editors show them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = join(ROOT, 'dist/types/src');

/** Methods that an app calls; the other interfaces describe arguments and results. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  'api/context.d.ts': ['Compaction', 'Context'],
  'api/embedding.d.ts': ['Embedding'],
  'api/files.d.ts': ['Files', 'Transcript'],
  'api/items.d.ts': ['Items'],
  'api/memory.d.ts': ['Sessions', 'StateAccess', 'WorkingMemory'],
  'api/tools.d.ts': ['MemoryTool'],
};

/** Interfaces that an app implements or fills in, by declaration or member. */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  'api/writing/before-write.d.ts': ['OnBeforeWrite'],
  'client/context/context-host.d.ts': ['ContextPorts.summarize', 'ContextPorts.onFile'],
  'context/compaction/compaction.d.ts': ['CompactionRequest'],
  'context/view/lens.d.ts': ['Lens'],
  'host/hooks.d.ts': ['HookOptions.onCommand'],
  'host/opening/open-options.d.ts': ['OpenOptions', 'OpenOptions.worker', 'OpenOptions.embedder'],
  'items/fields/filters.d.ts': ['Filters'],
  'items/item.d.ts': ['NewItem'],
  'ports/clock.d.ts': ['Clock'],
  'ports/embedder.d.ts': ['Embedder'],
  'ports/ids.d.ts': ['Ids'],
  'ports/peers.d.ts': ['Peers'],
  'ports/tokenizer.d.ts': ['TokenCounter'],
  'recall/query.d.ts': ['RecallOptions'],
  'sdks/importers/conversation.d.ts': ['ConversationFormat'],
  'storage/port.d.ts': ['Storage'],
};

/** First calls of an app, by entry and declaration. */
const BEGINS: Readonly<Record<string, readonly string[]>> = {
  'host/tenancy/tenants.d.ts': ['tenantOf'],
  'sdks/ai-sdk/with-memory.d.ts': ['withMemory'],
  'sdks/langchain/memory-middleware.d.ts': ['langchainMiddleware'],
  'sdks/tanstack/chat-middleware.d.ts': ['tanstackMiddleware'],
  'sdks/openai-agents/agent-memory.d.ts': ['agentMemory'],
  'sdks/prompt-api/chat.d.ts': ['promptChat'],
  'storage/encrypted/storage.d.ts': ['encrypted'],
  'storage/files/storage.d.ts': ['fileStorage'],
  'storage/redis/storage.d.ts': ['redisStorage'],
  'storage/sql/open-postgres.d.ts': ['postgresStorage'],
  'storage/sql/open-sqlite.d.ts': ['sqliteStorage'],
};

/** Code around an example in an app. */
const APP = `
import { memoryStorage, openWorkingMemory, type WorkingMemory } from 'working-memory';
import type { Clock, CompactionRequest, Embedder, Filters, Ids, NewItem, OnBeforeWrite, Peers } from 'working-memory';
import type { OpenOptions, RecallOptions, Storage, TokenCounter } from 'working-memory';
import type { ConversationFormat } from 'working-memory/importers';
import { type Lens, openaiChat, type OpenAiChatMessage } from 'working-memory/lenses';
import { withMemory } from 'working-memory/ai-sdk';
import { encrypted } from 'working-memory/encrypted';
import { fileStorage } from 'working-memory/file-storage';
import { langchainMiddleware } from 'working-memory/langchain';
import { agentMemory } from 'working-memory/openai-agents';
import { postgresStorage, type PostgresClientLike } from 'working-memory/postgres';
import { promptChat, type PromptApi } from 'working-memory/prompt-api';
import { redisStorage, type RedisClientLike } from 'working-memory/redis';
import { sqliteStorage, type SqliteClientLike } from 'working-memory/sqlite';
import { tanstackMiddleware } from 'working-memory/tanstack';
import { tenantOf } from 'working-memory/tenants';
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
declare const client: PostgresClientLike & RedisClientLike;
declare const db: SqliteClientLike;
declare const storage: Storage;
declare const key: CryptoKey;
declare const model: object;
declare const tools: Record<string, object>;
declare const LanguageModel: PromptApi;
declare function encode(text: string): readonly number[];
declare function ask(prompt: string, signal?: AbortSignal): Promise<string>;
declare function readText(path: string): Promise<string>;
`;

interface Example {
  readonly name: string;
  readonly example: string;
}

function statementsOf(file: string): ts.Statement[] {
  const text = readFileSync(join(TYPES, file), 'utf8');
  return [...ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true).statements];
}

function exampleOf(node: ts.Node | undefined): string {
  const tag = node && ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example');
  return ts.getTextOfJSDocComment(tag?.comment) ?? '';
}

function methodsOf(file: string, owners: readonly string[]): Example[] {
  const interfaces = statementsOf(file)
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => owners.includes(name.text));
  return interfaces.flatMap(({ name: owner, members }) => {
    const methods = new Map<string, string>();
    for (const member of members.filter(ts.isMethodSignature)) {
      if (!ts.isIdentifier(member.name)) continue;
      const { text: name } = member.name;
      // Overloads share the example of the first one.
      if (!methods.has(name)) methods.set(name, exampleOf(member));
    }
    return [...methods].map(([name, example]) => ({ name: `${owner.text}.${name}`, example }));
  });
}

function declaredIn(file: string, names: readonly string[]): Example[] {
  const declared = statementsOf(file).filter(
    (statement) =>
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement),
  );
  return names.map((name) => {
    const [owner, member] = name.split('.');
    const declaration = declared.find((one) => one.name?.text === owner);
    const members = declaration && ts.isInterfaceDeclaration(declaration) ? [...declaration.members] : [];
    const node = member === undefined ? declaration : members.find((one) => one.name?.getText() === member);
    return { name, example: exampleOf(node) };
  });
}

/** Returns the compiler's errors for each example that it refuses. */
function refused(examples: readonly Example[]): Record<string, string> {
  const path = join(ROOT, 'app.ts');
  const starts: number[] = [];
  let text = APP;
  for (const { example } of examples) {
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
      return [examples[place]?.name ?? 'the app', ts.flattenDiagnosticMessageText(messageText, '\n')];
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

describe.each([
  ['function that an app begins with', BEGINS],
  ['type that an app fills in', FILLED_IN],
])('each %s', (_, table) => {
  const examples = Object.entries(table).flatMap(([file, names]) => declaredIn(file, names));

  it('has an example', () => {
    expect(examples.flatMap(({ name, example }) => (example === '' ? [name] : []))).toEqual([]);
  });

  it('has one that compiles', () => {
    expect(refused(examples)).toEqual({});
  });
});

it('an example with a slip is refused', () => {
  const slip = { name: 'slip', example: "await memory.items.memorise('nuts');" };
  expect(refused([slip])).toEqual({ slip: expect.stringContaining('memorise') as string });
});

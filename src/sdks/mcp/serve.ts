// A memory on a server of the Model Context Protocol: its tools, its files as resources, prompts.
import type { WorkingMemory } from '../../api/memory.ts';
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import { invalidInput, isWorkingMemoryError, kindOf } from '../../errors.ts';
import { toolsByUse } from '../../context/words/guide.ts';
import { fields, string } from '../lenses/fields.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { checkMemory } from '../../options/methods.ts';
import { answering, type Handlers, type McpServerLike, type ServerCore } from './server.ts';
import { mcpWords } from './words.ts';

/** Options of `serveMemory`: tools of a client, and their language; guide and prompts are English without `locale`. */
export type ServeMemoryOptions = MemoryToolOptions;

/** The part of an open memory that a server needs. */
export type ServedMemory = Pick<WorkingMemory, 'files' | 'recall' | 'subscribe' | 'tools'>;

const SCHEME = 'memory:///';
/** Tool that is left out by default: there is no prepared list that it could compact. */
const NEEDS_A_LIST = 'compact_history';

/**
 * Gives a server the memory's tools, its files as resources `memory:///overview.md`, and the prompts `recall` and
 * `overview`, beside what the app registered before. Call it before the server is connected.
 * @param server `Server` or `McpServer` of `@modelcontextprotocol/sdk` 1 or `@modelcontextprotocol/server` 2
 * @returns the guide to the tools, for the `instructions` of a server, and `stop`, which ends the news of changed files
 * @throws invalid-input, invalid-option
 */
export async function serveMemory(
  server: McpServerLike,
  memory: ServedMemory,
  options: ServeMemoryOptions = {},
): Promise<{ readonly guide: string; stop(): void }> {
  const core = (server as { readonly server?: ServerCore } | undefined)?.server ?? (server as ServerCore);
  if (typeof core?.setRequestHandler !== 'function')
    throw invalidInput('server', 'a Server or McpServer of the MCP SDK', kindOf(server));
  checkMemory(memory, ['tools', 'files.list', 'subscribe']);
  const given = await memory.tools(options);
  const tools = options.only ? given : given.filter(({ name }) => name !== NEEDS_A_LIST);
  const guide = mcpWords(options.locale).guide(toolsByUse(tools.map(({ name }) => name)));
  const followed = new Set<string>();
  core.registerCapabilities({ tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {} });
  answering(core, {
    ...toolHandlers(tools),
    ...resourceHandlers(memory, followed),
    ...promptHandlers(memory, options),
  });
  const stop = memory.subscribe(({ events }) => {
    for (const event of events) {
      if (event.type === 'commits-missed') {
        tell(core.sendResourceListChanged());
        for (const uri of followed) tell(core.sendResourceUpdated({ uri }));
      }
      if (event.type === 'file-renamed' || event.type === 'file-deleted') tell(core.sendResourceListChanged());
      if (event.type !== 'file-written') continue;
      if (event.revision === 1) tell(core.sendResourceListChanged());
      const uri = uriOf(event.path);
      if (followed.has(uri)) tell(core.sendResourceUpdated({ uri }));
    }
  });
  return { guide, stop };
}

/** Sends news, and ignores that a client may have left. */
const tell = (sent: Promise<unknown>): void => void sent.catch(() => undefined);

function toolHandlers(tools: readonly MemoryTool[]): Handlers {
  return {
    'tools/list': {
      list: 'tools',
      answer: async () => ({
        tools: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          inputSchema: { ...inputSchema },
        })),
      }),
    },
    'tools/call': {
      isOurs: ({ name }) => tools.some((tool) => tool.name === name),
      async answer({ name, arguments: input = {} }, signal) {
        const tool = tools.find((each) => each.name === name);
        if (!tool)
          return failed(
            `There is no tool ${string(name)}. The tools are: ${tools.map((each) => each.name).join(', ')}.`,
          );
        try {
          return { content: [{ type: 'text', text: await tool.execute(input, signal && { signal }) }] };
        } catch (error) {
          if (!isWorkingMemoryError(error)) throw error;
          return failed(error.message);
        }
      },
    },
  };
}

const failed = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

function resourceHandlers({ files }: ServedMemory, followed: Set<string>): Handlers {
  return {
    'resources/list': {
      list: 'resources',
      answer: async () => ({
        resources: (await files.list()).map(({ path, bytes, updatedAt }) => ({
          uri: uriOf(path),
          name: path,
          mimeType: 'text/markdown',
          size: bytes,
          annotations: { lastModified: new Date(updatedAt).toISOString() },
        })),
      }),
    },
    'resources/templates/list': {
      list: 'resourceTemplates',
      answer: async () => ({
        resourceTemplates: [{ uriTemplate: `${SCHEME}{+path}`, name: 'file', mimeType: 'text/markdown' }],
      }),
    },
    'resources/read': {
      isOurs: ({ uri }) => pathOf(uri) !== undefined,
      answer: async ({ uri }) => ({
        contents: [{ uri, mimeType: 'text/markdown', text: (await files.read(pathOf(uri) ?? string(uri))).text }],
      }),
    },
    'resources/subscribe': {
      isOurs: ({ uri }) => pathOf(uri) !== undefined,
      answer: async ({ uri }) => (followed.add(string(uri)), {}),
    },
    'resources/unsubscribe': {
      isOurs: ({ uri }) => pathOf(uri) !== undefined,
      answer: async ({ uri }) => (followed.delete(string(uri)), {}),
    },
  };
}

function promptHandlers({ recall, files }: ServedMemory, { locale }: ServeMemoryOptions): Handlers {
  const words = mcpWords(locale);
  const said = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
  return {
    'prompts/list': {
      list: 'prompts',
      answer: async () => ({
        prompts: [
          {
            name: 'recall',
            description: words.recall,
            arguments: [{ name: 'question', description: words.question, required: true }],
          },
          { name: 'overview', description: words.overview },
        ],
      }),
    },
    'prompts/get': {
      isOurs: ({ name }) => name === 'recall' || name === 'overview',
      async answer({ name, arguments: given }) {
        if (name === 'overview') return said((await files.read(OVERVIEW)).text);
        if (name !== 'recall') throw unknownPrompt(string(name));
        const question = string(fields(given).question);
        if (question === '') throw invalidInput('question', 'a text', kindOf(fields(given).question));
        const { text } = await recall(question);
        return said(text === '' ? words.unknown(question) : `${words.known(question)}\n\n${text}`);
      },
    },
  };
}

/** Makes an error with the protocol's code for wrong parameters, which the SDK passes on. */
const unknownPrompt = (name: string): Error =>
  Object.assign(new Error(`There is no prompt ${name}. The prompts are: recall, overview.`), { code: -32_602 });

const uriOf = (path: string): string => SCHEME + encodeURI(path);

function pathOf(uri: unknown): string | undefined {
  if (!string(uri).startsWith(SCHEME)) return undefined;
  try {
    return decodeURI(string(uri).slice(SCHEME.length));
  } catch {
    return undefined;
  }
}

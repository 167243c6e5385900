// Commands by name, each loaded on its first call.
import type { Command } from '../command.ts';

export interface NamedCommand {
  /** One line for the list of commands. */
  readonly does: string;
  readonly load: () => Promise<Command>;
}

export const commands: Readonly<Record<string, NamedCommand>> = {
  inspect: {
    does: 'shows the sessions of a folder, or what one of them holds',
    load: async () => (await import('./inspect.ts')).inspect,
  },
  search: {
    does: 'finds what was said, memorized and written, best hit first',
    load: async () => (await import('./search.ts')).search,
  },
  import: {
    does: 'imports conversations of other apps, or an export of this one',
    load: async () => (await import('./import.ts')).imports,
  },
  export: {
    does: 'writes a session, or all of a workspace, as a zip of readable files or as JSON',
    load: async () => (await import('./export.ts')).exports,
  },
  check: {
    does: 'looks for damage, and repairs it on request',
    load: async () => (await import('./check.ts')).check,
  },
  forget: {
    does: 'erases a text or a person from all conversations of a workspace',
    load: async () => (await import('./forget.ts')).forget,
  },
  mcp: {
    does: 'serves the memory to an MCP client, over standard input and output or HTTP',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  replay: {
    does: 'compares ways to keep a transcript within a window: their costs, and the facts that each loses',
    load: async () => (await import('./replay.ts')).replay,
  },
};

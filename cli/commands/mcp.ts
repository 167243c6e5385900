import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serveMemory } from 'working-memory/mcp';
import { type Command, EXIT } from '../command.ts';
import { withMemory } from '../place.ts';

export const mcp: Command = {
  takes: '',
  options: ['workspace', 'session'],
  more: 'For example: claude mcp add memory -- npx working-memory mcp ./memory',
  run: (call) =>
    withMemory(call, {}, async (memory) => {
      const { folder, terminal } = call;
      const guide = await memory.context.guide({ tools: await memory.tools() });
      const server = new Server(
        { name: 'working-memory', version: VERSION_IN_BUILD },
        { capabilities: {}, instructions: guide },
      );
      const { stop } = await serveMemory(server, memory);
      const left = new Promise<void>((resolve) => {
        process.stdin.once('end', resolve);
        process.stdin.once('close', resolve);
        terminal.signal.addEventListener('abort', () => resolve());
      });
      await server.connect(new StdioServerTransport());
      terminal.note(`Serving ${folder} over standard input and output.`);
      await left;
      stop();
      await server.close();
      return EXIT.ok;
    }),
};

declare const VERSION_IN_BUILD: string;

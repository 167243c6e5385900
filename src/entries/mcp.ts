// The public entry of `working-memory/mcp`: a memory on a server of the Model Context Protocol. Re-exports only.
export { type ServedMemory, serveMemory, type ServeMemoryOptions } from '../sdks/mcp/serve.ts';
export type { McpServerLike, ServerCore } from '../sdks/mcp/server.ts';

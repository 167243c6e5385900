// Puts handlers on a server of the MCP SDK, in version 1 or 2, beside those that are there.
import { type Fields, fields } from '../lenses/fields.ts';

/** The members of the SDK's `Server` that are used. */
export interface ServerCore {
  registerCapabilities(capabilities: object): void;
  // Version 1 names a request by a schema, version 2 by its method.
  // oxlint-disable-next-line typescript/no-explicit-any
  setRequestHandler(request: any, handler: any): void;
  sendResourceUpdated(resource: { uri: string }): Promise<unknown>;
  sendResourceListChanged(): Promise<unknown>;
}

/** A `Server`, or an `McpServer` around one. */
export type McpServerLike = ServerCore | { readonly server: ServerCore };

interface Handler {
  /** Name of the list in the answer; the app's own entries come first in it. */
  readonly list?: string;
  /** Whether the request is for the memory; others go to the app's own handler. */
  readonly isOurs?: (params: Fields) => boolean;
  answer(params: Fields, signal: AbortSignal | undefined): Promise<object>;
}

export type Handlers = Readonly<Record<string, Handler>>;

type Handle = (request: unknown, extra: unknown) => Promise<object>;

export function answering(core: ServerCore, handlers: Handlers): void {
  const known = (core as unknown as Fields)['_requestHandlers'] as ReadonlyMap<string, Handle> | undefined;
  for (const [method, { list, isOurs, answer }] of Object.entries(handlers)) {
    const before = known?.get(method);
    const handle: Handle = async (request, extra) => {
      const params = fields(fields(request).params);
      if (before && isOurs && !isOurs(params)) return before(request, extra);
      const ours = await answer(params, signalIn(extra));
      if (!before || list === undefined) return ours;
      const theirs = fields(await before(request, extra))[list];
      return {
        [list]: [...(Array.isArray(theirs) ? (theirs as unknown[]) : []), ...(fields(ours)[list] as unknown[])],
      };
    };
    setHandler(core, method, handle);
  }
}

function setHandler(core: ServerCore, method: string, handle: Handle): void {
  try {
    core.setRequestHandler(method, handle);
  } catch {
    // Version 1 reads the method from a schema of Zod 3 and checks the request by it.
    const safeParse = (data: unknown) => ({ success: true, data });
    core.setRequestHandler({ shape: { method: { value: method } }, safeParse }, handle);
  }
}

/** Returns the signal: version 1 has it beside the request, version 2 within its context. */
function signalIn(extra: unknown): AbortSignal | undefined {
  const { signal, mcpReq } = fields(extra);
  const found = signal ?? fields(mcpReq).signal;
  return found instanceof AbortSignal ? found : undefined;
}

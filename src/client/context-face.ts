// Implements memory.context, and loads the context engine on first use.
import type { Context } from '../api/context.ts';
import type { Calls } from './calls.ts';
import type { ContextClient, ContextHost } from './context/context-client.ts';
import { contextPart } from './parts.ts';

export interface LazyContext {
  readonly face: Context;
  /** Reports a text that the tree refused; ignored until the context engine is loaded. */
  refused(path: string, text: string): void;
}

export function lazyContext(calls: Calls, host: ContextHost): LazyContext {
  let context: ContextClient | undefined;
  const loaded = async (): Promise<ContextClient> => {
    const { ContextClient } = await contextPart();
    return (context ??= new ContextClient(host));
  };
  return {
    face: {
      prepare: (lens, messages, options) =>
        calls.call(
          'context.prepare',
          async (engine) => (await loaded()).prepare(engine, lens, messages, options),
          options,
        ),
      record: (lens, messages, options) =>
        calls.call(
          'context.record',
          async (engine) => (await loaded()).conversation.record(engine, lens, messages),
          options,
        ),
      restore: (lens) =>
        calls.call('context.restore', async (engine) => (await loaded()).conversation.restore(engine, lens)),
      observe: (usage) => context?.observe(usage),
      meter: () => context?.meta,
      measure: async (result) => (await loaded()).measure(result),
      measureOverview: async (text) => (await loaded()).measureOverview(text),
      guide: async (options) => (await loaded()).guide(options),
      compact: {
        plan: (request) =>
          calls.call('context.compact.plan', async (engine) => (await loaded()).compact.plan(engine, request)),
        apply: (request) =>
          calls.call(
            'context.compact.apply',
            async (engine) => (await loaded()).compact.apply(engine, request),
            request,
          ),
        undo: (receipt) =>
          calls.call('context.compact.undo', async (engine) => (await loaded()).compact.undo(engine, receipt)),
      },
    },
    refused: (path, text) => context?.refused(path, text),
  };
}

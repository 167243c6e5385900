// Implements memory.context, and loads the context engine on first use.
import type { Context } from '../api/context.ts';
import type { WithheldAddress } from '../api/recall.ts';
import type { RequestNews } from '../api/watching/request-news.ts';
import type { EpochReason } from '../context/plan/prepared.ts';
import { invalidInput, kindOf } from '../errors.ts';
import { checkOptions } from './calls/call-options.ts';
import type { Calls } from './calls/calls.ts';
import type { CompactionClient } from './context/compaction-client.ts';
import type { ContextClient } from './context/context-client.ts';
import type { ContextHost } from './context/context-host.ts';
import type { branchRows } from './on-demand/branches.ts';
import { checkListener, Listeners } from './listeners.ts';
import { branchesPart, contextPart, toolsPart, wordsParts } from './parts.ts';

export interface LazyContext {
  readonly face: Context;
  /** Reports a text that the tree refused; ignored until the context engine is loaded. */
  refused(path: string, text: string): void;
  /** Whether requests show all of such an overview. */
  isShownWhole(overview: string): Promise<boolean>;
  /** Renders recalled texts for a question as a block of a prompt. */
  readonly block: ContextClient['block'];
  /** Returns the provider's counts for the latest request, where no later one has stored them. */
  usage(): ContextClient['usage'];
  /** Ends all subscriptions. */
  end(): void;
}

/** Copies the fields of an address; the app's object may hold others. */
const addressOf = (address: WithheldAddress): WithheldAddress => {
  const { id, message, path, session } = (address ?? {}) as Partial<WithheldAddress>;
  return {
    ...(id !== undefined && { id }),
    ...(message !== undefined && { message }),
    ...(path !== undefined && { path }),
    ...(session !== undefined && { session }),
  };
};

const TAKEN_BACK: readonly (EpochReason | undefined)[] = ['history-edited', 'session-started'];

/**
 * Creates `memory.context`.
 * @param prepared called after every request or record: number of unsaved requests; whether earlier messages were taken
 * back
 */
export function lazyContext(
  calls: Calls,
  given: ContextHost,
  prepared: (unsaved: number, isTakenBack?: boolean) => void,
): LazyContext {
  const guides = new Set<string>();
  const host = { ...given, guides };
  const watchers = new Listeners<RequestNews>();
  const { clock = () => performance.now() } = host;
  let context: ContextClient | undefined;
  const loaded = async (): Promise<ContextClient> => {
    const [{ ContextClient }, { contextWords }] = await Promise.all([
      contextPart(),
      wordsParts[host.settings.locale](),
    ]);
    return (context ??= new ContextClient(host, contextWords));
  };
  const compaction = async (): Promise<CompactionClient> => (await loaded()).compaction();
  return {
    face: {
      prepare: (lens, messages, options) =>
        calls.call(
          'context.prepare',
          async (engine) => {
            const client = await loaded();
            const { unsaved } = client;
            const began = clock();
            const tell = (news: Omit<RequestNews, 'ms'>): void =>
              watchers.notify({ ...news, ms: Math.max(0, clock() - began) });
            const asked = watchers.isEmpty ? undefined : tell;
            const isLater = client.meta !== undefined;
            const request = await client.prepare(unsaved.over(engine), lens, messages, options, asked);
            // A session that starts again later in this opening means that the app took up another list.
            prepared(unsaved.count, TAKEN_BACK.includes(request.epochReason) && isLater);
            return { ...request, saved: unsaved.count === 0 };
          },
          options,
        ),
      record: (lens, messages, options) =>
        calls.call(
          'context.record',
          async (engine) => {
            const client = await loaded();
            const { unsaved, conversation } = client;
            const slices = client.slices(options);
            const recorded = await conversation.record(unsaved.over(engine), lens, messages, slices, options?.whole);
            prepared(unsaved.count);
            return { ...recorded, saved: unsaved.count === 0 };
          },
          options,
        ),
      restore: (lens, options) =>
        calls.call(
          'context.restore',
          async (engine, { branch }) => {
            const rowsOf: typeof branchRows = async (...given) => (await branchesPart()).branchRows(...given);
            return (await loaded()).conversation.restore(engine, lens, branch, rowsOf);
          },
          options,
        ),
      branches: () => calls.call('context.branches', async (engine) => (await branchesPart()).listBranches(engine)),
      recalled: () =>
        calls.call('context.recalled', async (engine) => {
          const client = await loaded();
          return client.recalled(client.unsaved.over(engine));
        }),
      withhold: (address) => calls.call('context.withhold', (engine) => engine.withhold(addressOf(address))),
      subscribe(listener, options) {
        checkListener(listener);
        checkOptions('context.subscribe', options);
        return watchers.add(({ texts, messages, ...news }) =>
          listener({
            ...news,
            ...(options?.texts === true && texts && { texts }),
            ...(options?.messages === true && messages && { messages }),
          }),
        );
      },
      observe: (usage) => context?.observe(usage),
      meter: () => context?.meta,
      asked: () => context?.turn?.asked,
      origin: (text) => calls.local('context.origin', async () => (await toolsPart()).originOf(text, context?.turn)),
      measure: (result) =>
        calls.local('context.measure', async () => {
          if (typeof result !== 'string') throw invalidInput('result', 'a text', kindOf(result));
          return (await loaded()).measure(result);
        }),
      measureOverview: (text) =>
        calls.local('context.measureOverview', async () => {
          if (typeof text !== 'string') throw invalidInput('text', 'a text', kindOf(text));
          return (await loaded()).measureOverview(text);
        }),
      guide: (options) =>
        calls.local('context.guide', async () => {
          const guide = (await toolsPart()).guideOf(host.settings, options);
          guides.add(guide);
          return guide;
        }),
      compact: {
        plan: (request) =>
          calls.call(
            'context.compact.plan',
            async (engine, asked) => (await compaction()).plan(engine, asked),
            request,
          ),
        apply: (request) =>
          calls.call('context.compact.apply', async (engine) => (await compaction()).apply(engine, request), request),
        undo: (receipt) =>
          calls.call('context.compact.undo', async (engine) => (await compaction()).undo(engine, receipt)),
      },
    },
    refused: (path, text) => context?.ownWrites.refused(path, text),
    usage: () => context?.usage,
    end: () => watchers.clear(),
    isShownWhole: async (overview) => {
      const { tokens, maxTokens } = await (await loaded()).measureOverview(overview);
      return tokens <= maxTokens;
    },
    block: async (...asked) => (await loaded()).block(...asked),
  };
}

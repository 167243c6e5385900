// Context without a memory: puts an overview after the system messages and a text at the end, and stubs long results.
import type { Context, PrepareOptions, Saved } from '../../../src/api/context.ts';
import type { Lens } from '../../../src/context/view/lens.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';

export const OVERVIEW = '# Working memory\nThe release is on Friday.';
export const TAIL = '<context_meta>half full</context_meta>';
export const STUB = '[The full text is in detail/result.md]';

export interface FakeContext extends Pick<Context, 'prepare' | 'record' | 'observe'> {
  readonly prepared: { readonly messages: readonly unknown[]; readonly options: PrepareOptions }[];
  readonly observed: number[];
  readonly recorded: unknown[];
}

/** @param longest characters of a result that stays as it is */
export function fakeContext(longest = 100): FakeContext {
  const prepared: FakeContext['prepared'] = [];
  const observed: number[] = [];
  const recorded: unknown[] = [];
  return {
    prepared,
    observed,
    recorded,
    async record(_, messages) {
      recorded.push(messages);
      return { count: 1, saved: true };
    },
    observe: ({ inputTokens }) => void observed.push(inputTokens),
    async prepare<Format, Message extends Format>(
      format: Lens<Format>,
      messages: readonly Message[],
      options: PrepareOptions = {},
    ) {
      const lens = format as Lens<Message>;
      prepared.push({ messages: structuredClone(messages), options });
      const stubbed = messages.map((message) =>
        lens
          .results(message)
          .filter(({ text }) => text.length > longest)
          .reduce((shorter, { id }) => lens.withResult(shorter, id, STUB), message),
      );
      const view = withTail(lens, withOverview(lens, stubbed));
      return { ...NOTHING_SAID, messages: view, requestId: `request ${prepared.length}` } satisfies Prepared<Message> &
        Saved;
    },
  };
}

function withOverview<Message>(lens: Lens<Message>, messages: readonly Message[]): readonly Message[] {
  const systems = messages.findIndex((message) => lens.role(message) !== 'system');
  const last = messages[systems - 1];
  const pinned = lens.pin === 'system' && last !== undefined ? lens.append(last, OVERVIEW) : undefined;
  return pinned === undefined
    ? [...messages.slice(0, systems), lens.inject('user', OVERVIEW), ...messages.slice(systems)]
    : [...messages.slice(0, systems - 1), pinned, ...messages.slice(systems)];
}

function withTail<Message>(lens: Lens<Message>, messages: readonly Message[]): Message[] {
  const newest = messages.at(-1);
  const appended = newest === undefined ? undefined : lens.append(newest, TAIL);
  return appended === undefined ? [...messages, lens.inject('user', TAIL)] : [...messages.slice(0, -1), appended];
}

const NOTHING_SAID = {
  saved: true,
  repeated: false,
  epoch: 0,
  prefixChanged: false,
  cacheBreakpoints: [],
  meta: {
    tokensUsed: 0,
    tokensMax: 1000,
    ratio: 0,
    fill: 0,
    pressure: 'normal',
    actionHint: 'normal',
    messagesInHistory: 0,
    workingMemorySize: OVERVIEW.length,
  },
  phase: { phase: 1, reason: 'template' },
  kept: [],
  hidden: [],
  stubs: [],
  pause: false,
  repairs: [],
} as const satisfies Partial<Prepared<unknown> & Saved>;

// Chrome's built-in model as a brain, against a fake of the Prompt API that is as strict as Chrome.
import { describe, expect, it } from 'vitest';
import { type Brain, BrainError, type BrainRequest, type ChatMessage } from '../../demo/brain/brain.ts';
import {
  type Availability,
  builtInAvailability,
  builtInBrain,
  type LanguageModelFactory,
  type LanguageModelSession,
  type ModelHost,
} from '../../demo/brain/built-in-brain.ts';
import type { PlainMessage } from '../../demo/brain/json-protocol.ts';
import { story } from '../../demo/story/story.ts';
import { demoSession, storyAgent } from '../support/demo/demo-story.ts';

type Model = (read: readonly PlainMessage[]) => string;

interface FakeHost extends ModelHost {
  /** Options and prompts of each session. */
  readonly sessions: {
    readonly initial: readonly PlainMessage[];
    readonly prompts: (readonly PlainMessage[])[];
    isOpen: boolean;
  }[];
}

function fakeHost(model: Model, availability: Availability = 'available'): FakeHost {
  const sessions: FakeHost['sessions'] = [];
  const LanguageModel: LanguageModelFactory = {
    availability: async () => availability,
    async create({ initialPrompts = [], signal, monitor } = {}): Promise<LanguageModelSession> {
      signal?.throwIfAborted();
      const download = new EventTarget();
      monitor?.(download);
      download.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 1 }));
      checkRoles(initialPrompts);
      const session = { initial: initialPrompts, prompts: [] as (readonly PlainMessage[])[], isOpen: true };
      sessions.push(session);
      const read = [...initialPrompts];
      return {
        contextWindow: 9216,
        async prompt(input, options = {}) {
          options.signal?.throwIfAborted();
          if (!session.isOpen) throw new DOMException('The session is destroyed.', 'InvalidStateError');
          session.prompts.push(input);
          read.push(...input);
          checkRoles(read);
          const text = model(read);
          read.push({ role: 'assistant', content: text });
          return text;
        },
        destroy() {
          session.isOpen = false;
        },
      };
    },
  };
  return { LanguageModel, sessions };
}

/** A system prompt stands first or not at all, and nobody speaks twice in a row. */
function checkRoles(messages: readonly PlainMessage[]): void {
  for (const [place, { role }] of messages.entries()) {
    if (role === 'system' && place > 0) throw new DOMException('The system prompt must come first.', 'TypeError');
    if (role === messages[place - 1]?.role) throw new DOMException('Roles must alternate.', 'NotSupportedError');
  }
}

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'read',
      description: 'Reads a file.',
      parameters: { type: 'object', properties: { path: {}, lines: {} }, required: ['path'] },
    },
  },
] as const;
const CONVERSATION: readonly ChatMessage[] = [
  { role: 'system', content: 'You are careful.' },
  { role: 'user', content: 'The overview' },
  { role: 'user', content: 'What is in the plan?' },
];
const asked = (messages: readonly ChatMessage[], more: Partial<BrainRequest> = {}): BrainRequest => ({
  messages,
  tools: TOOLS,
  signal: new AbortController().signal,
  ...more,
});
const answer = async (brain: Brain, messages: readonly ChatMessage[]) => (await brain.answer(asked(messages))).message;

describe('the model of the browser', () => {
  it('is not available where there is none, or where it cannot be asked', async () => {
    expect(await builtInAvailability({})).toBe('unavailable');
    const broken = { LanguageModel: { availability: () => Promise.reject(new Error('no')) } } as unknown as ModelHost;
    expect(await builtInAvailability(broken)).toBe('unavailable');
    expect(await builtInAvailability(fakeHost(() => '', 'downloadable'))).toBe('downloadable');
    await expect(builtInBrain({ host: {} })).rejects.toMatchObject({ problem: { kind: 'not-available' } });
    await expect(builtInBrain({ host: fakeHost(() => '', 'unavailable') })).rejects.toThrow(BrainError);
  });

  it('tells of the download and of its window', async () => {
    const shares: number[] = [];
    const brain = await builtInBrain({ host: fakeHost(() => ''), onDownload: (share) => shares.push(share) });
    expect(shares).toEqual([1]);
    expect(brain).toMatchObject({ kind: 'built-in', contextWindow: 9216 });
  });

  it('is told of the tools in its system prompt, and calls them in JSON', async () => {
    const host = fakeHost((read) =>
      read.at(-1)?.content.includes('Result of read') === true
        ? JSON.stringify({ say: 'A parser.' })
        : JSON.stringify({ calls: [{ name: 'read', arguments: { path: 'detail/plan.md' } }] }),
    );
    const brain = await builtInBrain({ host });
    const called = await answer(brain, CONVERSATION);
    expect(called).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call', type: 'function', function: { name: 'read', arguments: '{"path":"detail/plan.md"}' } },
      ],
    });
    const [system, user] = [host.sessions[1]?.initial[0], host.sessions[1]?.prompts[0]];
    expect(system?.content).toContain('- read(path, lines?): Reads a file.');
    expect(user).toEqual([{ role: 'user', content: 'The overview\n\nWhat is in the plan?' }]);
    const result: ChatMessage = { role: 'tool', tool_call_id: 'call', content: 'A parser.' };
    expect(await answer(brain, [...CONVERSATION, called, result])).toEqual({ role: 'assistant', content: 'A parser.' });
  });

  it('reads only what is new while a request extends the one before, and everything when it does not', async () => {
    const host = fakeHost((read) => JSON.stringify({ say: `answer ${read.length}` }));
    const brain = await builtInBrain({ host });
    const first = await answer(brain, CONVERSATION);
    const longer: ChatMessage[] = [...CONVERSATION, first, { role: 'user', content: 'Go on.' }];
    await answer(brain, longer);
    expect(host.sessions).toHaveLength(2);
    expect(host.sessions[1]?.prompts[1]).toEqual([{ role: 'user', content: 'Go on.' }]);
    const folded: ChatMessage[] = [longer[0] as ChatMessage, { role: 'user', content: 'Another overview' }];
    await answer(brain, folded);
    expect(host.sessions).toHaveLength(3);
    expect(host.sessions.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
    brain.close?.();
    expect(host.sessions.at(-1)?.isOpen).toBe(false);
  });

  it('takes words that are no JSON as what it says, and refuses an empty answer', async () => {
    const plain = await builtInBrain({ host: fakeHost(() => 'Just words.') });
    expect(await answer(plain, CONVERSATION)).toEqual({ role: 'assistant', content: 'Just words.' });
    const fenced = await builtInBrain({ host: fakeHost(() => '```json\n{"say":"Hi"}\n```') });
    expect(await answer(fenced, CONVERSATION)).toEqual({ role: 'assistant', content: 'Hi' });
    const empty = await builtInBrain({ host: fakeHost(() => '{"say":""}') });
    await expect(answer(empty, CONVERSATION)).rejects.toMatchObject({ problem: { kind: 'no-answer' } });
  });

  it('tells when a request is too long, fails plainly, ends when aborted, and goes on with a new session', async () => {
    let fails: Error | undefined = new DOMException('too much', 'QuotaExceededError');
    const host = fakeHost(() => {
      if (fails) throw fails;
      return '{"say":"Hi"}';
    });
    const brain = await builtInBrain({ host });
    await expect(answer(brain, CONVERSATION)).rejects.toMatchObject({
      problem: { kind: 'too-long', detail: 'too much' },
    });
    fails = new Error('crashed');
    await expect(answer(brain, CONVERSATION)).rejects.toMatchObject({
      problem: { kind: 'no-answer', detail: 'crashed' },
    });
    fails = undefined;
    const stopped = asked(CONVERSATION, { signal: AbortSignal.abort(new Error('stopped')) });
    await expect(brain.answer(stopped)).rejects.toThrow('stopped');
    expect(await answer(brain, CONVERSATION)).toEqual({ role: 'assistant', content: 'Hi' });
  });

  it('drives the agent with a real memory: what it writes stands in the tree', async () => {
    const host = fakeHost((read) =>
      read.at(-1)?.content.includes('Written:') === true
        ? '{"say":"Noted."}'
        : JSON.stringify({ calls: [{ name: 'write', arguments: { path: 'detail/plan.md', content: '# Plan\n' } }] }),
    );
    const memory = await demoSession('en')();
    const agent = await storyAgent(memory, await story('en'), { brain: await builtInBrain({ host }) });
    expect((await agent.say('Write a plan.')).content).toBe('Noted.');
    expect((await memory.files.read('detail/plan.md')).text).toBe('# Plan\n');
    await agent.say('And now?');
    // The second turn extends the first: one session read both.
    expect(host.sessions.filter(({ prompts }) => prompts.length > 0)).toHaveLength(1);
  });
});

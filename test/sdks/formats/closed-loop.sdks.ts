// The whole loop with real SDKs: a model without memory works, forgets to update its overview, is reminded, writes,
// compacts, and finds hidden messages. The assertions are about what reached the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { AuditRecord } from '../../../src/api/watching/audit.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { aiSdk5Agent, aiSdk6Agent } from '../support/agents/ai-sdk-agents.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { anthropicAgent } from '../support/agents/anthropic-agent.ts';
import { chatAgent, responsesAgent } from '../support/agents/openai-agents.ts';
import type { Agent, AgentParts, SentRequest } from '../support/agents/sdk-agents.ts';
import {
  checked,
  type Decision,
  halls,
  IN_HALL_1,
  IN_HALL_3,
  type Seen,
  STORY,
  SYSTEM,
  textOf,
} from '../support/agents/story-model.ts';

/**
 * Window in which the story needs a compaction and still fits after it; formats differ in the size of tools and frames.
 */
const WINDOW = 7800;
const WINDOW_OF_CHAT = 7600;
const PIN = 'working-memory/overview.md is between';
const REMINDER = 'WORKING MEMORY UPDATE NEEDED';

const run = {
  name: 'run',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  async execute(input: unknown): Promise<string> {
    const { command } = (typeof input === 'string' ? JSON.parse(input) : input) as { readonly command: string };
    return checked(command);
  },
};

const toolsOf = (decision: Decision | undefined): readonly string[] =>
  typeof decision === 'object' ? decision.map(({ name }) => name) : [];
/** The model is a function of what it is sent, so this is what it did. */
const didAt = (request: SentRequest | undefined): readonly string[] => toolsOf(request && halls(request.seen));

/** Returns the user's messages in the visible turns. */
const jobsIn = (messages: readonly Seen[]): string[] =>
  messages.flatMap(({ role, text }) => (role === 'user' ? (/^Job \d.*/.exec(text)?.slice(0, 1) ?? []) : []));

/** Calls whose results do not follow at once, and results without a call before them. */
function brokenPairs(messages: readonly Seen[]): string[] {
  const broken: string[] = [];
  const open = new Set<string>();
  for (const { text, calls, results } of messages) {
    for (const { id } of results) if (!open.delete(id)) broken.push(id);
    if (text !== '') broken.push(...open);
    for (const { id } of calls) open.add(id);
  }
  return [...broken, ...open];
}

describe.each<[string, (parts: AgentParts) => Promise<Agent>, number]>([
  ['OpenAI’s chat completions', chatAgent, WINDOW_OF_CHAT],
  ['OpenAI’s Responses', responsesAgent, WINDOW],
  ['Anthropic’s Messages', anthropicAgent, WINDOW],
  ['the AI SDK 6', aiSdk6Agent, WINDOW],
  ['the AI SDK 5', aiSdk5Agent, WINDOW],
])('the closed loop with %s', (_name, make, window) => {
  let memory: WorkingMemory;
  let agent: Agent;
  let system: string;
  /** Answers by the user's message. */
  const answers = new Map<string, string>();
  const firstRequest = new Map<string, number>();
  const audit: AuditRecord['event'][] = [];

  const at = (index: number): SentRequest => {
    const request = agent.requests[index];
    if (!request) throw new Error(`There are ${agent.requests.length} requests, none ${index}.`);
    return request;
  };
  const firstWith = (wanted: (request: SentRequest) => boolean): number => {
    const index = agent.requests.findIndex(wanted);
    expect(index).toBeGreaterThan(0);
    return index;
  };

  beforeAll(async () => {
    memory = await openFixed({
      tokenizer: tokenScan(),
      context: { window, foldAbove: 0.2 },
    });
    system = `${SYSTEM}\n\n${await memory.context.guide()}`;
    agent = await make({ memory, tools: [run, ...(await memory.tools())], system, model: halls });
    for (const text of [...STORY.jobs, STORY.search, STORY.read, STORY.done]) {
      firstRequest.set(text, agent.requests.length);
      answers.set(text, await agent.ask(text));
    }
    for await (const { event } of memory.items.audit()) audit.push(event);
  });
  afterAll(async () => {
    await agent.close();
    await memory.close();
  });

  it('gets every job done', () => {
    expect(STORY.jobs.map((job) => answers.get(job))).toEqual(STORY.jobs.map((_, job) => `Job ${job + 1} is done.`));
    expect(answers.get(STORY.done)).toBe('Done: 1, 2, 3, 4, 5, 6, 7, 8.');
  });

  it('reminds the model that forgot its overview, which then writes it', () => {
    const reminded = firstWith(({ prepared }) => prepared.reminder !== undefined);
    // Five rounds without an update call for nothing yet.
    expect(reminded).toBe(5);
    expect(textOf(at(reminded - 1).seen)).not.toContain(REMINDER);
    expect(at(reminded).seen.at(-1)).toMatchObject({ role: 'user', text: expect.stringContaining(REMINDER) });
    expect(didAt(at(reminded))).toEqual(['write', 'write']);
    const next = at(reminded + 1);
    expect(textOf(next.seen)).toContain('Written: overview.md, revision 2');
    expect(textOf(next.seen)).toContain('Written: detail/notes.md, revision 1');
    expect(next.prepared).toMatchObject({ phase: { phase: 2, reason: 'maintained' }, hidden: [] });
  });

  it('folds earlier turns at the next turn of the user, and shows what was written instead', () => {
    const written = firstWith(({ prepared }) => prepared.epochReason === 'overview-written');
    expect([...firstRequest.values()]).toContain(written);
    const [before, after] = [at(written - 1), at(written)];
    const remaining = jobsIn(after.seen);
    expect(jobsIn(before.seen).filter((job) => !remaining.includes(job))).not.toEqual([]);
    // The written text is in the pin, or still in the call that wrote it.
    expect(JSON.stringify(after.seen)).toContain('- Jobs done: 1, 2');
    expect(after.seen[1]?.text).toMatch(/Messages? \d+(–\d+)? of this conversation (is|are) not shown/);
    expect(after.messages.length).toBeLessThan(before.messages.length);
    // The overview alone: its details stay in their file.
    expect(textOf(after.seen.slice(0, 2))).not.toContain('Nothing but remarks');
  });

  it('asks at a band edge whether to compact, and the next request is folded and names the archive', async () => {
    const compacted = firstWith(({ prepared }) => prepared.hidden.some(({ why }) => why === 'compacted'));
    const [before, after] = [at(compacted - 1), at(compacted)];
    expect(didAt(before)).toEqual(['compact_history']);
    expect(textOf(before.seen)).toMatch(/context window is \d\d% full \((?:medium|heavy)_compression\)/);
    expect(after.prepared.epochReason).toBe('compacted');
    expect(after.prepared.meta.tokensUsed).toBeLessThan(before.prepared.meta.tokensUsed);
    const { path = '' } = after.prepared.hidden.find(({ why }) => why === 'compacted') ?? {};
    expect(path).toMatch(/^detail\/conversation-\d+-\d+\.md$/);
    expect(textOf(after.seen)).toContain(`Full text: ${path}; use read or search.`);
    const { text } = await memory.files.read(path);
    const remaining = jobsIn(after.seen);
    const hidden = jobsIn(before.seen).filter((job) => !remaining.includes(job));
    expect(hidden.length).toBeGreaterThan(0);
    for (const job of hidden) expect(text).toContain(job);
  });

  it('finds what was said in the first turn and is out of sight, by searching', () => {
    const asked = firstRequest.get(STORY.search) ?? 0;
    const searching = agent.requests.findIndex((request) => didAt(request).includes('search'));
    expect(searching).toBeGreaterThanOrEqual(asked);
    for (const { seen } of agent.requests.slice(asked, searching + 1))
      expect(textOf(seen)).not.toContain('scanner beside');
    const { results } = at(searching + 1)
      .seen.filter((seen) => seen.results.length > 0)
      .at(-1) as Seen;
    expect(results[0]?.text.replace(/\s+/g, ' ')).toContain(IN_HALL_1);
    expect(answers.get(STORY.search)).toBe(`It was this: ${IN_HALL_1}.`);
  });

  it('finds what was compacted, by reading the file that it was shown', () => {
    const asked = firstRequest.get(STORY.read) ?? 0;
    expect(textOf(at(asked).seen)).not.toContain('bicycle');
    const used = agent.requests.slice(asked, firstRequest.get(STORY.done)).flatMap(didAt);
    expect(used).toContain('read');
    expect(used).not.toContain('search');
    expect(answers.get(STORY.read)).toBe(`It was this: ${IN_HALL_3}.`);
  });

  it('pins right after the system prompt, and nowhere else', () => {
    for (const { seen } of agent.requests) {
      expect(seen[0]).toMatchObject({ role: 'system', text: system });
      const pins = seen.flatMap(({ role, text }, index) => (text.startsWith(PIN) ? [[index, role]] : []));
      expect(pins).toEqual(pins.length === 0 ? [] : [[1, 'user']]);
    }
  });

  it('keeps every call with its results', () => {
    expect(agent.requests.map(({ seen }) => brokenPairs(seen))).toEqual(agent.requests.map(() => []));
    expect(agent.requests.some(({ seen }) => seen.some(({ results }) => results.length > 0))).toBe(true);
    expect(agent.requests.flatMap(({ prepared }) => prepared.repairs)).toEqual([]);
  });

  it('extends the request before to the letter, but where a new epoch begins', () => {
    const reasons = new Set<string>();
    let extended = 0;
    for (const [index, { messages, prepared }] of agent.requests.entries()) {
      const before = agent.requests[index - 1];
      const isSameEpoch = before?.prepared.epoch === prepared.epoch;
      expect([index, prepared.epochReason === undefined]).toEqual([index, isSameEpoch]);
      if (prepared.epochReason) reasons.add(prepared.epochReason);
      if (!before || !isSameEpoch) continue;
      const prefix = messages.slice(0, before.messages.length);
      expect(JSON.stringify(prefix)).toBe(JSON.stringify(before.messages));
      extended++;
    }
    // The SDKs give back what they were given: to the memory the list has only grown.
    expect([...reasons].sort()).toEqual(['compacted', 'overview-written', 'session-started']);
    expect(extended).toBeGreaterThan(agent.requests.length / 2);
  });

  it('leaves the app’s own list as the app and the model made it', async () => {
    const said = await memory.transcript.read({ limit: 1000 });
    for (const text of [JSON.stringify(agent.list), JSON.stringify(said)]) {
      expect(text).toContain('Job 8 is done.');
      for (const injected of [PIN, REMINDER, '<context_meta>', '<working_memory_'])
        expect(text).not.toContain(injected);
    }
  });

  it('tells the journal of every request, every reminder and what came of it', () => {
    const prepared = audit.filter((event) => event.type === 'request-prepared');
    expect(prepared.map(({ epoch, reason, reminder }) => ({ epoch, reason, reminder }))).toEqual(
      agent.requests.map((request) => {
        const { epoch, epochReason: reason, reminder } = request.prepared;
        return { epoch, reason, reminder };
      }),
    );
    const compactions = audit.flatMap((event) => (event.type === 'history-compacted' ? [event.trigger] : []));
    expect(new Set(compactions)).toEqual(new Set(['tool']));
    // This model writes when it is reminded and only then: each reminder was heeded before the next request.
    const rounds: { reminded: boolean; written: boolean }[] = [];
    for (const event of audit) {
      if (event.type === 'request-prepared') rounds.push({ reminded: event.reminder !== undefined, written: false });
      const round = rounds.at(-1);
      if (round && event.type === 'file-written' && event.path === 'overview.md') round.written = true;
    }
    expect(rounds.filter(({ reminded, written }) => reminded !== written)).toEqual([]);
    expect(rounds.filter(({ reminded }) => reminded).length).toBeGreaterThan(1);
  });
});

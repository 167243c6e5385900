// Lists as the SDKs leave them: what a prepared request sends of them, and what it reports.
import { describe, expect, it } from 'vitest';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { aiSdkPrompt, type AiSdkMessage, langchain, openaiChat } from '../../src/entries/lenses.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import type { Prepared } from '../../src/context/plan/prepared.ts';
import { memoryStorage } from '../../src/storage/memory.ts';

const prompt = aiSdkPrompt as Lens<object>;
const chat = openaiChat as Lens<object>;

/** Each list in turn, as it grows in one session. */
async function prepared(lens: Lens<object>, ...lists: readonly (readonly object[])[]): Promise<Prepared<object>[]> {
  const memory = await openWorkingMemory({
    session: 'test',
    worker: false,
    storage: memoryStorage(),
    peers: noPeers,
  });
  // A note is due with the next request that may have one: it must not stand between a call and its result.
  await memory.context.prepare(lens, lists[0]?.slice(0, 1) ?? []);
  await memory.files.write('overview.md', '# Project\n\nThe logs of May stay.\n');
  const all: Prepared<object>[] = [];
  for (const list of lists) all.push(await memory.context.prepare(lens, list));
  await memory.close();
  return all;
}

describe('a list of the AI SDK with approvals', () => {
  const user: AiSdkMessage = { role: 'user', content: 'Delete the old logs, please.' };
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'rm', input: { path: '/logs' } } as const;
  const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' } as const;
  const response = { type: 'tool-approval-response', approvalId: 'a1', approved: true } as const;
  const output = { type: 'text', value: '42 files deleted' };
  const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'rm', output } as const;
  const asked: AiSdkMessage[] = [user, { role: 'assistant', content: [call, request] }];
  const approved: AiSdkMessage[] = [...asked, { role: 'tool', content: [response] }];
  const executed: AiSdkMessage[] = [...approved, { role: 'tool', content: [result] }];

  it('is sent as it is while the call runs, when it ran, and when the user goes on', async () => {
    const lists = [approved, executed, [...executed, user]];
    const [running, ran, gone] = await prepared(prompt, ...lists);
    expect([running, ran, gone].map((one) => one?.repairs)).toEqual([[], [], []]);
    // The SDK looks for approvals in the last message alone.
    expect(running?.messages).toEqual(approved);
    expect(ran?.messages.slice(0, -1)).toEqual(executed);
    expect(JSON.stringify(ran?.messages.at(-1))).toContain('The logs of May stay.');
    expect(gone?.messages).toEqual([...(ran?.messages ?? []), user]);
  });

  it('waits with one approval beside the result of another call', async () => {
    const other = Object.assign({}, call, { toolCallId: 'c2' });
    const of = Object.assign({}, result, { toolCallId: 'c2' });
    const both: AiSdkMessage[] = [
      user,
      { role: 'assistant', content: [call, other, request] },
      { role: 'tool', content: [response, of] },
    ];
    const [waiting] = await prepared(prompt, both);
    expect(waiting?.repairs).toEqual([]);
    expect(waiting?.messages).toEqual(both);
  });

  it('gets a result where the user goes on before the call ran', async () => {
    const [stopped] = await prepared(prompt, [...approved, user]);
    expect(stopped?.repairs).toEqual([{ index: 1, what: 'unanswered-call', callId: 'c1' }]);
    expect(JSON.stringify(stopped?.messages)).toContain('Stopped before it answered');
  });
});

describe('parallel calls of one function without ids', () => {
  const user = { role: 'user', content: 'Weather in Paris and Tokyo?' };
  const weather = (city: string) => ({ function: { name: 'get_weather', arguments: { city } } });
  const ollama = [
    user,
    { role: 'assistant', content: '', tool_calls: [weather('Paris'), weather('Tokyo')] },
    { role: 'tool', tool_name: 'get_weather', content: 'Paris: 12' },
    { role: 'tool', tool_name: 'get_weather', content: 'Tokyo: 20' },
  ];
  const ofLangChain = [
    { type: 'human', content: 'Weather in Paris and Tokyo?' },
    {
      type: 'ai',
      content: '',
      tool_calls: ['Paris', 'Tokyo'].map((city) => ({ name: 'get_weather', args: { city } })),
    },
    { type: 'tool', name: 'get_weather', content: 'Paris: 12' },
    { type: 'tool', name: 'get_weather', content: 'Tokyo: 20' },
  ];

  it.each([
    ['Ollama', chat, ollama, [{ role: 'assistant', content: 'Fine.' }, user]],
    ['LangChain', langchain as Lens<object>, ofLangChain, [{ type: 'ai', content: 'Fine.' }, ofLangChain[0] as object]],
  ])('of %s are sent with their results, as the newest and further back', async (_, lens, list, more) => {
    const [newest, later] = await prepared(lens, list, [...list, ...more]);
    expect([newest?.repairs, later?.repairs]).toEqual([[], []]);
    expect(newest?.messages.slice(0, list.length)).toEqual(list);
    expect(later?.hidden).toEqual([]);
  });

  it('are answered each, where the user stopped both', async () => {
    const [stopped] = await prepared(chat, [...ollama.slice(0, 2), user]);
    expect(stopped?.repairs.map(({ callId }) => callId)).toEqual(['get_weather', 'get_weather']);
    expect(stopped?.messages.slice(2, 4)).toMatchObject([{ tool_name: 'get_weather' }, { tool_name: 'get_weather' }]);
  });
});

// Interruptions by the user: text beside results is the user's, and text beside a stopped call stays.
import { describe, expect, it } from 'vitest';
import { type AgentApp, agentApp, request } from '../../support/agents/agent-app.ts';
import { brokenPairs } from '../../support/agents/tool-pairs.ts';
import { formats } from '../../support/messages/message-formats.ts';
import { words } from '../../support/messages/chat.ts';

const LITERAL = { context: { reminder: { enabled: false } } };
const call = (id: string) => ({ id, name: 'look', arguments: '{}' });

async function sent(app: AgentApp): Promise<string> {
  const { messages } = await request(app);
  expect(brokenPairs(app.format.name, messages)).toEqual([]);
  return JSON.stringify(messages);
}

describe.each(formats.filter(({ carries }) => carries.calls))('$name', (format) => {
  it('keeps what the user says beside a result as long as it keeps a message of the user', async () => {
    const app = await agentApp(format, 3000, LITERAL);
    const said = `Mind these points: ${Array.from({ length: 30 }, (_, at) => `point ${at} ${words(5, `p${at}w`)}`).join('; ')}.`;
    app.script.push(
      { role: 'assistant', text: 'I look.', calls: [call('c0')] },
      { role: 'tool', results: [{ id: 'c0', text: words(60, 'first') }], said },
    );
    for (let step = 1; step < 40; step++) {
      expect(await sent(app), `before call ${step}`).toContain(said);
      app.script.push(
        { role: 'assistant', text: '', calls: [call(`c${step}`)] },
        { role: 'tool', results: [{ id: `c${step}`, text: words(60, `r${step}w`) }] },
      );
    }
    const { hidden } = await request(app);
    expect(hidden.length).toBeGreaterThan(0);
    await app.memory.close();
  });

  it.each([
    ['none of them', 0],
    ['one of them', 1],
  ])('sends a stopped step with what was said in it, where %s was answered', async (_, answered) => {
    const app = await agentApp(format, 8000, LITERAL);
    const results = [{ id: 'c1', text: 'The crane squeaks.' }].slice(0, answered);
    const said = 'Stop. What was the plan?';
    app.script.push({ role: 'assistant', text: 'The plan: oil the crane.', calls: [call('c1'), call('c2')] });
    app.script.push(answered > 0 ? { role: 'tool', results, said } : { role: 'user', text: said });
    const first = await request(app);
    expect(brokenPairs(format.name, first.messages)).toEqual([]);
    const text = JSON.stringify(first.messages);
    for (const part of ['The plan: oil the crane.', said, ...results.map((one) => one.text)])
      expect(text).toContain(part);
    const stubs = first.messages
      .flatMap((message) => format.lens.results(message))
      .filter(({ text: of }) => of.includes('Stopped before it answered'));
    expect(stubs.map(({ id }) => id)).toEqual(answered > 0 ? ['c2'] : ['c1', 'c2']);
    expect(first.hidden).toEqual([]);
    expect(first.repairs.map(({ what }) => what)).toEqual(stubs.map(() => 'unanswered-call'));
    app.script.push({ role: 'assistant', text: 'To oil the crane.' }, { role: 'user', text: 'Go on.' });
    const next = await request(app);
    expect(next.messages.slice(0, first.messages.length)).toEqual(first.messages);
    expect(next.prefixChanged).toBe(false);
    await app.memory.close();
  });
});

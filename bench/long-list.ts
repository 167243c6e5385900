// Page that passes on a long history or one huge message at once: measures how long its own thread is blocked.
import { openWorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';
import { makeCorpus } from './texts.ts';

/** UTF-16 units of the huge message. */
const HUGE = 5_000_000;

let ask: (() => Promise<unknown>) | undefined;

/** Makes `count` messages, or one huge message beside some, beforehand, so that only the call's tasks are measured. */
export async function benchMakeList(what: 'history' | 'message', count: number): Promise<void> {
  const { texts } = makeCorpus('English', 2000, 0);
  const said = (index: number): string => texts[index % texts.length] as string;
  const list = Array.from({ length: what === 'history' ? count - 1 : 2 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${said(index)}\n${said(index + 7)}`,
  }));
  if (what === 'message') {
    let content = '';
    for (let index = 0; content.length < HUGE; index++) content += `${said(index)} `;
    list.push({ role: 'user', content }, { role: 'assistant', content: 'Read.' });
  }
  const memory = await openWorkingMemory({ session: what, deadlineMs: 600_000, context: { window: 8000 } });
  ask = async () => {
    await memory.context.prepare(openaiChat, [...list, { role: 'user', content: 'Go on.' }]);
    await memory.close();
  };
}

/** @returns duration of the call, ms */
export async function benchLongList(): Promise<number> {
  const start = performance.now();
  await ask?.();
  return performance.now() - start;
}

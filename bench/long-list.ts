// A page that hands over a long history at once, and one huge message: how long its own thread is taken.
import { openWorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';
import { type Blocking, watchMainThread } from './main-thread.ts';
import { makeCorpus } from './texts.ts';

export interface LongListBench {
  readonly idle: Blocking;
  readonly history: Blocking;
  readonly message: Blocking;
  readonly historyMs: number;
  readonly messageMs: number;
}

/** UTF-16 units of one message. */
const HUGE = 5_000_000;

export async function benchLongList(count: number): Promise<LongListBench> {
  const { texts } = makeCorpus('English', 2000, 0);
  const said = (index: number): string => texts[index % texts.length] as string;
  const list = Array.from({ length: count - 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${said(index)}\n${said(index + 7)}`,
  }));
  const { blocking: idle } = await watchMainThread(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)));
  const prepare = async (session: string, messages: typeof list) => {
    const memory = await openWorkingMemory({ session, deadlineMs: 600_000, context: { window: 8000 } });
    // What a page loads when it is idle.
    await memory.context.prepare(openaiChat, [{ role: 'user', content: 'Hello.' }]);
    const start = performance.now();
    const { blocking } = await watchMainThread(() => memory.context.prepare(openaiChat, messages));
    const ms = performance.now() - start;
    await memory.close();
    return { blocking, ms };
  };
  const history = await prepare('bench long list', [...list, { role: 'user', content: 'Go on.' }]);
  let content = '';
  for (let index = 0; content.length < HUGE; index++) content += `${said(index)} `;
  const huge = await prepare('bench huge message', [
    ...list.slice(0, 2),
    { role: 'user', content },
    { role: 'assistant', content: 'Read.' },
    { role: 'user', content: 'Go on.' },
  ]);
  return {
    idle,
    history: history.blocking,
    historyMs: history.ms,
    message: huge.blocking,
    messageMs: huge.ms,
  };
}

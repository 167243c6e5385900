// A page whose inspector shows a memory of many items, each from a commit of its own.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { inspect } from 'working-memory/inspector';
import { openaiChat } from 'working-memory/lenses';
import { makeCorpus } from './texts.ts';

/** Calls that wait for each other at once. */
const AT_ONCE = 200;
const REQUESTS = 300;

let memory: WorkingMemory | undefined;
let shownIn: HTMLElement | undefined;

export async function benchFillInspected(items: number): Promise<void> {
  const { texts } = makeCorpus('English', items, 0);
  memory = await openWorkingMemory({ session: 'inspected', limits: { maxItems: 20_000, maxTokens: 100_000_000 } });
  const opened = memory;
  for (let at = 0; at < items; at += AT_ONCE) {
    await Promise.all(texts.slice(at, at + AT_ONCE).map((text) => opened.items.memorize({ text })));
  }
  for (let at = 0; at < REQUESTS; at++) {
    await opened.context.prepare(openaiChat, [{ role: 'user', content: `${at}: ${texts[at]}` }]);
  }
}

/** Opens the inspector, or turns to a screen; `press` is the button of its first row, or of its bar, or none. */
export async function benchInspect(screen: string, press: 'row' | 'bar' | undefined, settleMs: number): Promise<void> {
  if (!memory) throw new Error('nothing is open');
  if (!shownIn) {
    await inspect(memory);
    shownIn = document.querySelector<HTMLElement>('wm-inspector') ?? undefined;
    shownIn?.setAttribute('open', '');
  }
  shownIn?.setAttribute('screen', screen);
  await settled(settleMs);
  if (!press) return;
  const selector = press === 'row' ? 'tbody button' : '.lead button';
  const button = shownIn?.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!button) throw new Error(`the screen ${screen} has no ${selector}`);
  button.click();
  await settled(settleMs);
}

const settled = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

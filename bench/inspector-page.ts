// Page whose inspector shows a memory of many items, each from its own commit.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { inspect } from 'working-memory/inspector';
import { openaiChat } from 'working-memory/lenses';
import { makeCorpus } from './texts.ts';

/** Calls in flight at once. */
const AT_ONCE = 200;
const REQUESTS = 300;
/** Attempts before a screen counts as missing. */
const PATIENCE = 60;

let memory: WorkingMemory | undefined;
let shownIn: HTMLElement | undefined;

/** @returns one of the texts, as a question */
export async function benchFillInspected(items: number): Promise<string> {
  const { texts } = makeCorpus('English', items, 0);
  memory = await openWorkingMemory({ session: 'inspected', limits: { maxItems: 20_000, maxTokens: 100_000_000 } });
  const opened = memory;
  for (let revision = 0; revision < 8; revision++) {
    await opened.files.write('detail/notes.md', texts.slice(0, 100 * (revision + 1)).join('\n'), { force: true });
  }
  for (let at = 0; at < items; at += AT_ONCE) {
    await Promise.all(texts.slice(at, at + AT_ONCE).map((text) => opened.items.memorize({ text })));
  }
  for (let at = 0; at < REQUESTS; at++) {
    await opened.context.prepare(openaiChat, [{ role: 'user', content: `${at}: ${texts[at]}` }]);
  }
  return texts[0] ?? '';
}

/** Visit of a screen: what to ask and press there, and the text that shows the end. */
export interface Visit {
  readonly screen: string;
  readonly ask?: string;
  /** Selector; `at` is the index among its matches. */
  readonly press?: string;
  readonly at?: number;
  readonly says?: string;
}

/** Opens the inspector or switches to a screen, then does what the visit says. */
export async function benchInspect({ screen, ask, press, at = 0, says }: Visit, settleMs: number): Promise<void> {
  if (!memory) throw new Error('nothing is open');
  if (!shownIn) {
    await inspect(memory, { write: true, lang: 'en' });
    shownIn = document.querySelector<HTMLElement>('wm-inspector') ?? undefined;
    shownIn?.setAttribute('open', '');
  }
  shownIn?.setAttribute('screen', screen);
  await settled(settleMs);
  const root = shownIn?.shadowRoot;
  if (ask !== undefined) {
    const input = root?.querySelector<HTMLInputElement>('[name=prompt], .stack input');
    if (!input) throw new Error(`the screen ${screen} has no question`);
    input.value = ask;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    if (input.name === 'prompt') input.form?.requestSubmit();
    await settled(settleMs);
  }
  if (press === undefined) return;
  const button = root?.querySelectorAll<HTMLElement>(press)[at];
  if (!button) throw new Error(`the screen ${screen} has no ${press}`);
  button.click();
  await settled(settleMs);
  if (says === undefined) return;
  for (let waits = 0; waits < PATIENCE; waits++) {
    if (root?.textContent?.includes(says)) return;
    await settled(settleMs);
  }
  throw new Error(`the screen ${screen} does not say “${says}”, but ${root?.querySelector('.stack')?.textContent}`);
}

const settled = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

// Plants a canary in every place of a session that texts reach, in every way of writing.
import type { OpenOptions, WorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { openFixed } from '../fixed-memory.ts';
import { Chat, words } from '../messages/chat.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { CANARIES } from './hunt.ts';
import { FORMS } from './written-forms.ts';

/** Returns all ways of writing the words of the canary. */
export const writings = (canary: string): string[] => Object.values(FORMS).map((write) => write(canary));

export interface Planting {
  readonly session: string;
  /** Part of its file names; default `one`. */
  readonly name?: string;
  /** Texts that contain its words; default: every way of writing. */
  readonly forms?: readonly string[];
}

/** Item of a planted canary. */
export interface Planted {
  readonly id: string;
}

/**
 * Plants it in one item, and in files, former revisions, archives, the transcript with originals and parts, the state,
 * the title, and the traces of requests.
 */
export async function plant(
  memory: WorkingMemory,
  canary: string,
  { session, name = 'one', forms = writings(canary) }: Planting,
): Promise<Planted> {
  const { items, files, transcript, sessions, state, context } = memory;
  const message = await transcript.count();
  await transcript.append([{ role: 'user', text: canary }]);
  const stored = await items.memorize({ text: canary, importance: 0.1, tags: ['canary'], speaker: 'Ann', message });
  await sessions.rename(session, `About: ${canary}`.slice(0, 190));
  await state.onEvent({ type: 'task_started', context: { task: canary } });
  await files.write('overview.md', `# Working Memory\n\n## Facts\n\n- ${canary}\n`, { force: true });
  await files.write(`detail/forms-${name}.md`, forms.join('\n\n'), { force: true });
  await files.write(`detail/forms-${name}.md`, `Now:\n\n${forms.join('\n\n')}`, { force: true });
  await files.write(`archive/gone-${name}.md`, canary);
  await files.delete(`archive/gone-${name}.md`);
  await files.write(`detail/before-${name}.md`, canary);
  await files.rename(`detail/before-${name}.md`, `detail/after-${name}.md`);
  await transcript.append(forms.map((text) => ({ role: 'user' as const, text })));
  const json = JSON.stringify({ pin: canary });
  await transcript.append([
    { role: 'assistant', text: '', name: canary.slice(0, 190), calls: [{ id: 'c1', name: 'save', arguments: json }] },
    { role: 'tool', text: '', results: [{ id: 'c1', text: json }], original: { content: [json, { [canary]: 1 }] } },
  ]);
  const chat = new Chat(memory);
  await chat.ask(`Remember: ${canary}`);
  chat.called('look_up', { about: canary }, `${canary}\n${words(3500)}`);
  await chat.prepare();
  chat.answer(`Noted: ${canary}`);
  await files.write('overview.md', `# Working Memory\n\n## Facts\n\n- still ${canary}\n`, { force: true });
  chat.called('ring', {}, 'nobody');
  await chat.prepare();
  chat.answer('Nobody.');
  await chat.ask('What about the café and the PIN, and 密码?');
  await chat.turns(3);
  await context.compact.apply();
  const url = `data:text/plain;base64,${base64(`${canary} `.repeat(1000))}`;
  const shown = { role: 'user' as const, content: [imageOf(url), { type: 'text' as const, text: canary }] };
  await context.record(openaiChat, [shown]);
  return { id: stored.items[0]?.id ?? '' };
}

/** Opens a memory with room for all of it, but with little room in requests. */
export const openCanaries = (storage: Storage, options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({
    storage,
    template: 'yaml',
    limits: { maxItems: 100, maxTokens: 100_000 },
    context: { window: 4000 },
    ...options,
  });

/** Stores a session with every canary; returns the ids of their items. */
export async function planted(storage: Storage, forms = writings): Promise<string[]> {
  const memory = await openCanaries(storage);
  const ids: string[] = [];
  for (const [name, canary] of Object.entries(CANARIES))
    ids.push((await plant(memory, canary, { session: 'test', name, forms: forms(canary) })).id);
  await memory.close();
  return ids;
}

const imageOf = (url: string) => ({ type: 'image_url' as const, image_url: { url } });

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

// Hides a canary in every place of a session that a text can come to, in every way of writing.
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { Chat, words } from '../messages/chat.ts';
import { FORMS } from './written-forms.ts';

/** Each of them holds the words of the canary. */
export const writings = (canary: string): string[] => Object.values(FORMS).map((write) => write(canary));

/** The items that stand for the canary: each kind of forget below selects one of them, and nothing else. */
export interface Planted {
  /** In the store. */
  readonly id: string;
}

/**
 * Hides it in one item, and in files, former revisions, archives, the transcript with its originals and parts, the
 * state, the title, and what is kept of requests.
 */
export async function plant(memory: WorkingMemory, canary: string, session: string): Promise<Planted> {
  const { items, files, transcript, sessions, state, context } = memory;
  const stored = await items.memorize({ text: canary, importance: 0.1, tags: ['canary'], speaker: 'Ann' });
  const all = writings(canary);
  await sessions.rename(session, `About: ${canary}`.slice(0, 190));
  await state.onEvent({ type: 'task_started', context: { task: canary } });
  await files.write('overview.md', `# Working Memory\n\n## Facts\n\n- ${canary}\n`, { force: true });
  await files.write('detail/forms.md', all.join('\n\n'), { force: true });
  await files.write('detail/forms.md', `Now:\n\n${all.join('\n\n')}`, { force: true });
  await files.write('archive/gone.md', canary);
  await files.delete('archive/gone.md');
  await files.write('detail/before.md', canary);
  await files.rename('detail/before.md', 'detail/after.md');
  await transcript.append(all.map((text) => ({ role: 'user' as const, text })));
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
  const url = `data:text/plain;base64,${Buffer.from(`${canary} `.repeat(1000)).toString('base64')}`;
  const shown = { role: 'user' as const, content: [imageOf(url), { type: 'text' as const, text: canary }] };
  await context.record(openaiChat, [shown]);
  return { id: stored.items[0]?.id ?? '' };
}

const imageOf = (url: string) => ({ type: 'image_url' as const, image_url: { url } });

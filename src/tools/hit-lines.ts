// Renders hits for a model. Further lines are indented, so that no text can imitate another hit.
import type { Items } from '../api/items.ts';
import type { WorkingMemory } from '../api/memory.ts';
import type { Hit, ItemHit } from '../api/recall.ts';
import { isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import { SHARED, SHARED_ID } from '../tree/session-name.ts';
import type { Wording } from './words/wording.ts';

/** Returns the day as `2024-05-01`, in UTC. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the store of an id, and the id there. Only a session that reaches its workspace has shared items. */
export function itemsOf(memory: WorkingMemory, id: string): readonly [Items, string] {
  const isShared = memory.runtime.reach === 'workspace' && id.startsWith(SHARED_ID);
  return isShared ? [memory.shared.items, id.slice(SHARED_ID.length)] : [memory.items, id];
}

export const idIn = (items: Items, memory: WorkingMemory, id: string): string =>
  items === memory.items ? id : SHARED_ID + id;

/** Throws an error of these items anew, with the id by which the model knows the missing one. */
export const withIdsOf =
  (items: Items, memory: WorkingMemory) =>
  (error: unknown): never => {
    if (items === memory.items || !isWorkingMemoryError(error, 'not-found')) throw error;
    const { what, name } = error.details;
    const shown = idIn(items, memory, name);
    throw new WorkingMemoryError(
      'not-found',
      error.message.replace(name, () => shown),
      { what, name: shown },
    );
  };

/** Renders id, day and text. */
export function hitLine({ item, archived }: ItemHit, characters: number, say: Wording['say']): string {
  const remarks = [...(item.trust === 0 ? [say.foreign(item.source)] : []), ...(archived ? [say.archived] : [])];
  const isLong = item.text.length > characters;
  const start = isLong ? item.text.slice(0, characters).toWellFormed() : item.text;
  const body = indented(start) + (isLong ? say.cut(item.text.length - characters) : '');
  return `[${item.id}] ${dayOf(item.createdAt)}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''} ${body}`;
}

/** Characters of a line that count as its beginning: a page begins with its line, so a place near there is on it. */
const NEAR = 80;

/** Renders the fields of `read`, as far as they are not its defaults. */
function addressed({ path, line, character }: NonNullable<Hit['opens']>): string {
  const isNear = character <= NEAR;
  const from = line === 1 && isNear ? '' : `, fromLine ${line}`;
  return `${path}${from}${isNear ? '' : `, fromCharacter ${character}`}`;
}

/** Renders address and heading, and the passage below them. */
export function passageLine(hit: Hit, say: Wording['say']): string {
  const { id, heading, time, session, snippet, opens } = hit;
  const shown = session === SHARED && id !== undefined ? SHARED_ID + id : id;
  const isElsewhere = session !== undefined && session !== SHARED;
  const where = opens ? addressed(opens) : isElsewhere ? '' : `[${shown}] ${dayOf(time)}`;
  const remarks = [isElsewhere && `${say.elsewhere} ${dayOf(time)}`, hit.abandoned && say.abandoned].filter(Boolean);
  const place = [where, ...remarks].filter(Boolean).join(', ');
  return `${[place, heading].filter(Boolean).join(' · ')}\n  ${indented(snippet)}`;
}

/** Indents further lines, after any character that may pass for the end of a line. */
const indented = (text: string): string => text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n  ');

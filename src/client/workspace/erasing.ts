// Implements memory.erase: one session after the other, each in one commit.
//
// Called again after it was interrupted, it ends what it began, although it records nothing: the named items go last,
// so their texts can be found as long as any quotation is left.
import type { ErasedSession, EraseReceipt, EraseRequest } from '../../api/erasing.ts';
import type { Engine, Erasing } from '../../boundary/engine.ts';
import { invalidInput, isWorkingMemoryError, kindOf, workspaceNotNamed } from '../../errors.ts';
import { isNamed } from '../../options/names.ts';
import { didYouMean } from '../../options/nearest.ts';
import { SHARED } from '../../tree/session-name.ts';
import type { Calls } from '../calls/calls.ts';

type Named = Omit<Erasing, 'texts' | 'spare'>;

/** Erases from all sessions. @param engineOf opens the engine of another session for as long as `use` takes */
export async function eraseEverywhere(
  calls: Calls,
  { workspace, session: own }: { readonly workspace: string; readonly session: string },
  engineOf: <T>(session: string, use: (engine: Engine) => Promise<T>) => Promise<T>,
  request: EraseRequest,
): Promise<EraseReceipt> {
  const { text, named } = checkRequest(request);
  if (!isNamed(workspace)) throw workspaceNotNamed('erase');
  const listed = await calls.call('erase', (engine) => engine.listSessions({}));
  const sessions = [...listed.map(({ session }) => session), SHARED];
  const failed = new Map<string, EraseReceipt['failed'][number]>();
  /** Runs `work` in each session, with a deadline for each and none for all of them. */
  const inEach = async (work: (engine: Engine, session: string) => Promise<void>): Promise<void> => {
    for (const session of sessions) {
      const use = (engine: Engine): Promise<void> => work(engine, session);
      try {
        await (session === own ? calls.call('erase', use) : calls.local('erase', () => engineOf(session, use)));
      } catch (error) {
        calls.refuseClosed();
        const code = isWorkingMemoryError(error) ? error.code : undefined;
        if (code === 'read-only') throw error;
        // The session was deleted meanwhile: nothing of it is left.
        if (code !== 'not-found') failed.set(session, { session, code });
      }
    }
  };

  const erased = new Map<string, ErasedSession>();
  const erase = (what: Erasing) =>
    inEach(async (engine, session) => {
      const now = await engine.erase(what);
      const before = erased.get(session);
      const together = <T>(one: readonly T[] = [], other: readonly T[]): T[] => [...new Set([...one, ...other])];
      erased.set(session, {
        session,
        items: together(before?.items, now.items),
        messages: together(before?.messages, now.messages),
        files: together(before?.files, now.files),
        ...((before?.title ?? now.title) && { title: true }),
      });
    });

  if (text !== undefined) await erase({ texts: [text] });
  else {
    const found = new Set<string>();
    await inEach(async (engine) => {
      for (const each of await engine.textsOf(named)) found.add(each);
    });
    const texts = [...found];
    // Where one session could not be searched, the named items stay in the others as well: a second call goes by them
    // alone.
    for (const which of [{ spare: named }, named])
      if (failed.size === 0 && texts.length > 0) await erase({ texts, ...which });
  }
  const changed = [...erased.values()].filter(
    ({ items, messages, files, title }) => title || items.length + messages.length + files.length > 0,
  );
  return { sessions: changed, searched: sessions.length, failed: [...failed.values()] };
}

const NAMED_BY = ['userId', 'text', 'ids'];

/** Checks the request. @throws invalid-input */
function checkRequest(request: unknown): { readonly text?: string; readonly named: Named } {
  const expected = "exactly one of { userId }, { text } and { ids }, e.g. { userId: 'ann' }";
  const names = typeof request === 'object' && request !== null ? Object.keys(request) : [];
  const [name] = names;
  const value: unknown = name === undefined ? undefined : (request as Record<string, unknown>)[name];
  if (names.length === 1) {
    const isText = typeof value === 'string' && value.trim() !== '';
    if (name === 'text' && isText) return { text: value, named: {} };
    if (name === 'userId' && isText) return { named: { userId: value } };
    const isIds = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string');
    if (name === 'ids' && isIds) return { named: { ids: value as string[] } };
  }
  const misspelt = names.find((each) => !NAMED_BY.includes(each));
  throw invalidInput('request', expected + didYouMean(misspelt, NAMED_BY), kindOf(request));
}

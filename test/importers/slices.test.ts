// An import of any size works in small slices, with a pause for the page after each.
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { unzipSome } from '../../src/bundle/reading/unzip-some.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { chatgptExport } from '../../src/entries/importers.ts';
import { randomIds } from '../../src/ports/system.ts';
import { CONVERSATIONS } from '../../src/options/policy.ts';
import { createImport } from '../../src/sdks/importers/import-conversations.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { chatgptConversation } from '../support/exports/made-up-exports.ts';

afterEach(() => vi.restoreAllMocks());

interface Commit {
  readonly messages: number;
  readonly units: number;
}

const sizeOf = (messages: readonly { readonly text: string }[]): Commit => ({
  messages: messages.length,
  units: messages.reduce((sum, { text }) => sum + text.length, 0),
});

/** Records what a memory receives, commit by commit. */
function listeningTo(memory: WorkingMemory): { commits: Commit[]; isBundle: (text: string) => boolean } {
  const commits: Commit[] = [];
  const bundles = new Set<string>();
  const { import: take, sessions } = memory;
  vi.spyOn(memory, 'import').mockImplementation(async (data, options) => {
    bundles.add(data as string);
    commits.push(sizeOf((JSON.parse(data as string) as { messages: { text: string }[] }).messages));
    return take.call(memory, data, options);
  });
  const open = sessions.open.bind(sessions);
  vi.spyOn(sessions, 'open').mockImplementation(async (session) => {
    const opened = await open(session);
    const append = opened.transcript.append.bind(opened.transcript);
    vi.spyOn(opened.transcript, 'append').mockImplementation(async (messages) => {
      commits.push(sizeOf([messages].flat()));
      return append(messages);
    });
    return opened;
  });
  return { commits, isBundle: (text) => bundles.has(text) };
}

const size = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ messages: fc.integer({ min: 1, max: 30 }), length: fc.integer({ min: 1, max: 2000 }) }),
  },
  fc.record({ messages: fc.integer({ min: 900, max: 1300 }), length: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ messages: fc.integer({ min: 1, max: 3 }), length: fc.integer({ min: 100_000, max: 300_000 }) }),
);

it('reads, parses and writes no more at a time than a page bears, and pauses after each piece, conversation and commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 3 }), async (sizes) => {
      await using memory = await openFixed({ workspace: 'ann', session: 'home' });
      const { commits, isBundle } = listeningTo(memory);
      let pauses = 0;
      /** Units that were read since the last pause. */
      let read = 0;
      const pieces: number[] = [];
      const between = async (): Promise<void> => {
        pauses++;
        read = 0;
      };
      const parse = vi.spyOn(JSON, 'parse');
      const json = JSON.stringify(
        sizes.map(({ messages, length }, number) => {
          const said = Array.from({ length: messages }, () => ({ role: 'user', text: 'x'.repeat(length) }) as const);
          return chatgptConversation(`c-${number}`, 'A chat', said);
        }),
      );
      let before = 0;
      const { counts, messages } = await createImport({ unzip: unzipSome, between, newId: randomIds })(
        memory,
        chatgptExport,
        json,
        {
          onProgress: (progress) => {
            if (progress.read > before) pieces.push((read += progress.read - before));
            before = progress.read;
          },
        },
      );
      expect(counts.new).toBe(sizes.length);
      expect(messages.read).toBe(sizes.reduce((sum, each) => sum + each.messages, 0));
      expect(Math.max(...pieces)).toBeLessThanOrEqual(CONVERSATIONS.piece);
      const parsed = parse.mock.calls.map(([text]) => text).filter((text) => !isBundle(text));
      // A member that is longer than a piece, such as one long text, is parsed alone.
      const longestText = Math.max(...sizes.map(({ length }) => length));
      expect(Math.max(...parsed.map((text) => text.length))).toBeLessThanOrEqual(
        CONVERSATIONS.parsed + Math.max(CONVERSATIONS.piece, longestText),
      );
      for (const commit of commits) {
        expect(commit.messages).toBeLessThanOrEqual(CONVERSATIONS.messagesOfCommit);
        expect(commit.units).toBeLessThanOrEqual(CONVERSATIONS.commit);
      }
      expect(pauses).toBeGreaterThanOrEqual(pieces.length + commits.length - 1);
      vi.restoreAllMocks();
    }),
    { numRuns: 5 },
  );
});

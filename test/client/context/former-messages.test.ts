import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormerMessages } from '../../../src/client/context/reading/former-messages.ts';
import { CountedTexts } from '../../../src/client/context/reading/counted-texts.ts';
import { readMessages } from '../../../src/client/context/reading/read-messages.ts';
import { Slices } from '../../../src/client/context/slices.ts';
import { openaiChat } from '../../../src/sdks/lenses/openai/chat.ts';
import { defaultTokenScan } from '../../../src/ports/token-scan.ts';

interface Said {
  role: string;
  content: string | { type: 'text' | 'image_url'; text?: string; image_url?: { url: string } }[];
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
  createdAt?: number;
}

const word = fc.constantFrom('', 'a', 'tea', 'My PIN is 4711.');
const message: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: word }),
  fc.record({ role: fc.constant('tool'), tool_call_id: fc.constantFrom('1', '2'), content: word }),
  fc.record({ role: fc.constant('user'), content: word, createdAt: fc.constantFrom(1e12, 2e12) }),
  fc.record({ id: fc.constantFrom('1', '2'), json: fc.constantFrom('{}', '{"a":1}') }).map(({ id, json }) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function' as const, function: { name: 'read', arguments: json } }],
  })),
  word.map((text) => ({
    role: 'user',
    content: [
      { type: 'text' as const, text },
      { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${text}` } },
    ],
  })),
);
/** Edits of an app's list between two requests. */
const edit = fc.oneof(
  fc.record({ what: fc.constantFrom('push', 'replace', 'change', 'insert'), at: fc.nat(9), message }),
  fc.record({ what: fc.constantFrom('remove', 'copy', 'know'), at: fc.nat(9), message }),
);

describe('A list that was read before', () => {
  it('is read as if it were new, whatever the app did to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1 }), fc.array(edit), async (first, edits) => {
        const former = new FormerMessages();
        const texts = new CountedTexts(defaultTokenScan());
        let list = structuredClone(first);
        let known = new Map<string, string>();
        const read = async (counts: CountedTexts, before?: FormerMessages) =>
          readMessages(openaiChat, list, counts, known, new Slices(async () => {}), 'auto', before);
        for (const { what, at, message: given } of [{ what: 'none', at: 0, message: first[0] as Said }, ...edits]) {
          const place = at % list.length;
          if (what === 'push') list.push(given);
          if (what === 'replace') list[place] = given;
          // The object stays, as where an app redacts what it shows.
          if (what === 'change') Object.assign(list[place] as Said, given);
          if (what === 'insert') list.splice(place, 0, given);
          if (what === 'remove' && list.length > 1) list.splice(place, 1);
          if (what === 'copy') list = structuredClone(list);
          if (what === 'know') {
            const seen = await read(new CountedTexts(defaultTokenScan()));
            known = new Map([...known, [seen[place]?.hash ?? '', 'of-a-restored-list']]);
          }
          texts.turn();
          expect(await read(texts, former)).toEqual(await read(new CountedTexts(defaultTokenScan())));
        }
      }),
    );
  });

  it('keeps what it says counted', async () => {
    const counted: string[] = [];
    const texts = new CountedTexts({
      count: (text) => {
        counted.push(text);
        return Promise.resolve(1);
      },
    });
    const former = new FormerMessages();
    const list: Said[] = [{ role: 'user', content: 'tea' }];
    for (const said of ['coffee', 'milk', 'sugar']) {
      texts.turn();
      await readMessages(openaiChat, list, texts, new Map(), new Slices(async () => {}), 'auto', former);
      list.push({ role: 'assistant', content: said });
    }
    expect(texts.known('tea')).toBe(1);
    expect(counted).toEqual(['tea', 'coffee', 'milk']);
  });
});

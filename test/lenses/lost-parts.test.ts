// No lens loses a part of another format's message: it refuses the message, or reads all that its own lens reads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseForeign } from '../../src/client/context/reading/foreign-messages.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import { formats, modelMessages, tanstackMessages } from '../support/messages/message-formats.ts';

const FORMATS = [...formats, modelMessages, tanstackMessages];

/** Returns the content of a message independent of its format. Messages of text alone have no ids. */
const readingOf = ({ role, text, calls, results, media }: Lens<object>, message: object) => ({
  role: role(message),
  texts: [text(message), ...results(message).map((result) => result.text)].filter((said) => said !== ''),
  calls: calls(message).map(({ id, name, arguments: json }) => [id, name, JSON.parse(json) as unknown]),
  answered: results(message).flatMap(({ id }) => (id === '' ? [] : [id])),
  media: media?.(message).map(({ kind, data }) => (data === undefined ? 'nothing' : kind)) ?? [],
});

/** The message, and one for each of its parts. */
function* withEachPart(message: object): Generator<object> {
  yield message;
  for (const field of ['content', 'parts']) {
    const held = (message as Readonly<Record<string, unknown>>)[field];
    if (Array.isArray(held)) for (const part of held as unknown[]) yield { ...message, [field]: [part] };
  }
}

const isRefused = (lens: Lens<object>, message: object): Promise<boolean> =>
  refuseForeign(lens, [message]).then(
    () => lens.role(message) === undefined,
    () => true,
  );

for (const { name, lens } of [...formats, tanstackMessages]) {
  describe(name, () => {
    for (const other of FORMATS.filter((format) => format.lens !== lens)) {
      it(`refuses a message of ${other.name}, or reads all of it`, async () => {
        await fc.assert(
          fc.asyncProperty(other.transcript, async (messages) => {
            for (const message of messages.flatMap((each) => Array.from(withEachPart(each)))) {
              if (await isRefused(lens, message)) continue;
              expect(readingOf(lens, message)).toEqual(readingOf(other.lens, message));
            }
          }),
        );
      });
    }
  });
}

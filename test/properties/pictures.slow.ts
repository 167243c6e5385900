// Forty pictures and more in a small window: no request exceeds it, whatever the provider charges for a picture.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../src/context/media/sized.ts';
import { chargeOf } from '../../src/context/media/charge.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { words } from '../support/messages/chat.ts';
import { formats } from '../support/messages/message-formats.ts';
import type { Script } from '../support/messages/message-script.ts';
import { screenshot } from '../support/messages/pictures.ts';

const WINDOW = 32_000;
const scan = tokenScan();

/** Counts like a provider that charges `beyond` tokens more for each picture than its guide says. */
function counted(lens: Lens<object>, messages: readonly object[], beyond: number): number {
  let tokens = 0;
  for (const message of messages) {
    const texts = [
      lens.text(message),
      ...lens.calls(message).map((call) => call.arguments),
      ...lens.results(message).map((result) => result.text),
    ];
    tokens += 4 + texts.reduce((sum, text) => sum + (scan.count(text) as number), 0);
    for (const medium of lens.media?.(message) ?? []) tokens += chargeOf(sized(medium), lens.provider) + beyond;
  }
  return tokens;
}

const textsOf = (lens: Lens<object>, message: object): string =>
  [lens.text(message), ...lens.results(message).map(({ text }) => text)].join('\n');

/** The same screenshots as results of calls, in the formats whose results hold pictures. */
const inResults: Readonly<Record<string, (image: string, at: number) => object[]>> = {
  'openai-responses': (image, at) => [
    { type: 'function_call', call_id: `c${at}`, name: 'look', arguments: '{}' },
    {
      type: 'function_call_output',
      call_id: `c${at}`,
      output: [{ type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${image}` }],
    },
  ],
  'anthropic-messages': (image, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `c${at}`, name: 'look', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `c${at}`,
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } }],
        },
      ],
    },
  ],
  'ai-sdk-prompt': (image, at) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${at}`, toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: `c${at}`,
          toolName: 'look',
          output: { type: 'content', value: [{ type: 'media', data: image, mediaType: 'image/png' }] },
        },
      ],
    },
  ],
};

const runs = fc.record({
  beyond: fc.integer({ min: -300, max: 600 }),
  turns: fc.array(
    fc.record({
      width: fc.integer({ min: 600, max: 2000 }),
      height: fc.integer({ min: 400, max: 1400 }),
      said: fc.integer({ min: 0, max: 60 }),
      asResult: fc.boolean(),
    }),
    { minLength: 40, maxLength: 44 },
  ),
});

describe.each(formats.filter(({ carries }) => carries.images))('in the format $name', ({ lens, build }) => {
  it('forty screenshots in a window of 32,000 tokens never pass it, and each that is left out is named', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ beyond, turns }) => {
        const memory = await openFixed({ tokenizer: scan, context: { window: WINDOW } });
        const list = build([{ role: 'system', text: 'Look at the pages.' }] as Script);
        list.push(...build([{ role: 'user', text: 'Which page is broken?' }] as Script));
        let least = 0;
        for (const [at, { width, height, said, asResult }] of turns.entries()) {
          const image = screenshot(width, height);
          const result = asResult ? inResults[lens.name] : undefined;
          if (result) list.push(...result(image, at));
          else {
            if (at > 0) list.push(...build([{ role: 'assistant', text: `Seen. ${words(said)}` }] as Script));
            list.push(...build([{ role: 'user', text: `Page ${at}.`, image }] as Script));
          }
          const { messages, prefixChanged, epochReason } = await memory.context.prepare(lens, list);
          const inputTokens = counted(lens, messages, beyond);
          expect(inputTokens).toBeLessThanOrEqual(WINDOW);
          expect(prefixChanged).toBe(epochReason !== undefined && at > 0);
          // Pictures that the model is about to see are there.
          const shown = messages.flatMap((message) => lens.media?.(message).map(sized) ?? []);
          expect(shown.at(-1)).toMatchObject({ width, height });
          if (epochReason === 'media-left-out') {
            least++;
            const texts = messages.map((message) => textsOf(lens, message));
            expect(texts.join('\n')).toMatch(
              /\[A picture of \d+×\d+ stood here and is no longer shown: messages\/\d+\]/,
            );
          }
          memory.context.observe({ inputTokens });
        }
        expect(least).toBeGreaterThan(0);
        await memory.close();
      }),
      { numRuns: 3, seed: 23 },
    );
  }, 120_000);

  it('the name of a picture counts as long as the picture is sent, in messages and in results', async () => {
    for (const asResult of inResults[lens.name] ? [false, true] : [false]) {
      const memory = await openFixed({ tokenizer: scan, context: { window: WINDOW } });
      const list = build([{ role: 'user', text: 'Which page is broken?' }] as Script);
      let leftOut = 0;
      for (let at = 0; at < 60; at++) {
        const image = screenshot(1000 + at, 900);
        if (asResult) list.push(...(inResults[lens.name]?.(image, at) ?? []));
        else {
          const shown: Script = [
            { role: 'assistant', text: 'Seen.' },
            { role: 'user', text: `Page ${at}.`, image },
          ] as Script;
          list.push(...build(shown));
        }
        const { messages, meta } = await memory.context.prepare(lens, list);
        leftOut = messages.filter((message) => / is no longer shown: /.test(textsOf(lens, message))).length;
        const calls = messages.flatMap((message) => lens.calls(message));
        const whole =
          counted(lens, messages, 0) + calls.reduce((sum, { name }) => sum + 6 + (scan.count(name) as number), 0);
        // A line on the fill is not in its own number, and joined texts count a little less than their parts.
        expect(Math.abs(meta.tokensUsed - whole), `with ${leftOut} left out`).toBeLessThanOrEqual(30 + leftOut);
      }
      expect(leftOut).toBeGreaterThan(15);
      await memory.close();
    }
  });
});

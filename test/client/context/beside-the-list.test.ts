// Options beside an app's list: the system prompt, the tools, the provider's count.
import { expect, it } from 'vitest';
import { anthropicMessages } from '../../../src/entries/lenses.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const list = [{ role: 'user' as const, content: 'Cook something.' }];

it('counts a system prompt of text blocks as their texts', async () => {
  const memory = await openFixed({});
  const said = 'You cook for a large table and never use nuts. '.repeat(40);
  const block = (text: string) => ({ type: 'text' as const, text, cache_control: { type: 'ephemeral' as const } });
  const tokens = async (system?: string | readonly { readonly text: string }[]): Promise<number> =>
    (await memory.context.prepare(anthropicMessages, list, system === undefined ? {} : { system })).meta.tokensUsed;
  const bare = await tokens();
  expect(await tokens([block(said)])).toBe(await tokens(said));
  expect(await tokens([block(said), block(said)])).toBe(await tokens(`${said}\n${said}`));
  expect(await tokens([])).toBe(bare);
  const { epochReason } = await memory.context.prepare(anthropicMessages, list, { system: [block('Be brief.')] });
  expect(epochReason).toBe('system-changed');
});

it('refuses a system prompt, tools and a count that are none, with what they must be', async () => {
  const memory = await openFixed({});
  const circle: Record<string, unknown> = { name: 'x' };
  circle.self = circle;
  for (const system of [null, 5, {}, [null], [{ type: 'image' }], ['text']]) {
    await expect(memory.context.prepare(anthropicMessages, list, { system: system as never })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('system must be a text or a list of blocks with a text; got '),
    });
  }
  for (const tools of [[circle], [{ name: 'x', max: 10n }]]) {
    await expect(memory.context.prepare(anthropicMessages, list, { tools })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('tools must be a value that JSON can hold; got an array of 1'),
    });
  }
  for (const usage of [undefined, null]) {
    expect(() => memory.context.observe(usage as never)).toThrow('inputTokens must be a number of tokens above 0');
  }
});

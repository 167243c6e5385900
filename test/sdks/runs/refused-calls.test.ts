// Messages to a model about a refused call, without any SDK.
import { expect, it } from 'vitest';
import { RunTools } from '../../../src/sdks/loop/tools.ts';
import { loopWords } from '../../../src/sdks/loop/words.ts';

it('says in the language of the tools that arguments are no JSON', async () => {
  const look = { name: 'look', execute: () => 'seen' };
  for (const [locale, said] of [
    ['en', /^look was not run: .*JSON.*\.$/],
    ['zh-CN', /^look 没有运行：参数不是有效的 JSON（.+）。$/],
  ] as const) {
    const { text, isError } = await new RunTools([], [look], loopWords(locale)).run(
      { id: 'a', name: 'look', input: '{"city":' },
      {},
    );
    expect(isError).toBe(true);
    expect(text).toMatch(said);
  }
});

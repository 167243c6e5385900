import { describe, expect, it } from 'vitest';
import { frontEn } from '../../demo/words/en-front.ts';
import { en as page } from '../../demo/words/en.ts';
import { frontZh } from '../../demo/words/zh-front.ts';
import { meaning } from '../../demo/words/zh-meaning.ts';
import { zh as pageZh } from '../../demo/words/zh.ts';
import { createNotices } from '../../demo/state/notices.ts';
import { WorkingMemoryError } from '../../src/errors.ts';
import { zh as inspector } from '../../src/inspector/words/zh.ts';

const en = { ...page, ...frontEn };
const zh = { ...pageZh, ...frontZh };

/** Path and text of everything that a table says; functions are called with numbers or texts. */
function said(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const here = `${path}.${name}`;
    if (typeof value === 'string') return [[here, value]];
    if (typeof value === 'function') return [[here, String(value(1, 2, 3, 4, 5))]];
    return said(value as object, here);
  });
}

/** Names, numbers and units that are the same in every language. */
const SAME = /^\.(locale|title|player\.speeds\..*|toolbar\.language(Hint)?|integrate\.sdk|brain\.urlHint)$/;

describe('the words of the page', () => {
  it('say everything in both languages', () => {
    expect(said(zh).map(([path]) => path)).toEqual(said(en).map(([path]) => path));
    expect([...said(en), ...said(zh)].filter(([, text]) => text.trim() === '' || text.includes('undefined'))).toEqual(
      [],
    );
  });

  it('are Chinese in Chinese', () => {
    const foreign = said(zh).filter(([path, text]) => !SAME.test(path) && !/\p{Script=Han}/u.test(text));
    expect(foreign.map(([path]) => path)).toEqual([]);
  });

  it('say in Chinese what an error of the library means, and in English what it says itself', () => {
    const full = new WorkingMemoryError('storage-quota', 'The storage is full.', {});
    expect(createNotices(page).textOf(full)).toBe('The storage is full.');
    expect(createNotices(pageZh).textOf(full)).toBe('浏览器的存储已满，没有保存。请腾出空间后再试。');
    const message = './models/x/config.json is not there.';
    const missing = new WorkingMemoryError('embedder-unavailable', message, { reason: 'not-found', model: 'x' });
    expect(createNotices(pageZh).textOf(missing)).toMatch(/^模型现在不能生成向量.*config\.json/);
  });

  it('call a token by its Chinese name, as the inspector does', () => {
    const tables = { page: zh, inspector, meaning };
    expect(said(tables).filter(([, text]) => /\btokens?\b/i.test(text))).toEqual([]);
  });
});

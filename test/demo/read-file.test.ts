import { describe, expect, it } from 'vitest';
import { fileProblemText, readText, UnreadableFile } from '../../demo/files/read-file.ts';
import { en } from '../../demo/words/en.ts';
import { zh } from '../../demo/words/zh.ts';

const read = (name: string, text: string) => readText(name, new TextEncoder().encode(text));

function refusal(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    if (error instanceof UnreadableFile) return fileProblemText(error.problem, en);
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('a dropped file', () => {
  it('is read as UTF-8, or as UTF-16 with its mark', () => {
    expect(read('a.txt', '河边')).toBe('河边');
    expect(readText('a.txt', new Uint8Array([0xff, 0xfe, 0x41, 0]))).toBe('A');
  });

  it('is refused in plain words', () => {
    expect(refusal(() => read('empty.txt', ' \n'))).toMatch(/empty\.txt is empty/);
    expect(refusal(() => readText('a.png', new Uint8Array([0x89, 0x50, 0, 1])))).toMatch(/a\.png is a binary file/);
    expect(refusal(() => readText('a.txt', new Uint8Array([0xe9, 0xe8])))).toMatch(/not in UTF-8/);
    expect(refusal(() => readText('big.txt', new Uint8Array(6 * 1024 * 1024)))).toMatch(
      /big\.txt has 6 MB; this page takes files of up to 5 MB/,
    );
  });

  it('is refused in Chinese, too', () => {
    expect(
      fileProblemText({ kind: 'tooLarge', name: 'a.zip', bytes: 50 * 1024 * 1024, most: 32 * 1024 * 1024 }, zh),
    ).toBe('a.zip 有 50 MB；此页面最多接受 32 MB 的文件。没有任何改动。');
  });
});

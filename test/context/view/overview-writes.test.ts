import { describe, expect, it } from 'vitest';
import { overviewCalls } from '../../../src/context/view/overview-writes.ts';
import { namesOverview } from '../../../src/tree/paths.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { seen, user } from '../../support/messages/seen-messages.ts';

const PATH = 'working-memory/overview.md';

/** A call with these fields, and its result; without one it is still open. */
function made(fields: object | string, result: string | undefined = 'Saved.', id = 'a'): NewMessage[] {
  const json = typeof fields === 'string' ? fields : JSON.stringify(fields);
  const call: NewMessage = { role: 'assistant', text: '', calls: [{ id, name: 'save', arguments: json }] };
  return [call, { role: 'tool', text: '', results: [{ id, text: result }] }];
}

const found = (...messages: readonly (NewMessage | readonly NewMessage[])[]) =>
  overviewCalls(seen(messages.flat()), 0).map(({ index, content }) => ({ index, content }));

describe('the path of the overview', () => {
  it('is known however tools give it', () => {
    for (const path of [
      'overview.md',
      './overview.md',
      '/overview.md',
      PATH,
      `/home/me/project/${PATH}`,
      'C:\\work\\working-memory\\overview.md',
      '/memories/overview.md',
      ` ${PATH}\n`,
    ]) {
      expect(namesOverview(path), path).toBe(true);
    }
  });

  it('is no other file, and no other type', () => {
    for (const path of [
      'docs/overview.md',
      'overview.md.bak',
      'my-working-memory/overview.md',
      'Overview',
      '',
      7,
      null,
    ]) {
      expect(namesOverview(path), String(path)).toBe(false);
    }
    expect(namesOverview(undefined)).toBe(false);
  });
});

describe('a write of the overview', () => {
  it('is found by path and content, under the names that tools have for them', () => {
    expect(found(user(), made({ path: PATH, content: 'one' }))).toEqual([{ index: 1, content: 'one' }]);
    expect(found(user(), made({ file_path: PATH, contents: 'two' }))).toEqual([{ index: 1, content: 'two' }]);
    expect(found(user(), made({ filename: PATH, text: '' }))).toEqual([{ index: 1, content: '' }]);
    expect(found(user(), made({ target_file: PATH, code_edit: 'three' }))).toEqual([{ index: 1, content: 'three' }]);
  });

  it('has no content where the call changes a part of the file', () => {
    expect(found(user(), made({ path: PATH, old_str: 'a', new_str: 'b' }))).toEqual([{ index: 1, content: undefined }]);
    expect(found(user(), made({ path: PATH, edits: [], content: 'x' }))).toEqual([{ index: 1, content: undefined }]);
    expect(found(user(), made({ path: PATH, insert_line: 0, insert_text: 'x' }))).toHaveLength(1);
  });

  it('is a note on one section, unless nothing was written', () => {
    const note = (fields: object, result: string): NewMessage[] => [
      { role: 'assistant', text: '', calls: [{ id: 'n', name: 'note', arguments: JSON.stringify(fields) }] },
      { role: 'tool', text: '', results: [{ id: 'n', text: result }] },
    ];
    const fields = { section: 'Task', text: '- ship' };
    expect(found(user(), note(fields, 'Written: Task.'))).toEqual([{ index: 1, content: undefined }]);
    for (const result of [
      'Not written. section must be',
      'Not removed: there is no section',
      '未写入。',
      '未删除：没有',
    ]) {
      expect(found(user(), note(fields, result)), result).toEqual([]);
    }
    expect(found(user(), note({ text: 'a note of the app' }, 'Saved.'))).toEqual([]);
  });

  it('is no read, no other file, and no call whose arguments cannot be read', () => {
    expect(found(user(), made({ path: PATH }), made({ path: 'a.md', content: PATH }))).toEqual([]);
    expect(found(user(), made(`{"path":"${PATH}","content":"cut o`), made(`["${PATH}"]`), made(`"${PATH}"`))).toEqual(
      [],
    );
    expect(found(user(), made({ path: PATH, content: { not: 'a text' } }))).toEqual([]);
  });

  it('is none before its result', () => {
    const [call] = made({ path: PATH, content: 'one' });
    expect(found(user(), call as NewMessage)).toEqual([]);
  });

  it('is none when the result says that it failed', () => {
    const fields = { path: PATH, content: 'one' };
    for (const result of [
      'Error: disk full',
      '❌ Failed to write',
      '"error": "no"',
      'Not written. overview.md is at revision 3 now.',
      'could not save',
      '错误：没有空间',
      '未写入',
      '{"error":"disk full"}',
      '{"error":{"code":5}}',
      ' {"ok":false}',
      '{"success":false,"content":""}',
      '{"status":"error"}',
      '{"error": cut',
    ]) {
      expect(found(user(), made(fields, result)), result).toEqual([]);
    }
  });

  it('counts when the result speaks of errors there were none of', () => {
    const fields = { path: PATH, content: 'one' };
    for (const result of [
      '',
      'ok',
      'No errors.',
      '已写入，没有错误',
      '写入成功，无失败',
      '{"error":null,"ok":true}',
      '{"error":"","bytes":12}',
      '{"errors":[],"success":true}',
      '[]',
      'Saved without error',
    ]) {
      expect(found(user(), made(fields, result)), result).toHaveLength(1);
    }
  });

  it('is read from the given message on, with the nearest result of its id', () => {
    const list = seen([
      user(),
      ...made({ path: PATH, content: 'one' }, 'Error', '0'),
      ...made({ path: PATH, content: 'two' }, 'ok', '0'),
      ...made({ path: PATH, content: 'three' }, 'ok', '0'),
    ]);
    expect(overviewCalls(list, 0).map(({ content }) => content)).toEqual(['two', 'three']);
    expect(overviewCalls(list, 4).map(({ content }) => content)).toEqual(['three']);
    expect(overviewCalls(list, list.length)).toEqual([]);
    expect(overviewCalls(list, 0)[0]).toEqual({ index: 3, callId: '0', tool: 'save', content: 'two' });
  });
});

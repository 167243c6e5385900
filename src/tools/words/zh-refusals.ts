// Chinese answers to errors that a model can repair. An error that is not known here keeps its own message.
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';
import { namesItemByText } from './missing-item.ts';

export function refusedInChinese(error: WorkingMemoryError): string {
  if (namesItemByText(error)) return '没有这个条目。请给出 id，recall 的结果中写在方括号里。没有变化。';
  if (isWorkingMemoryError(error, 'not-found')) return notFound(error);
  if (isWorkingMemoryError(error, 'path-not-allowed')) return pathNotAllowed(error);
  if (isWorkingMemoryError(error, 'invalid-input')) return invalidInput(error);
  if (isWorkingMemoryError(error, 'item-state')) return itemState(error);
  if (isWorkingMemoryError(error, 'tree-full')) {
    const { used, limit } = error.details;
    return `超出上限：写入后为 ${used}，上限为 ${limit}（字节数或文件数）。请精简、拆分或删除文件。没有写入。`;
  }
  if (isWorkingMemoryError(error, 'item-too-large')) {
    const { tokens, maxTokens } = error.details;
    return `该条目有 ${tokens} tokens，超过整个记忆的容量 ${maxTokens}，请拆分。没有保存。`;
  }
  if (isWorkingMemoryError(error, 'write-rejected')) {
    const { reason } = error.details;
    return `应用拒绝了这段内容${reason === undefined ? '' : `：${reason}`}。没有保存。`;
  }
  if (isWorkingMemoryError(error, 'session-busy')) return '其他进程正在修改此会话，请稍后重试。没有变化。';
  return error.message;
}

function notFound({ details, message }: WorkingMemoryError<'not-found'>): string {
  const { what, name } = details;
  if (what === 'file') return `没有文件 ${name}，请核对路径。`;
  if (what === 'text') return `没有 ${name}：从未有过，或已不存在。现有内容可用 search 查找。`;
  return what === 'item' ? `没有 id 为 ${name} 的条目，或已彻底删除。没有变化。` : message;
}

function pathNotAllowed({ details, message }: WorkingMemoryError<'path-not-allowed'>): string {
  const { path, rule } = details;
  switch (rule) {
    case 'held-back':
      return message;
    case 'overview':
      return `${path} 会出现在每次请求中，不能改名或删除，请直接改写。`;
    case 'case-collision':
      return `路径 ${path} 与现有文件的路径只差大小写或字符形式，有的系统无法并存。请使用现有文件的路径。`;
    case 'file-and-folder':
      return `路径 ${path} 与现有文件冲突：同一个名称不能既是文件又是目录。请换个名称。`;
    default:
      return `不允许使用路径 "${path}"（${rule}）。请使用 overview.md、detail/<name> 或 archive/<name>。`;
  }
}

function invalidInput({ details, message }: WorkingMemoryError<'invalid-input'>): string {
  const { argument, expected, received = '' } = details;
  const most = /^at most (\d+) characters/.exec(expected)?.[1];
  if (most !== undefined) return `${argument} 最多 ${most} 个字符，请拆分。没有保存。`;
  const times = /^(\d+) times$/.exec(received)?.[1];
  if (argument !== 'find' || times === undefined) return message;
  const advice = Number(times) > 1 ? '请多带一些上下文' : '请先读取文件，再从中复制原文';
  return `find 必须在文件中恰好出现一次，实际出现 ${times} 次。${advice}。没有改动。`;
}

function itemState({ details }: WorkingMemoryError<'item-state'>): string {
  const { id, state, by } = details;
  const why = {
    replaced: `已被 ${by} 取代，请改为更正 ${by}`,
    pinned: '已固定，需先由应用取消固定',
    forgotten: '已隐藏，需先由应用恢复',
  }[state];
  return `条目 ${id} ${why}。没有变化。`;
}

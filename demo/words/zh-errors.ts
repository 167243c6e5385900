// Chinese wording of the library's errors; in English the page shows their own messages.
import type { ErrorCode } from 'working-memory';

const ERRORS: Readonly<Record<ErrorCode, string>> = {
  'invalid-option': '有一个选项无效，请重新载入页面。',
  'invalid-input': '内容的格式不对。',
  'port-failed': '此页面的某个部分没有按约定工作，没有做任何更改。请重新载入页面。',
  'write-rejected': '这段内容被拒绝写入，没有保存。',
  'item-too-large': '这段内容比整个记忆还大，没有保存。请分成几段。',
  'only-pinned-left': '记忆已满，而且全部内容都已固定，没有可以让出的空间。',
  'item-state': '这条记忆已被替换、固定或忘记，不能这样操作。',
  'tree-full': '文件太大，或者文件太多，放不下。请先删除一些文件。',
  'window-too-small': '必须发送的部分已超出窗口。请用滑块把窗口调大。',
  'workspace-not-named': '这个会话不属于任何有名称的工作区，不能跨对话操作。',
  'not-found': '找不到：它可能已被删除或忘记。',
  'path-not-allowed': '不能使用这个文件名，或不能改动这个文件。请换一个名称。',
  'session-busy': '其他标签页一直在写入，没有做任何更改。请稍后再试。',
  closed: '记忆已关闭。请重新载入页面。',
  'storage-unavailable': '现在无法读写浏览器的存储。请再试一次；无痕窗口或被嵌入的页面可能没有存储。',
  'storage-quota': '浏览器的存储已满，没有保存。请腾出空间后再试。',
  'read-only': '记忆以只读方式打开，没有做任何更改。',
  'storage-version': '数据由更新的版本写入，没有做任何更改。请重新载入页面以更新。',
  'storage-key': '密钥打不开已保存的数据，没有做任何更改。',
  'kernel-unavailable': '无法加载 WebAssembly 内核。请检查网络，或确认浏览器允许 WebAssembly。',
  'worker-lost': 'Worker 已终止，最后一步可能没有保存。请再试一次。',
  'embedder-unavailable': '模型现在不能生成向量；其余功能照常。',
  'part-unavailable': '程序的一部分没有加载成功。请检查网络后再试。',
  timeout: '等待太久没有回应，这一步可能仍会保存。请稍后再试。',
  aborted: '操作已取消。',
};

/** Appends the message of an embedder's error, which names the missing address, and of an unknown code. */
export const libraryError = (code: ErrorCode, message: string): string =>
  code in ERRORS && code !== 'embedder-unavailable' ? ERRORS[code] : `${ERRORS[code] ?? '出错了。'}原因：${message}`;

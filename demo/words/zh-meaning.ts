// Chinese wording of recall by meaning.
import type { Words } from './en.ts';

export const meaning: Words['meaning'] = {
  switch: '按语义',
  byWords: '按词语排序；不需要模型。',
  hint: '浏览器中的模型让召回也按语义查找。',
  heading: '按语义召回',
  intro:
    '浏览器中的模型能在你问“饮料”时找到关于咖啡的笔记。它在单独的 Worker 中运行；文本不离开本机。打开之前不会获取任何文件。',
  fields: { model: '模型', source: '文件来自', address: '地址', library: '程序库来自' },
  sources: { folder: '文件夹（本站或其他网站）', hub: 'Hugging Face 或其镜像' },
  folderHint: (folder) =>
    `请把 config.json、tokenizer.json、tokenizer_config.json 和 onnx/model_quantized.onnx 放入 ${folder}。transformers.js 及其 wasm（./ort/）随此页面提供。详见`,
  hubHint: '模型文件（23 MB 起）只从那里获取一次，之后由浏览器保存。详见',
  ownLibrary: '随此页面提供的版本',
  libraryHint: '其他版本：填写其模块的地址。它的 wasm 文件须放在同一文件夹。',
  wrong: {
    model: '模型名称形如 Xenova/bge-small-zh-v1.5，不含空格。',
    address: '这不是有效地址。请填写以 https:// 开头的地址，或本站路径，例如 ./models/。',
  },
  switchOn: '打开',
  loading: '正在加载模型；按词语回答。',
  embedding: (texts) => `${texts} 段文本等待向量。`,
  ready: '按词语和语义排序。',
  failed: '模型不可用；按词语回答。',
  otherTab: '另一个标签页正在生成向量。',
  again: '立即重试',
  retryAt: (time) => `将在 ${time} 重试。`,
};

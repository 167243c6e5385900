// The tools' Chinese.
import type { FieldSchema } from '../../api/tools.ts';
import type { ForgetWarning } from '../../items/forgetting/warning.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import { rangeOf } from '../input/input-field.ts';
import { shown } from '../input/read-input.ts';
import type { Wording, WrittenFile } from './wording.ts';
import { refusedInChinese } from './zh-refusals.ts';

const PATH = 'overview.md、detail/<name> 或 archive/<name>';

const characters = (count: number): string => `${count} 个字符的文本`;

function expected(schema: FieldSchema): string {
  if (schema.enum) return `${schema.enum.map((value) => `"${value}"`).join('、')} 之一`;
  if (schema.type === 'array') return '列表，例如 ["甲", "乙"]';
  if (schema.type === 'boolean') return 'true 或 false';
  if (schema.type === 'string') return schema.minLength ? '非空文本' : '文本';
  return `${schema.type === 'integer' ? '整数' : '数字'} ${rangeOf(schema)}`.trim();
}

const idList = (ids: readonly string[]): string =>
  ids
    .slice(0, 20)
    .map((id) => `[${id}]`)
    .join(' ') + (ids.length > 20 ? ` 等 ${ids.length} 条` : '');

const atMost = (names: readonly string[], most: number): string =>
  names.length === 0 ? '无' : names.slice(0, most).join('、') + (names.length > most ? ` 等 ${names.length} 个` : '');

function forgetWarning(warning: ForgetWarning): string {
  switch (warning.code) {
    case 'older-than-ttl':
      return `未固定的条目满 ${warning.hardMs} 毫秒（ttl.hardMs）就会自动离开记忆，更早的只可能在已离开的条目中。`;
    case 'within-limits':
      return '记忆没有超出这些上限，无需移走条目。';
    case 'nothing-evictable':
      return '没有可以忘记的条目：剩下的都已固定或已隐藏。';
  }
}

const MOST_HEADINGS = 20;

const sizeOf = ({ revision, bytes, percent }: Omit<WrittenFile, 'path'>): string =>
  `revision ${revision}，${bytes} 字节${percent === undefined ? '' : `，占笔记空间的 ${percent}%`}`;

export const ZH: Wording = {
  note: {
    purpose: '改写笔记 overview.md 的一节，其他各节不变。',
    section: '标题，例如 当前任务',
    text: '该节的完整新内容；留空则删除该节',
  },
  read: {
    purpose: '读取文件、消息或工具结果。行号不属于正文。',
    path: '所示路径，如 detail/plan.md、messages/12、results/12.1',
    fromLine: '起始行，默认 1',
    fromCharacter: '该行被截断时，从第几个字符开始',
    lines: '行数，默认 200',
  },
  write: {
    purpose: '写入整个文件：较长的笔记放 detail/，已完成的工作放 archive/。',
    path: PATH,
    content: '完整的新内容',
    baseRevision: '你读到的 revision；此后文件若有变动则不写入，并返回差异',
    force: 'true：即使有变动或会丢失大部分内容也写入',
  },
  edit: {
    purpose: '替换文件中的一段。',
    path: PATH,
    find: '原文，逐字一致、不带行号，且只出现一次',
    replace: '新内容；留空则删除原文',
  },
  list: {
    purpose: '列出文件及其大小和 revision。',
    folder: 'detail 或 archive，默认全部',
  },
  search: {
    purpose: '在文件、条目和较早的消息（包括已隐藏的）中查找段落。',
    query: '段落中可能出现的词',
    scope: '范围，默认 all',
    limit: '段数，默认 10',
  },
  memorize: {
    purpose: '记住一条事实、偏好或决定，以后用 recall 找回。',
    text: '一句脱离对话也能看懂的话',
    importance: '越接近 0 越先移出',
    tags: '用来筛选的关键词',
    replaces: '要更正的条目的 id',
    shared: 'true：所有对话共用',
  },
  recall: {
    purpose: '查找记住的条目，最相关的在前。',
    everywhere: '查找记住、记录或说过的内容，最相关的在前。',
    query: '想知道什么；留空则返回全部',
    limit: '条数，默认 10',
    tags: '只要带有全部这些标签的',
  },
  forget: {
    purpose: '隐藏有误或过时的条目。只用一种方式指定。',
    ids: 'recall 给出的 id',
    tags: '带有全部这些标签的',
    instruction: '"oldest"、"least important"、"position:N"（0 为最旧）或 "before:step_N"',
    belowImportance: '重要性低于此值的',
    olderThanHours: '早于这么多小时的',
    erase: 'true：彻底删除',
  },
  compactHistory: {
    purpose:
      '腾出上下文：隐藏较早的对话和工具结果，全文存入文件，摘要写入 overview.md。请先用自己的话记下必须保留的内容。',
    target: 'conversation：较早的对话；tools：工具结果；默认 all',
    strategy: 'archive（默认）：全文存入文件；summarize：不写文件',
    keep_recent: `保留最新的消息数，默认 ${CALL_DEFAULTS.keepRecent}，至少三轮`,
    archive_to: '存放全文的文件，默认在 detail/ 新建',
  },
  say: {
    notRun: (tool, problems, understood, fields) => {
      const read = Object.entries(understood).map(([name, value]) => `${name} = ${shown(value, characters)}`);
      const known = Object.entries(fields).map(([name, { required }]) => (required ? `${name}（必填）` : name));
      return [
        `${tool} 未执行。${problems.join('')}`,
        ...(read.length > 0 ? [`已理解：${read.join('，')}。`] : []),
        `${tool} 的字段：${known.join('、')}。`,
      ].join('\n');
    },
    problem: ({ field, schema, received }) => {
      if (field === undefined || !schema) return `参数必须是 JSON 对象，收到的是 ${shown(received, characters)}。`;
      const must = `${field} 必须是${expected(schema)}`;
      return received === undefined ? `${must}，但没有提供。` : `${must}，收到的是 ${shown(received, characters)}。`;
    },
    refused: refusedInChinese,
    ignored: (names) => `（没有这些字段，已忽略：${names.join('、')}）`,
    pageOf: (path, revision, first, last, lines) =>
      `${path}，revision ${revision}，第 ${first}–${last} 行，共 ${lines} 行`,
    emptyFile: (path, revision) => `${path}，revision ${revision}，内容为空。`,
    pastEnd: (path, lines) => `${path} 共 ${lines} 行，fromLine 超出末尾。`,
    readOn: (line, character) =>
      character === 1
        ? `（后面还有：用 fromLine ${line} 继续读）`
        : `（第 ${line} 行被截断：用 fromLine ${line}、fromCharacter ${character} 继续读）`,
    written: (file) => `已写入：${file.path}，${sizeOf(file)}。`,
    conflict: ({ reason, path, revision, diff }) => {
      const hint =
        reason === 'stale'
          ? `${path} 现在是 revision ${revision}。请把你的内容合并进去，再带 baseRevision ${revision} 写入，或用 force: true。`
          : `这样会丢失 ${path} 的大部分内容。请只改需要改的部分，把已完成的内容移到 detail/，或用 force: true。`;
      return `未写入。${hint}\n从现有内容（-）到你的内容（+）：\n${diff}`;
    },
    merged: (diff) => `\n其他人改动过该文件，改动已保留。从你的内容（-）到文件（+）：\n${diff}`,
    noted: ({ outcome, heading, sections, ...file }) => {
      const done = { replaced: '已写入', added: '已新建一节', removed: '已删除' }[outcome];
      const all = outcome === 'added' ? `现有各节：${atMost(sections, MOST_HEADINGS)}。` : '';
      return `${done}：${heading}。overview.md：${sizeOf(file)}。${all}`;
    },
    noHeading: (sections) => `未写入。section 必须是简短的标题。现有各节：${atMost(sections, MOST_HEADINGS)}。`,
    noSection: (heading, sections) => `未删除：没有“${heading}”这一节。现有各节：${atMost(sections, MOST_HEADINGS)}。`,
    edited: (file) => `已修改：${file.path}，${sizeOf(file)}。`,
    withoutNumbers: '请去掉 read 在每行前面加的行号。',
    systemPart: (path) => `没有变化：${path} 的这一部分由系统维护，请写在标记的区块之外。`,
    file: (path, bytes, revision) => `${path} · ${bytes} 字节 · revision ${revision}`,
    noFiles: (folder) => `${folder} 中没有文件。全部文件：`,
    moreFiles: (count) => `（还有 ${count} 个文件，请指定目录）`,
    abandoned: '已撤回或属于对话其他分支的消息',
    elsewhere: '另一个对话',
    nothingFound: (query, everywhere) =>
      `未显示的内容中没有找到 ${shown(query, characters)}。${everywhere ? '请换些词' : '换些词，或用 scope "all"'}。`,
    morePassages: (count) => `（还有 ${count} 段放不下，请缩小查询范围）`,
    memorized: (id, { isRefreshed, replaced, left }) =>
      (isRefreshed ? `[${id}] 此前已记下，现为最新一条。` : `已记下 [${id}]。`) +
      (replaced.length > 0 ? `它取代了 ${idList(replaced)}。` : '') +
      (left > 0 ? `另有 ${left} 条移出了记忆。` : ''),
    similar: (items) => `\n相似条目：\n${items.join('\n')}\n要更正其中一条，请带上 replaces 再记一次。`,
    notKept: '没有保留：记忆中的条目都排在它前面。请提高 importance，或先忘掉一些条目。',
    foreign: (source) => `来自 ${source}，未经核实`,
    archived: '已移出记忆',
    cut: (count) => `…（还有 ${count} 个字符）`,
    notStored: '没有存储任何内容：recall 只查找。要保留文本，请用它调用 memorize。',
    noItems: (offersSearch) =>
      offersSearch
        ? '没有匹配的条目。用 search 可查找全部内容：文件、消息和已移出记忆的条目。'
        : '没有匹配的内容，请换个说法。',
    moreItems: (count) => `（还有 ${count} 条放不下，请缩小查询范围）`,
    oneOf: (given, known) =>
      `forget 未执行。只能给出 ${known.join('、')} 中的一个，${given.length === 0 ? '但没有提供' : `收到的是 ${given.join(' 和 ')}`}。`,
    badInstruction: (instruction) =>
      `forget 未执行。instruction 必须是 "oldest"、"least important"、"position:N" 或 "before:step_N"，收到的是 ${shown(instruction, characters)}。` +
      '要按内容忘记，请先用 recall 找到 id，再给出 ids。',
    hidden: (ids) => `已隐藏：${idList(ids)}。应用可以恢复。`,
    erased: (ids) => `已彻底删除：${idList(ids)}。`,
    nothingForgotten: '没有匹配的条目，没有变化。',
    forgetWarning,
    compacted: ({ hidden, stubs, kept, tokens, files, syncRequired, receipt, atRisk }) => {
      const ranges = hidden.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
      const messages = hidden.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const gone = [
        ...(messages > 0 ? [`隐藏 ${messages} 条消息（${atMost(ranges, 5)}）`] : []),
        ...(stubs > 0 ? [`移走 ${stubs} 个工具结果`] : []),
      ];
      return [
        `已压缩，从下一次请求起生效：${gone.join('，')}。`,
        `仍显示：${kept.messages} 条消息，${kept.turns} 轮，${kept.callGroups} 组工具调用。Tokens：${tokens.before} → ${tokens.after}。`,
        files.length > 0
          ? `全文：${atMost(files, 5)}，用 read 或 search 查看。`
          : '没有写文件，可用 search 在较早的消息中查找。',
        syncRequired
          ? 'overview.md 放不下摘要，需要同步：请精简 overview.md，并写下重要内容。'
          : '摘要已写入 overview.md 的专用区块，无需再同步。',
        ...(atRisk.length > 0 ? [`已不可见：${atRisk.join('、')}。仍需要的请记下来。`] : []),
        ...(receipt === undefined ? [] : [`凭据 ${receipt}：应用可用它撤销本次压缩。`]),
      ].join('\n');
    },
    notCompacted: (reason) =>
      `没有压缩：${
        {
          'nothing-to-hide': '当前显示的内容都必须保留：最新的消息（keep_recent）、至少三轮、最新几组工具调用。',
          'would-not-shrink': '压缩后请求不会变短。',
          'nothing-prepared': '还没有准备过请求。',
        }[reason]
      }`,
  },
};

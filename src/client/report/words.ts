// Writes a report as text, for people. The numbers are those of the object.
import type { MemoryReport } from '../../api/watching/report.ts';
import type { OwnPart } from '../../context/watching/own-words.ts';
import type { Locale } from '../../options/options.ts';

type Numbers = Omit<MemoryReport, 'text'>;

/** Writes a number as `128,000`. */
const grouped = (number: number): string => String(Math.round(number)).replace(/\B(?=(?:\d{3})+$)/g, ',');
const percent = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : `${Math.round((part * 100) / whole)} %`;
const day = (ms = 0): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

interface ReportWording {
  readonly title: (report: Numbers) => string;
  readonly lines: (report: Numbers) => readonly (string | undefined)[];
}

const PARTS: Readonly<Record<Locale, Readonly<Record<OwnPart, string>>>> = {
  en: {
    guide: 'guide',
    tools: 'tools',
    overview: 'overview',
    news: 'changed overview',
    recalled: 'recalled notes',
    reminder: 'reminders',
    question: 'questions',
    meter: 'meters',
    notices: 'notices',
  },
  'zh-CN': {
    guide: '指南',
    tools: '工具',
    overview: '概览',
    news: '概览变更',
    recalled: '回忆便笺',
    reminder: '提醒',
    question: '询问',
    meter: '用量行',
    notices: '占位说明',
  },
};

const ownTotal = ({ own }: Numbers): number => Object.values(own).reduce((sum, tokens) => sum + tokens, 0);

function ownParts({ own }: Numbers, locale: Locale, colon: string, comma: string): string {
  const parts = Object.entries(own).sort(([, one], [, other]) => other - one);
  return parts.map(([part, tokens]) => `${PARTS[locale][part as OwnPart]}${colon}${grouped(tokens)}`).join(comma);
}

const usedOf = ({ recalled }: Numbers): readonly [used: number, unused: number, open: number] => {
  const [used, unused] = [recalled.filter((one) => one.used), recalled.filter((one) => one.used === false)];
  return [used.length, unused.length, recalled.length - used.length - unused.length];
};

const EN: ReportWording = {
  title: ({ requests, from, to }) =>
    requests === 0 ? 'No request was prepared.' : `${requests} requests, ${day(from)} to ${day(to)} UTC`,
  lines: (report) => {
    const { tokens, provider, epochs, compactions, reminders, recalled, repeatedCalls, searches, notes } = report;
    const { heeded, session } = reminders;
    const [used, unused, open] = usedOf(report);
    return [
      `Tokens: ${grouped(tokens.sent)} sent, ${grouped(tokens.list)} without this memory; saved ${grouped(tokens.saved)} (${percent(tokens.saved, tokens.list)}).`,
      `Prompt cache: an estimated ${percent(tokens.cached, tokens.sent)} could come from it.`,
      provider &&
        `Counted by the provider: ${grouped(provider.input)} in, ${percent(provider.cached, provider.input)} of them cached, ${grouped(provider.output)} out (${provider.requests} requests observed).`,
      ownTotal(report) > 0
        ? `This memory's own words: ${grouped(ownTotal(report))} (${percent(ownTotal(report), tokens.sent)}): ${ownParts(report, 'en', ' ', ', ')}.`
        : "This memory's own words: none.",
      ...epochs.map(({ reason, count, won }) => `Epochs, ${reason}: ${count}, saved ${grouped(won)} tokens.`),
      ...compactions.map(
        ({ trigger, messages, before, after }) =>
          `Compaction by ${trigger}: ${messages} messages, ${grouped(before)} → ${grouped(after)} tokens.`,
      ),
      `Reminders: ${reminders.sent} sent; notes written within 1 request after ${heeded.within1}, within 3 after ${heeded.within3}, within 10 after ${heeded.within10}; not after ${reminders.unheeded}.`,
      `Whole session: ${session.rounds} rounds, ${session.reminders} reminders, ${session.promptedUpdates} updates after a reminder, ${session.unpromptedUpdates} without one.`,
      `Recalled automatically: ${recalled.length} texts; ${used} used in the answer, ${unused} not, ${open} unknown.`,
      `Calls made again after their result was hidden: ${repeatedCalls}. Searches: ${searches.count}, with ${searches.hits} best hits.`,
      notes
        ? `Notes: revision ${notes.revision}, ${notes.status}, written ${notes.steps} steps ago, ${grouped(notes.bytes)} bytes; they contain ${notes.held} of ${notes.names} recurring names.`
        : 'Notes: none.',
    ];
  },
};

const ZH: ReportWording = {
  title: ({ requests, from, to }) =>
    requests === 0 ? '还没有准备过请求。' : `${requests} 个请求，${day(from)} 至 ${day(to)}（UTC）`,
  lines: (report) => {
    const { tokens, provider, epochs, compactions, reminders, recalled, repeatedCalls, searches, notes } = report;
    const { heeded, session } = reminders;
    const [used, unused, open] = usedOf(report);
    return [
      `词元：发送 ${grouped(tokens.sent)}，若无本记忆为 ${grouped(tokens.list)}；节省 ${grouped(tokens.saved)}（${percent(tokens.saved, tokens.list)}）。`,
      `提示缓存：按估算，${percent(tokens.cached, tokens.sent)} 可来自缓存。`,
      provider &&
        `服务商计数：输入 ${grouped(provider.input)}，其中缓存 ${percent(provider.cached, provider.input)}；输出 ${grouped(provider.output)}（上报了 ${provider.requests} 个请求）。`,
      ownTotal(report) > 0
        ? `本记忆自己的文字：${grouped(ownTotal(report))}（${percent(ownTotal(report), tokens.sent)}）：${ownParts(report, 'zh-CN', ' ', '、')}。`
        : '本记忆自己的文字：无。',
      ...epochs.map(({ reason, count, won }) => `纪元，${reason}：${count} 次，省下 ${grouped(won)} 词元。`),
      ...compactions.map(
        ({ trigger, messages, before, after }) =>
          `压缩（${trigger}）：${messages} 条消息，${grouped(before)} → ${grouped(after)} 词元。`,
      ),
      `提醒：发出 ${reminders.sent} 次；1 个请求内写笔记 ${heeded.within1} 次，3 个内 ${heeded.within3} 次，10 个内 ${heeded.within10} 次；未写 ${reminders.unheeded} 次。`,
      `整个会话：${session.rounds} 轮，${session.reminders} 次提醒，提醒后更新 ${session.promptedUpdates} 次，自行更新 ${session.unpromptedUpdates} 次。`,
      `自动回忆：${recalled.length} 条；回答用到 ${used} 条，未用 ${unused} 条，未知 ${open} 条。`,
      `结果隐藏后重复的调用：${repeatedCalls}。搜索：${searches.count} 次，记录 ${searches.hits} 条最佳命中。`,
      notes
        ? `笔记：第 ${notes.revision} 版，${notes.status}，${notes.steps} 步前写入，${grouped(notes.bytes)} 字节；含反复出现的 ${notes.names} 个名称中的 ${notes.held} 个。`
        : '笔记：无。',
    ];
  },
};

const WORDS: Readonly<Record<Locale, ReportWording>> = { en: EN, 'zh-CN': ZH };

export function reportText(report: Numbers, locale: Locale): string {
  const { title, lines } = WORDS[locale];
  const all = report.requests === 0 ? [] : lines(report);
  return [title(report), ...all.filter((line) => line !== undefined)].join('\n');
}

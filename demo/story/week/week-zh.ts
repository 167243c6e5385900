// The week in Chinese.
import { ZH } from '../zh/wording.ts';
import type { WeekEdition } from './edition.ts';

const WHO = ['一名检测员', '公路局', '四人小组', '客服', '港务局', '一名测试用户'];
const WHAT = [
  '等不到地图包的最后一段，只好放弃',
  '恢复联网后同一张照片出现两次',
  '两台平板同时上线后，笔记顺序乱了',
  '拿到的报告里没有地图',
  '每到一座桥都要重新登录',
  '从屏幕上看不出上传是否完成',
  '昨天的读数挂在了错误的构件下',
];
const WHEN = ['从上线那天开始', '只在旧平板上', '信号弱的时候', '大约二十分钟之后'];
const MUST = [
  '对重复的请求给出与第一次相同的答复',
  '先保存已接收的内容，再报告成功',
  '拒收哈希不符的分段，并指出是哪一段',
  '记下是谁、用哪台平板改了记录',
  '两处同时修改时，以较早的记录为准',
  '每次被拒后等得更久，但不超过一分钟',
  '在人员离开之前提示还缺什么',
];
const CASE = ['没有网络时', '高负载时', '重启之后', '租户超出配额时'];

export const EDITION: WeekEdition = {
  title: '值班的一周',
  system: '你协助一个团队度过上线后的一周。先用工具查，再简短回答。',
  wording: { ...ZH, notes: { ...ZH.notes, title: '上线后的一周' } },
  tools: {
    log: '某项服务某一天的日志，1 = 星期一。',
    tickets: '某项服务某一天的未结工单。',
    specification: '某项服务某一天的规格说明。',
  },
  days: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
  checks: (day, service, variant) =>
    [
      `${day}：${service} 怎么样？看一下日志、工单和规格。`,
      `${day}，接着看 ${service}。对照日志和规格，再数一数工单。`,
      `今天是${day}。${service} 的日志、工单和规格有什么新情况？`,
    ][variant % 3] ?? '',
  found: '日志中 {errors} 个错误，{tickets} 张未结工单，{clauses} 条规格。没有需要你处理的。',
  tickets: (service, draw) =>
    `${service} | ${WHO[draw(WHO.length)]}${WHEN[draw(WHEN.length)]}${WHAT[draw(WHAT.length)]}；出现 ${2 + draw(40)} 次，版本 3.2.${draw(9)}`,
  clauses: (service, draw) =>
    `${CASE[draw(CASE.length)]}，${service} ${MUST[draw(MUST.length)]}，${1 + draw(90)} 秒之内，最多 ${1 + draw(9)},000 条记录。`,
  facts: [
    {
      day: 1,
      planted: { said: '早上好。先记一件事：更新服务器挂在与明水托管的合同 HX-2207-Q 上。' },
      other: { said: '入账用：新平板走与北门租赁的合同 KD-9914-B。' },
      noted: '记下了。',
      question: '星期日晚上，最后几件事。与明水托管的合同编号是多少？',
      pattern: /与明水托管的合同 ([A-Z]{2}-\d{4}-[A-Z])/,
      like: /合同 ([A-Z]{2}-\d{4}-[A-Z])/,
      search: '与明水托管的合同',
      reply: '与明水托管的合同是 {fact}。',
      truth: 'HX-2207-Q',
    },
    {
      day: 1,
      planted: { said: '证书失效就打给何知远，分机 5512。别人续不了。' },
      other: { said: '借出的平板在罗文博那里，分机 7730。' },
      noted: '我会记住。',
      question: '证书由谁续，分机是多少？',
      pattern: /证书失效就打给(何知远，分机 \d{4})/,
      like: /([\p{Script=Han}]{2,3}(?:那里)?，分机 \d{4})/u,
      search: '证书失效 分机',
      reply: '打给{fact}。',
      truth: '何知远，分机 5512',
    },
    {
      day: 1,
      planted: { said: '说定了：上传失败超过百分之 2.5 并持续十分钟就回滚。不要更早。' },
      other: { said: '打印机坏页超过百分之 6 就换。' },
      noted: '明白。',
      question: '上传失败到多少比例我们就回滚？',
      pattern: /上传失败超过(百分之 [\d.]+) 并/,
      like: /超过(百分之 [\d.]+)/,
      search: '上传失败超过百分之 回滚',
      reply: '上传失败超过{fact} 就回滚。',
      truth: '百分之 2.5',
    },
    {
      day: 2,
      planted: { said: '港务局只能在 02:40 到 03:10 之间更新，那时吊车停工。' },
      other: { said: '博物馆桥只在 10:00 到 16:30 之间接待参观。' },
      noted: '记下了。',
      question: '港务局什么时候可以更新？',
      pattern: /港务局只能在 ([\d:]+ 到 [\d:]+) 之间/,
      like: /在 ([\d:]+ 到 [\d:]+) 之间/,
      search: '港务局只能在 之间更新',
      reply: '{fact} 之间。',
      truth: '02:40 到 03:10',
    },
    {
      day: 1,
      planted: {
        tool: 'log',
        service: 'tiles',
        text: 'WARN first stalled pack of the rollout: pack-58213, region north-quay',
      },
      other: { tool: 'log', service: 'tiles', text: 'WARN stalled pack of a test tablet: pack-90417, region depot' },
      noted: '',
      question: '上线后第一个卡住的地图包（first stalled pack of the rollout）是哪一个？',
      pattern: /first stalled pack of the rollout: (pack-\d+)/,
      like: /stalled pack[^:\n]*: (pack-\d+)/,
      search: 'first stalled pack of the rollout',
      reply: '是 {fact}。',
      truth: 'pack-58213',
    },
    {
      day: 1,
      planted: { tool: 'specification', service: 'queue', text: '队列每分钟最多接收同一租户的 340 次上传。' },
      other: { tool: 'specification', service: 'queue', text: '归档每分钟最多接收同一租户的 75 次上传。' },
      noted: '',
      question: '队列每分钟最多接收同一租户多少次上传？',
      pattern: /队列每分钟最多接收同一租户的 (\d+) 次上传/,
      like: /每分钟最多接收同一租户的 (\d+) 次上传/,
      search: '队列每分钟最多接收同一租户的上传',
      reply: '最多 {fact} 次。',
      truth: '340',
    },
    {
      day: 2,
      planted: {
        tool: 'tickets',
        service: 'photos',
        text: 'LAN-0731 | blocker | photos | 公路局的临时办法：启动时加 --keep-originals=14',
      },
      other: {
        tool: 'tickets',
        service: 'photos',
        text: 'LAN-0988 | minor | photos | 打印店的临时办法：启动时加 --keep-margins=3',
      },
      noted: '',
      question: '公路局的临时办法用的是哪个选项？',
      pattern: /公路局的临时办法：启动时加 (--[\w-]+=\d+)/,
      like: /临时办法：启动时加 (--[\w-]+=\d+)/,
      search: ['公路局的临时办法：启动时加', '临时办法 启动时加'],
      reply: '启动时加 {fact}。',
      truth: '--keep-originals=14',
    },
    {
      day: 2,
      planted: {
        tool: 'log',
        service: 'store',
        text: 'INFO snapshot before the migration: snap-4c1e77, kept until 30 June',
      },
      other: {
        tool: 'log',
        service: 'store',
        text: 'INFO snapshot of the training data: snap-d20b95, kept until 11 June',
      },
      noted: '',
      question: '迁移之前（snapshot before the migration）做的是哪个快照？',
      pattern: /snapshot before the migration: (snap-\w+)/,
      like: /snapshot[^:\n]*: (snap-\w+)/,
      search: 'snapshot before the migration',
      reply: '是 {fact}。',
      truth: 'snap-4c1e77',
    },
  ],
};

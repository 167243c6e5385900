// Turns 1 to 13 of the Chinese story: planning the release.
import type { Scene } from '../scene.ts';

export const PLANNING: readonly Scene[] = [
  {
    user: '早上好。我们来筹备“灯塔”3.2 版，就是巡检员用来给桥梁记笔记的应用。这一版放进三件事：离线地图、更快的照片笔记、交接报告。林晚做服务端，周屿做平板端，苏禾做设计，陈序做测试。目标是2027年6月中旬。',
    finds: {
      goals: { pattern: /放进三件事：([^。]+)。/ },
      team: { pattern: /(林晚做[^。]+)。/ },
      aim: { pattern: /目标是([^。]+)。/ },
    },
    acts: [{ tool: 'recall', input: { query: '灯塔 3.2' } }],
    reply: '早上好。我的笔记还是空的，现在开始记。\n记录：3.2 版包含{goals}\n记录：{team}\n待办：发布日——目标{aim}',
  },
  {
    user: '趁我还记得：更新服务器的证书挂在合同 HX-2207-Q 上，对方是明川托管。要找的人是何知远，分机 5512，合同到6月30日为止。请单独存一个文件，最后我们会用到。',
    finds: {
      contract: { pattern: /合同 ([A-Z]{2}-\d{4}-[A-Z])/ },
      host: { pattern: /对方是([^。]+)。/ },
      person: { pattern: /要找的人是([^，]+)，/ },
      extension: { pattern: /分机 (\d{4})/ },
      end: { pattern: /合同到(\d+月\d+日)为止/ },
    },
    acts: [
      {
        tool: 'write',
        input: {
          path: 'detail/contacts.md',
          content:
            '# 联系人与合同\n\n## 更新服务器的证书\n\n- 合同编号：{contract}，对方：{host}\n- 联系人：{person}，分机 {extension}\n- 到期：{end}\n',
        },
      },
    ],
    reply: '已存入 detail/contacts.md：编号、联系人和到期日。',
  },
  {
    user: '需求说明对离线地图有哪些要求？',
    finds: {
      points: { pattern: /^(\d+)\. /, as: 'count' },
      limit: { pattern: /地图包最大 (\d+ MB)/ },
      memory: { pattern: /在 (\d+ GB) 内存的平板/ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'offline-maps' } }, { tool: 'notes' }],
    reply:
      '一共 {points} 条。最费工夫的是：一个地图包最大 {limit}，断线后要能续传，而且要在 {memory} 内存的平板上运行。\n待办：地图包大小——说明里写的是 {limit}',
  },
  {
    user: '太大了。现场有一半的平板总共才 16 GB，里面全是照片。地图包上限定为 250 MB，更大的区域分块提供。',
    finds: {
      cap: { pattern: /上限定为 (\d+ MB)/ },
      why: { pattern: /(有一半的平板总共才 \d+ GB)/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: '地图包上限 {cap}，因为现场{why}', importance: 0.8, tags: ['地图'] },
      },
    ],
    reply: '同意。\n决定：地图包上限为 {cap}，更大的区域分块提供\n完成：地图包大小',
  },
  {
    user: '同步模块有哪些缺陷会拦住我们？',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| 阻断/, as: 'list' },
      majors: { pattern: /^(LAN-\d+) \| 严重/, as: 'count' },
      owner: { pattern: /\| 阻断 \| [^|]+ \| ([^ |]+)/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'sync' } }],
    reply:
      '{blockers} 是阻断级，都在{owner}手上；另有 {majors} 个严重级，实在不行可以等 3.2.1。\n待办：同步的阻断缺陷——{blockers}',
  },
  {
    user: '我有一条规矩，请一直记住：绝不在周五发布，也绝不在法定假日的前一天发布。这样干过两次，两个周末都没了。',
    finds: { rule: { pattern: /(绝不在周五发布[^。]+)。/ } },
    acts: [
      { tool: 'memorize', input: { text: '用户的规矩：{rule}', importance: 0.9, tags: ['规矩', '发布'] } },
      { tool: 'notes' },
    ],
    reply: '我会照办。\n决定：{rule}',
  },
  {
    user: '那么六月里哪一天可以？',
    finds: {
      day: { pattern: /^(6月\d+日) 周.：可以发布$/ },
      holiday: { pattern: /^(6月\d+日) 周.：[^，\n]+，法定假日$/ },
      freeze: { pattern: /^(6月\d+日) 周.：[^\n]*代码冻结/ },
    },
    acts: [{ tool: 'calendar', input: { month: '2027-06' } }],
    reply:
      '{day}。之后是用户大会，再往后{holiday}放假；{freeze}代码冻结，中间还有一个周末可以再看一遍。\n决定：发布日为{day}\n完成：发布日',
  },
  {
    user: '公路局来信了，他们到底想要什么？\n\n“我们用灯塔两年了，管着 340 座桥。拖慢我们的是这几件事。第一，我们的人爬下去拍照，爬上来才发现照片挂错了构件，他们希望用一根手指就能移过去。第二，峡谷里一连几天没有网络，下载了一半的地图毫无用处，我们出发之前就要知道地图是否完整。第三，交给部里的报告必须在首页写明与去年相比有什么变化，而不是写在第四十页。另外我们也想要深色地图，不过这个可以等。我们很愿意派十二名巡检员参加内测。”',
    finds: {
      bridges: { pattern: /管着 (\d+) 座桥/ },
      first: { pattern: /(用一根手指就能移过去)/ },
      second: { pattern: /(出发之前就要知道地图是否完整)/ },
      third: { pattern: /(在首页写明与去年相比有什么变化)/ },
      beta: { pattern: /派([^名]+名)巡检员/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: '公路局的愿望：{first}；{second}；{third}', importance: 0.4, tags: ['内测'] },
      },
    ],
    reply:
      '这位管着 {bridges} 座桥的用户有三个愿望：挂错构件的照片要“{first}”，“{second}”，报告要“{third}”。他们愿派{beta}巡检员参加内测；深色地图可以等。\n记录：公路局派{beta}巡检员参加内测\n待办：深色地图——公路局的愿望',
  },
  {
    user: '再看照片笔记。需求说明里有没有“挂错构件”这件事？',
    finds: {
      cover: { pattern: /^\d+\. (照片挂在最后选中的构件上[^。]+)。/ },
      quality: { pattern: /质量 (\d+) 的 JPEG/ },
      taps: { pattern: /只需点(.)下/ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'photo-notes' } }],
    reply:
      '有：“{cover}”。它还要求点{taps}下就能拍第一张，并且 JPEG 质量 {quality} 之外再存 HEIC，很占空间。\n待办：照片格式——质量 {quality} 加 HEIC',
  },
  {
    user: '相机的缺陷呢？',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| 阻断/, as: 'list' },
      title: { pattern: /\| 阻断 \| ([^|]+) \|/ },
      majors: { pattern: /^(LAN-\d+) \| 严重/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'camera' } }],
    reply:
      '一个阻断级，{blockers}：“{title}”。严重级有 {majors}。\n待办：相机的阻断缺陷——{blockers}，剩余空间不足 200 MB',
  },
  {
    user: '又是空间。照片存为质量 80 的 JPEG，不要 HEIC；裂缝上谁也看不出差别，上传量减半。周屿试过了。',
    finds: { format: { pattern: /照片存为(质量 \d+ 的 JPEG，不要 HEIC)/ } },
    acts: [{ tool: 'memorize', input: { text: '照片：{format}；上传量减半', importance: 0.6, tags: ['照片'] } }],
    reply: '相机那个阻断缺陷也会轻一些。\n决定：照片存为{format}\n完成：照片格式',
  },
  {
    user: '工时估算来了，一共多少？\n\n离线地图服务端：6 天\n离线地图平板端：9 天\n照片笔记：7 天\n交接报告：8 天\n同步的阻断缺陷：5 天\n真机测试：6 天',
    finds: {
      days: { pattern: /：(\d+) 天$/, as: 'sum' },
      most: { pattern: /^([^：]+)：9 天$/ },
    },
    acts: [{ tool: 'memorize', input: { text: '3.2 版估算 {days} 天，最多的是{most}', importance: 0.2 } }],
    reply: '一共 {days} 天，最大的一块是“{most}”。四个人，又有冻结日，做得完，但没什么余地。\n记录：估算合计 {days} 天',
  },
  {
    user: '提醒我一下：关于周五，我说过什么？',
    finds: { rule: { pattern: /用户的规矩：([^\n]+)/ } },
    acts: [{ tool: 'recall', input: { query: '周五发布的规矩', limit: 3 } }],
    reply: '您的原话：{rule}。',
  },
];

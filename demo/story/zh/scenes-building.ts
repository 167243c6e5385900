// Turns 14 to 27 of the Chinese story: the release is built and tested.
import type { Scene } from '../scene.ts';

const STEP_ONE = /(3\.2 同时写两个库、读旧库)/;
const STEP_TWO = /(3\.3 读新库，确认每条笔记两边都有之后再删旧库)/;

export const BUILDING: readonly Scene[] = [
  {
    user: '构建 3117 夜里失败了，为什么？',
    finds: {
      cause: { pattern: /FATAL signing: (provisioning profile '[\w-]+' expired on \d{4}-\d{2}-\d{2})/ },
      profile: { pattern: /FATAL signing: provisioning profile '([\w-]+)'/ },
    },
    acts: [
      { tool: 'build_log', input: { build: '3117' } },
      // A long log is offloaded before it is read, so its passage has to be searched for.
      { tool: 'search', input: { query: 'build 3117 FATAL signing provisioning profile', limit: 3 }, unless: 'cause' },
    ],
    reply: '代码没有问题：{cause}。\n待办：签名——描述文件 {profile} 已过期',
  },
  {
    user: '那林晚今天换上新的描述文件 field-2027。记一下它放在哪里：密钥库的 lantern/signing，只有林晚和陈序能打开。',
    finds: {
      profile: { pattern: /新的描述文件 ([\w-]+)。/ },
      place: { pattern: /密钥库的 ([\w/]+)，/ },
      who: { pattern: /只有([^。]+)能打开/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: '签名描述文件 {profile} 在密钥库的 {place}，{who}能打开', importance: 0.7 },
      },
    ],
    reply: '记下了。\n决定：构建用 {profile} 签名\n完成：签名',
  },
  {
    user: '冒烟测试怎么说？',
    finds: {
      failing: { pattern: /^FAIL ([\w/]+) /, as: 'list' },
      why: { pattern: /^FAIL queue\/\d+ (.+)$/ },
      passed: { pattern: /^(\d+) passed/ },
    },
    acts: [{ tool: 'test_run', input: { suite: 'smoke' } }],
    reply: '{passed} 个通过，失败的是 {failing}。队列那个写着“{why}”，像是同步的阻断缺陷。\n待办：冒烟测试——{failing}',
  },
  {
    user: '现在说让我担心的部分。平板上的笔记存在旧数据库里，3.2 要用新的。如果一次搬完，搬到一半平板没电了，巡检员就站在桥上丢了笔记。我宁愿分两步：3.2 同时写两个库、读旧库；3.3 读新库，确认每条笔记两边都有之后再删旧库。这期间平板随时可以退回去。代价是多占大约 4% 的空间，加上林晚一周的时间。这样有什么不妥吗？',
    finds: {
      one: { pattern: STEP_ONE },
      two: { pattern: STEP_TWO },
      space: { pattern: /多占大约 (\d+%)/ },
    },
    reply:
      '只有一点：同时写两个库时，磁盘写满的后果加倍，所以丢笔记的阻断缺陷要先修好。除此之外，分两步更稳妥，{space} 的空间也不算贵。\n决定：数据库分两步迁移——{one}；{two}',
  },
  {
    user: '好。把迁移方案写成文件，两步各写一节，再写上代价。',
    finds: {
      one: { pattern: STEP_ONE, where: 'prompt', search: '数据库分两步迁移' },
      two: { pattern: STEP_TWO, where: 'prompt', search: '数据库分两步迁移' },
    },
    acts: [
      {
        tool: 'write',
        input: {
          path: 'detail/migration.md',
          content:
            '# 数据库迁移\n\n## 第一步\n\n- {one}\n- 平板随时可以退回。\n\n## 第二步\n\n- {two}\n- 要等每台平板都报告第一步完成。\n\n## 代价\n\n- 平板多占一点空间，服务端一周工作量。\n',
        },
      },
    ],
    reply: '方案在 detail/migration.md 里，两步各一节。',
  },
  {
    user: '接下来：导出模块还有什么没解决？',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| 阻断/, as: 'list' },
      title: { pattern: /\| 阻断 \| ([^|]+) \|/ },
      majors: { pattern: /^(LAN-\d+) \| 严重/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'export' } }],
    reply: '阻断级是 {blockers}：“{title}”。其次是 {majors}。\n待办：导出的阻断缺陷——{blockers}',
  },
  {
    user: '需求说明对交接报告怎么说？',
    finds: {
      formats: { pattern: /报告有 ([^。]+)三种格式/ },
      seconds: { pattern: /(\d+ 秒)内生成/ },
      changes: { pattern: /^\d+\. (报告列出与上一份报告相比[^。]+)。/ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'handover' } }],
    reply: '格式有 {formats}，{seconds}内生成，并且“{changes}”，正是公路局的第三个愿望。\n待办：报告格式——{formats}',
  },
  {
    user: '三种格式多了两种。3.2 版只做 PDF，别的等有人要再说。苏禾周一交模板。',
    finds: { format: { pattern: /3\.2 版只做 (\w+)/ } },
    acts: [{ tool: 'memorize', input: { text: '3.2 版的交接报告只做 {format}', importance: 0.5 } }],
    reply: '一种格式，一个模板。\n决定：交接报告只做 {format}\n完成：报告格式',
  },
  {
    user: '客服来问能答应用户什么。他们的邮件：\n\n“自从预告了 3.2，我们每周接到大约四十个电话。大家问旧平板还能不能用，地图要不要全部重新下载，照片会不会变差，在 3.1 里签过名的报告还有没有效。前两个我们完全答不上来。照片我们一直说没有变化，现在听说不是这样。请给我们四句可以照着念的话，再告诉我们当天可以问谁。发布后的那一周，我们的电话从 7 点开到 19 点。”',
    finds: {
      calls: { pattern: /每周接到大约([^个]+个)电话/ },
      hours: { pattern: /电话(从 \d+ 点开到 \d+ 点)/ },
      cap: { pattern: /地图包上限为 (\d+ MB)/, where: 'prompt', search: '地图包上限' },
      quality: { pattern: /照片存为质量 (\d+) 的 JPEG，不要/, where: 'prompt', search: '照片存为质量 JPEG 不要 HEIC' },
    },
    acts: [{ tool: 'memorize', input: { text: '发布后一周客服电话{hours}', importance: 0.4 } }],
    reply:
      '每周{calls}电话，四句话是：3 GB 内存的平板还能用。地图要重新下载，每包不超过 {cap}。照片按质量 {quality} 保存，裂缝上看不出差别。签过名的报告照旧有效。\n记录：发布后一周客服电话{hours}',
  },
  {
    user: '我们现在到哪一步了？只说决定。',
    finds: {
      cap: { pattern: /(地图包上限为 \d+ MB)/, where: 'prompt', search: '地图包上限' },
      day: { pattern: /(发布日为6月\d+日)/, where: 'prompt', search: '发布日为' },
      photos: {
        pattern: /(照片存为质量 \d+ 的 JPEG，不要 HEIC)/,
        where: 'prompt',
        search: '照片存为质量 JPEG 不要 HEIC',
      },
      format: { pattern: /(交接报告只做 \w+)/, where: 'prompt', search: '交接报告只做' },
      profile: { pattern: /(构建用 [\w-]+ 签名)/, where: 'prompt', search: '构建用 签名' },
    },
    reply: '到目前为止：{cap}；{day}；{photos}；{format}；{profile}；数据库分两步迁移。',
  },
  {
    user: '内测组凑齐了：公路局十二人、铁路八人、港口五人。6月7日给他们构建 3140，反馈由陈序收在频道 lantern-beta 里。',
    finds: {
      groups: { pattern: /凑齐了：([^。]+)。/ },
      channel: { pattern: /频道 ([\w-]+)/ },
      build: { pattern: /给他们构建 (\d+)/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: '内测：{groups}；构建 {build}；频道 {channel}', importance: 0.5, tags: ['内测'] },
      },
    ],
    reply: '各种平板都有了。\n记录：构建 {build} 内测：{groups}；频道 {channel}',
  },
  {
    user: '内测的第一批反馈来了，帮我理一理。\n\n“地图：下载很快，但进度到 100% 之后还要等一分钟。”“照片：快多了！戴着手套也能移到别的构件。”“报告：第二页是空的，出现了两次。”“地图：峡谷里什么都有，谢谢。”“照片：闪光灯关了还是亮。”“报告：部里很喜欢首页。”“同步：我们两个人同时回来，什么都没丢。”“照片：希望能撤销最后一个箭头。”“地图：想要深色地图！”“报告：小平板上用手指签名会抖。”',
    finds: {
      empty: { pattern: /(第二页是空的)/ },
      flash: { pattern: /(闪光灯关了还是亮)/ },
      sync: { pattern: /(两个人同时回来，什么都没丢)/ },
    },
    reply:
      '先说好消息：“{sync}”，第一个同步阻断缺陷修好了。要修的是“{empty}”，也就是导出的阻断缺陷，还有“{flash}”，缺陷库里已有。其余是愿望。\n记录：内测证实了导出的阻断缺陷（{empty}）',
  },
  {
    user: '夜间测试发现了什么？',
    finds: {
      failing: { pattern: /^FAIL ([\w/]+) /, as: 'list' },
      why: { pattern: /^FAIL [\w/]+ (.+)$/ },
      passed: { pattern: /^(\d+) passed/ },
    },
    acts: [{ tool: 'test_run', input: { suite: 'nightly' } }],
    reply: '{passed} 个通过，{failing} 失败：“{why}”。又是导出的那个阻断缺陷；冒烟测试已全部通过。\n完成：冒烟测试',
  },
  {
    user: '那深色地图挪到 3.3，大家都去修空白页。',
    finds: { version: { pattern: /深色地图挪到 (\d\.\d)/ } },
    acts: [{ tool: 'memorize', input: { text: '深色地图推迟到 {version}', importance: 0.3 } }],
    reply: '定了。\n决定：深色地图挪到 {version}\n完成：深色地图',
  },
];

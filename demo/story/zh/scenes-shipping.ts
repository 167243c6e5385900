// Turns 28 to 40 of the Chinese story: the release goes out, and a question from the beginning comes back.
import type { Scene } from '../scene.ts';

export const SHIPPING: readonly Scene[] = [
  {
    user: '根据我们的决定起草发布说明，写成文件。',
    finds: {
      cap: { pattern: /地图包上限为 (\d+ MB)/, where: 'prompt', search: '地图包上限' },
      quality: { pattern: /照片存为质量 (\d+) 的 JPEG，不要/, where: 'prompt', search: '照片存为质量 JPEG 不要 HEIC' },
      format: { pattern: /交接报告只做 (\w+)/, where: 'prompt', search: '交接报告只做' },
    },
    acts: [
      [
        {
          tool: 'write',
          input: {
            path: 'detail/release-notes.md',
            content:
              '# 灯塔 3.2\n\n- 没有网络也能用好几天的地图，每包不超过 {cap}。\n- 点两下就能拍第一张照片，照片体积减半（质量 {quality}）。\n- {format} 交接报告，首页写明变化。\n- 磁盘写满时不再丢笔记。\n',
          },
        },
        { tool: 'memorize', input: { text: '发布说明的草稿在 detail/release-notes.md', importance: 0.2 } },
      ],
    ],
    reply: '草稿在 detail/release-notes.md，共四条。',
  },
  {
    user: '商店的“新功能”最多 170 个字符，两种语言都是。记住，我们每次都弄错。',
    finds: { limit: { pattern: /最多 (\d+ 个字符)/ } },
    acts: [{ tool: 'memorize', input: { text: '商店的“新功能”最多 {limit}', importance: 0.6 } }],
    reply: '记下了，草稿可以只留前两条。\n记录：商店的“新功能”最多 {limit}',
  },
  {
    user: '万一有漏网的，3.2.1 什么时候能发？看看七月。',
    finds: {
      day: { pattern: /^(7月\d+日) 周.：可以发布$/ },
      away: { pattern: /：林晚休假到(7月\d+日)/ },
    },
    acts: [{ tool: 'calendar', input: { month: '2027-07' } }],
    reply: '{day}，不过林晚休假到{away}，服务端要有别人懂。\n决定：3.2.1 定在{day}',
  },
  {
    user: '再说退路。一小时内有超过 2% 的平板同步失败，或者丢了哪怕一条笔记，就停止推送。周屿关闭推送，陈序通知客服，我给客户写信。写成半夜也能照着做的方案。',
    finds: {
      threshold: { pattern: /(一小时内有超过 \d+% 的平板同步失败)/ },
      lost: { pattern: /(丢了哪怕一条笔记)/ },
      who: { pattern: /(周屿关闭推送，陈序通知客服)/ },
    },
    acts: [
      [
        {
          tool: 'write',
          input: {
            path: 'detail/rollback.md',
            content:
              '# 退路\n\n出现下列情况就停止推送\n\n- {threshold}，或者\n- {lost}。\n\n然后：{who}；给客户写信。\n',
          },
        },
        { tool: 'memorize', input: { text: '停止推送的条件：{threshold}', importance: 0.6, tags: ['退路'] } },
      ],
    ],
    reply: '在 detail/rollback.md 里，短到半夜也读得下去。',
  },
  {
    user: '当晚的应急电话是 0800 55 3140，先打到周屿，再打到陈序。',
    finds: {
      line: { pattern: /应急电话是 ([\d ]+\d)/ },
      order: { pattern: /(先打到[^。]+)。/ },
    },
    acts: [{ tool: 'memorize', input: { text: '应急电话 {line}：{order}', importance: 0.8, tags: ['退路'] } }],
    reply: '记下了。\n记录：应急电话 {line}',
  },
  {
    user: '有客户问地图最大多大，为什么。我们当时怎么定的？',
    finds: {
      cap: { pattern: /地图包上限 (\d+ MB)/ },
      why: { pattern: /因为(现场有一半的平板总共才 \d+ GB)/ },
    },
    acts: [{ tool: 'recall', input: { query: '地图包上限', limit: 3 } }],
    reply: '一包最多 {cap}，因为{why}；更大的区域分块提供。',
  },
  {
    user: '听说构建 3140 好了，签名对吗？',
    finds: {
      artefact: { pattern: /artefact ([\w.-]+\.aab)/ },
      size: { pattern: /\.aab: (\d+\.\d MB)/ },
      profile: { pattern: /signed with profile '([\w-]+)'/ },
    },
    acts: [
      { tool: 'build_log', input: { build: '3140' } },
      { tool: 'search', input: { query: 'build 3140 artefact signed with profile', limit: 3 }, unless: 'profile' },
    ],
    reply: '对：{artefact}，{size}，用 {profile} 签名。\n记录：构建 3140 正常（{artefact}）',
  },
  {
    user: '律师看过隐私说明了，有什么必须做的吗？\n\n“说明改三处就可以发布。语音转文字时会离开平板，这一点要写在开始录音的地方，不能只写在小字里。打码的车牌在原图里仍然看得见，请写明。另外，内测需要公路局那十二名巡检员的书面同意，最迟6月4日之前。除此之外我们没有意见，地图那部分写得很好。”',
    finds: {
      changes: { pattern: /说明改([^处]+处)就可以/ },
      by: { pattern: /最迟(\d+月\d+日)之前/ },
    },
    reply: '要改{changes}，有期限的只有最后一项：{by}之前拿到巡检员的书面同意。\n待办：内测巡检员的同意书——{by}之前',
  },
  {
    user: '迁移的第二步我们到底是怎么说的？念给我听。',
    finds: { two: { pattern: /(3\.3 读新库，确认每条笔记两边都有之后再删旧库)/ } },
    acts: [{ tool: 'read', input: { path: 'detail/migration.md' } }],
    reply: '第二步：{two}。而且要等每台平板都报告第一步完成。',
  },
  {
    user: '同意书都齐了，空白页没有了，磁盘写满时相机也不再闪退。同步的缺陷陈序也都验收了。',
    reply:
      '那就没有什么拦路的了。\n完成：内测巡检员的同意书\n完成：导出的阻断缺陷\n完成：相机的阻断缺陷\n完成：同步的阻断缺陷',
  },
  {
    user: '我们分批推送：第一天 5%，第二天 25%，第四天全部。同意吗？',
    finds: { stages: { pattern: /分批推送：([^。]+)。/ } },
    acts: [
      { tool: 'memorize', input: { text: '分批推送：{stages}', importance: 0.7, tags: ['发布'] } },
      { tool: 'notes' },
    ],
    reply: '同意，中间正好留出退路。\n决定：分批推送：{stages}',
  },
  {
    user: '为了会议纪要再说一遍：哪一天发布，怎么推送？',
    finds: {
      day: { pattern: /发布日为(6月\d+日)/, where: 'prompt', search: '发布日为' },
      stages: { pattern: /分批推送：([^\n"\\。]+)/, where: 'prompt', search: '分批推送' },
    },
    reply: '{day}发布；{stages}。',
  },
  {
    user: '最后一件事。一开始我给过你更新服务器证书的合同编号。是哪一个，找谁，什么时候到期？',
    finds: {
      file: { pattern: /(detail\/(?!conversation)[\w-]+\.md)/ },
      contract: { pattern: /合同编号：([A-Z]{2}-\d{4}-[A-Z])/ },
      person: { pattern: /联系人：([^，\n]+)，分机/ },
      extension: { pattern: /分机 (\d{4})/ },
      end: { pattern: /到期：(\d+月\d+日)/ },
    },
    acts: [
      { tool: 'search', input: { query: '更新服务器证书 合同编号', scope: 'detail', limit: 5 } },
      { tool: 'read', input: { path: '{file}' } },
    ],
    reply: '合同 {contract}，找{person}，分机 {extension}，{end}到期。我存在 {file} 里。',
  },
];

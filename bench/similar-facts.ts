// Our own facts, each with a rewording, an update, and another fact on the same subject.
type Fact = readonly [fact: string, again: string, update: string, other: string];

export const ENGLISH_FACTS: readonly Fact[] = [
  [
    'The user works as a nurse in Hamburg.',
    'User is working as a nurse in Hamburg',
    'The user works as a nurse in Berlin now.',
    'The user worked night shifts as a student.',
  ],
  [
    'The release is planned for Friday, 14 March.',
    'We plan the release for Friday 14 March',
    'The release is planned for Monday, 17 March.',
    'The release notes are written by the docs team.',
  ],
  [
    'Deploys go through the staging cluster first.',
    'A deploy always goes through the staging cluster first.',
    'Deploys no longer go through the staging cluster.',
    'The staging cluster has four nodes.',
  ],
  [
    'Ana lives in Oslo with her two cats.',
    'Ana and her two cats live in Oslo.',
    'Ana lives in Bergen with her two cats.',
    'Ana is allergic to dogs.',
  ],
  [
    'The user prefers short answers without code comments.',
    'User wants short answers, no code comments',
    'The user prefers long answers with code comments.',
    'The user writes TypeScript at work.',
  ],
  [
    'The API key for the weather service expires in June.',
    'Weather service API key expires in June.',
    'The API key for the weather service expires in September.',
    'The weather service allows 1000 requests a day.',
  ],
  [
    'Bob is the owner of the billing module.',
    'The billing module is owned by Bob.',
    'Carla is the owner of the billing module.',
    'Bob is on holiday in July.',
  ],
  [
    'The database runs PostgreSQL 14 on port 5433.',
    'Postgres: the database is PostgreSQL 14, port 5433',
    'The database runs PostgreSQL 16 on port 5433.',
    'The database is backed up every night at two.',
  ],
  [
    "My daughter's birthday is on 3 May.",
    'The birthday of my daughter is 3 May',
    "My daughter's birthday party is moved to 10 May.",
    'My daughter plays the cello.',
  ],
  [
    'Tests must be run with npm test before each commit.',
    'Run npm test before every commit.',
    'Tests must be run with pnpm test before each commit.',
    'Commit messages are written in English.',
  ],
  [
    'The budget for the kitchen is 12,000 euros.',
    'Kitchen budget: 12,000 euros',
    'The budget for the kitchen is 15,000 euros.',
    'The kitchen gets a new window in autumn.',
  ],
  [
    'The user is vegetarian and does not eat mushrooms.',
    'User: vegetarian, eats no mushrooms',
    'The user is vegan and does not eat mushrooms.',
    'The user likes to cook on Sundays.',
  ],
  [
    'Meeting with the bank is on Tuesday at 10.',
    'The meeting with the bank takes place Tuesday at 10',
    'Meeting with the bank is moved to Thursday at 9.',
    'The bank wants the papers of the last three years.',
  ],
  [
    'The parser fails on nested quotes, see BUG-214.',
    'BUG-214: the parser fails on nested quotes',
    'The parser no longer fails on nested quotes, BUG-214 is fixed.',
    'The parser is generated from a grammar file.',
  ],
  [
    'Customer Acme pays by invoice within 30 days.',
    'Acme, a customer, pays invoices within 30 days',
    'Customer Acme pays by invoice within 14 days.',
    'Customer Acme has offices in Leeds and York.',
  ],
  [
    'The dog gets its medicine every morning at seven.',
    'Every morning at seven the dog gets medicine',
    'The dog gets its medicine every evening at eight.',
    'The dog is called Bello.',
  ],
  [
    'Use dark mode in the demo.',
    'The demo should use dark mode',
    'Use light mode in the demo.',
    'The demo has three slides.',
  ],
  [
    'The train to Lyon leaves at 8:15 from platform 4.',
    'Train to Lyon: 8:15, platform 4',
    'The train to Lyon leaves at 8:45 from platform 2.',
    'The hotel in Lyon is near the river.',
  ],
  [
    'The retry limit of the upload worker is 5.',
    'Upload worker: retry limit 5',
    'The retry limit of the upload worker is 8.',
    'The upload worker logs to stdout.',
  ],
  [
    'The user speaks German and a little Italian.',
    'User speaks German, and a little Italian',
    'The user speaks German and fluent Italian.',
    'The user wants to move to Rome one day.',
  ],
];

export const CHINESE_FACTS: readonly Fact[] = [
  ['用户住在北京，有两只猫。', '用户有两只猫，住在北京', '用户搬到上海住了，有两只猫。', '用户对狗毛过敏。'],
  ['发布时间定在周五下午三点。', '周五下午三点发布', '发布时间改到下周一上午十点。', '发布说明由文档组负责。'],
  ['小李是支付模块的负责人。', '支付模块由小李负责', '小王是支付模块的负责人。', '小李七月份休假。'],
  ['用户喜欢喝蓝山咖啡，不加糖。', '用户爱喝不加糖的蓝山咖啡', '用户现在喜欢喝绿茶，不加糖。', '用户每天早上跑步。'],
  [
    '数据库是 PostgreSQL 14，端口 5433。',
    '数据库用的是 PostgreSQL 14，端口为 5433',
    '数据库升级到 PostgreSQL 16，端口 5433。',
    '数据库每晚两点备份。',
  ],
  ['女儿的生日是五月三日。', '我女儿生日在五月三日', '女儿的生日聚会改到五月十日。', '女儿在学大提琴。'],
  ['厨房装修预算是一万二千元。', '装修厨房的预算为一万二千元', '厨房装修预算改为一万五千元。', '厨房要换一扇新窗户。'],
  ['用户吃素，不吃蘑菇。', '用户是素食者，不吃蘑菇', '用户不再吃素，但不吃蘑菇。', '用户周日喜欢自己做饭。'],
  [
    '和银行的会议在周二上午十点。',
    '周二上午十点与银行开会',
    '和银行的会议改到周四上午九点。',
    '银行需要近三年的材料。',
  ],
  [
    '提交代码前必须运行 npm test。',
    '每次提交前要先运行 npm test',
    '提交代码前必须运行 pnpm test。',
    '提交信息用英文写。',
  ],
  ['天气服务的密钥六月到期。', '天气服务密钥在六月过期', '天气服务的密钥九月到期。', '天气服务每天限一千次请求。'],
  [
    '去里昂的火车八点十五分从四站台发车。',
    '到里昂的火车：四站台，八点十五分',
    '去里昂的火车八点四十五分从二站台发车。',
    '里昂的酒店靠近河边。',
  ],
  ['上传任务的重试上限是五次。', '上传任务最多重试五次', '上传任务的重试上限是八次。', '上传任务的日志写到标准输出。'],
  [
    '用户会说德语和一点意大利语。',
    '用户会德语，还会一点意大利语',
    '用户会说德语和流利的意大利语。',
    '用户想以后搬到罗马。',
  ],
  ['客户华信三十天内付款。', '华信这个客户在三十天内付款', '客户华信十四天内付款。', '客户华信在南京有办公室。'],
  ['演示时使用深色模式。', '演示要用深色模式', '演示时使用浅色模式。', '演示一共三页。'],
];

// Pairs written after the rule was finished.
import type { Pair } from './update-pairs.ts';

export const ENGLISH_UPDATES: readonly Pair[] = [
  ['My home town is Leeds.', 'My home town is Bristol; Leeds was only where I studied.', 'What is my home town?'],
  ['Sara is employed at Novartis.', 'Sara is employed at Roche since January.', 'Where is Sara employed?'],
  [
    'The hotline number is 0800 111 222.',
    'The hotline number has changed to 0800 333 444.',
    'What is the hotline number?',
  ],
  ['Grandpa eats no sugar.', 'Grandpa eats sugar again.', 'Does grandpa eat sugar?'],
  ['Stand-up is at 9:30.', 'Stand-up is at 10:15 from next week.', 'When is stand-up?'],
  [
    'A ticket for the concert costs 40 pounds.',
    'A ticket for the concert now costs 55 pounds.',
    'How much is a ticket for the concert?',
  ],
  ['The app requires Node 18.', 'The app requires Node 22.', 'Which Node version does the app require?'],
  ['The user prefers tabs over spaces.', 'The user prefers spaces over tabs.', 'Does the user prefer tabs or spaces?'],
  ['Ben is married.', 'Ben is no longer married.', 'Is Ben married?'],
  ['Order 5531 is being packed.', 'Order 5531 has been shipped.', 'What is the status of order 5531?'],
  ['The thesis is due on 1 March.', 'The thesis is due on 15 April after an extension.', 'When is the thesis due?'],
  [
    "Maya's favourite author is Ursula Le Guin.",
    "Maya's favourite author is Ted Chiang now.",
    "Who is Maya's favourite author?",
  ],
  ['The gym closes at 10 pm.', 'The gym closes at 8 pm on weekdays.', 'When does the gym close?'],
  ['I drive a red Toyota.', 'I drive a white Tesla these days.', 'What car do I drive?'],
  ['The backup runs every night.', 'The backup runs every Sunday only.', 'How often does the backup run?'],
  ['Our team uses Slack for chat.', 'Our team switched to Teams for chat.', 'What does our team use for chat?'],
  [
    'The conference takes place in Vienna.',
    'The conference takes place online because of the strike.',
    'Where does the conference take place?',
  ],
  ["The user's shoe size is 42.", "The user's shoe size is 43.", "What is the user's shoe size?"],
  [
    'Nina is in charge of the newsletter.',
    'Omar is in charge of the newsletter.',
    'Who is in charge of the newsletter?',
  ],
  [
    'The cat takes one pill a day.',
    'The cat takes two pills a day, says the vet.',
    'How many pills a day does the cat take?',
  ],
  [
    'Deploys go out on Fridays.',
    'Deploys no longer go out on Fridays, but on Tuesdays.',
    'On which day do deploys go out?',
  ],
];

export const CHINESE_UPDATES: readonly Pair[] = [
  ['我的老家在成都。', '我的老家其实在绵阳，成都是我上学的地方。', '我的老家在哪里？'],
  ['萨拉在阿里上班。', '萨拉从一月起在腾讯上班。', '萨拉在哪里上班？'],
  ['客服热线是400-111-2222。', '客服热线换成400-333-4444了。', '客服热线是多少？'],
  ['爷爷不吃糖。', '爷爷又开始吃糖了。', '爷爷吃糖吗？'],
  ['站会在九点半。', '下周起站会在十点一刻。', '站会几点开？'],
  ['演唱会门票四百元。', '演唱会门票现在要五百五十元。', '演唱会门票多少钱？'],
  ['应用需要Node 18。', '应用需要Node 22。', '应用需要哪个版本的Node？'],
  ['用户更喜欢发邮件联系。', '用户更喜欢打电话联系。', '用户更喜欢怎么联系？'],
  ['老赵是会员。', '老赵不再是会员。', '老赵是会员吗？'],
  ['订单5531正在打包。', '订单5531已经发货。', '订单5531是什么状态？'],
  ['论文三月一日交。', '论文延期到四月十五日交。', '论文什么时候交？'],
  ['玛雅最喜欢的作家是余华。', '玛雅现在最喜欢的作家是刘慈欣。', '玛雅最喜欢的作家是谁？'],
  ['健身房晚上十点关门。', '健身房改成晚上八点关门。', '健身房几点关门？'],
  ['我开一辆红色的丰田。', '我现在开一辆白色的特斯拉。', '我开什么车？'],
  ['备份每天晚上运行。', '备份改为只在周日运行。', '备份多久运行一次？'],
  ['我们团队用钉钉沟通。', '我们团队改用飞书沟通了。', '我们团队用什么沟通？'],
  ['大会在杭州举行。', '大会改在线上举行。', '大会在哪里举行？'],
  ['用户的鞋码是42。', '用户的鞋码是43。', '用户的鞋码是多少？'],
  ['妮娜负责周报。', '周报现在由奥马尔负责。', '谁负责周报？'],
  ['猫每天吃一片药。', '医生说猫每天吃两片药。', '猫每天吃几片药？'],
  ['每周五上线。', '不再周五上线，改到每周二上线。', '每周几上线？'],
];

export const ENGLISH_NAMED: readonly Pair[] = [
  ["Mia's piano lesson is on Tuesday.", "Leo's piano lesson is on Thursday.", "When is Mia's piano lesson?"],
  ['The north gate opens at 6.', 'The south gate opens at 7.', 'When does the north gate open?'],
  ['Project Falcon is written in Go.', 'Project Heron is written in Java.', 'What is project Falcon written in?'],
  ['Chapter 3 is about whales.', 'Chapter 4 is about sharks.', 'What is chapter 3 about?'],
  ['Uncle Joe is allergic to nuts.', 'Aunt May is allergic to milk.', 'What is Uncle Joe allergic to?'],
  ['The dev database is on port 5432.', 'The test database is on port 5433.', 'On which port is the dev database?'],
  ["Kim's deadline moved to Friday.", "Pat's deadline moved to Monday.", "When is Kim's deadline?"],
  ['Jane lives in Oslo.', 'Her sister lives in Bergen now.', 'Where does Jane live?'],
  ['The blue line is closed.', 'The green line is open again.', 'Is the blue line closed?'],
];

export const CHINESE_NAMED: readonly Pair[] = [
  ['米娅的钢琴课在周二。', '里奥的钢琴课在周四。', '米娅的钢琴课是哪天？'],
  ['北门六点开。', '南门七点开。', '北门几点开？'],
  ['猎鹰项目用Go写。', '苍鹭项目用Java写。', '猎鹰项目用什么写？'],
  ['第三章讲鲸鱼。', '第四章讲鲨鱼。', '第三章讲什么？'],
  ['舅舅对坚果过敏。', '舅妈对牛奶过敏。', '舅舅对什么过敏？'],
  ['开发库的端口是5432。', '测试库的端口是5433。', '开发库的端口是多少？'],
  ['小金的截止日期改到周五。', '小朴的截止日期改到周一。', '小金的截止日期是哪天？'],
  ['简住在奥斯陆。', '她妹妹现在住在卑尔根。', '简住在哪里？'],
  ['蓝线停运了。', '绿线恢复运营了。', '蓝线停运了吗？'],
];

export const ENGLISH_UNNAMED: readonly Pair[] = [
  ["Mia's swimming class is on Monday.", "Leo's swimming class is on Friday.", 'When are the swimming classes?'],
  ['Client Ford pays by card.', 'Client Opel pays by invoice.', 'How do clients pay?'],
  ['The red team sits on floor 2.', 'The blue team sits on floor 4.', 'Where do the teams sit?'],
];

export const CHINESE_UNNAMED: readonly Pair[] = [
  ['米娅的游泳课在周一。', '里奥的游泳课在周五。', '游泳课都在哪天？'],
  ['福特公司刷卡付款。', '欧宝公司开票付款。', '客户怎么付款？'],
  ['红队坐在二楼。', '蓝队坐在四楼。', '各队坐在几楼？'],
];

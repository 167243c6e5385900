// Facts about different things in the same words: [the older fact, the newer fact, a question].
import type { Pair } from './update-pairs.ts';

/** The question names the subject of the older fact, which must lead. */
export const ENGLISH_NAMED: readonly Pair[] = [
  ['Ann lives in Lisbon.', 'Bob lives in Porto.', 'Where does Ann live?'],
  [
    'The deadline of project Alpha is Friday.',
    'The deadline of project Beta is Monday.',
    'When is the deadline of project Alpha?',
  ],
  ["Tim's favourite colour is green.", "Rosa's favourite colour is orange.", "What is Tim's favourite colour?"],
  ['My sister works as a nurse.', 'My brother works as a pilot.', 'What does my sister work as?'],
  ['The Berlin office has 40 desks.', 'The Munich office has 25 desks.', 'How many desks does the Berlin office have?'],
  [
    'The web server listens on port 8080.',
    'The mail server listens on port 2525.',
    'On which port does the web server listen?',
  ],
  ['Dr Patel is a dentist.', 'Dr Kim is a surgeon.', 'What is Dr Patel?'],
  ['Milk is in the fridge door.', 'Bread is in the cupboard.', 'Where is the milk?'],
  [
    'Flight LH 123 departs from gate B4.',
    'Flight BA 456 departs from gate C9.',
    'From which gate does flight LH 123 depart?',
  ],
  ["Monday's lecture is about enzymes.", "Tuesday's lecture is about proteins.", "What is Monday's lecture about?"],
  ['Room 101 seats 30 people.', 'Room 102 seats 20 people.', 'How many people does room 101 seat?'],
  ['Lena plays the violin.', 'Max plays the trumpet.', 'What does Lena play?'],
  ['The capital of Norway is Oslo.', 'The capital of Sweden is Stockholm.', 'What is the capital of Norway?'],
  ['Version 1.0 was released in March.', 'Version 2.0 was released in June.', 'When was version 1.0 released?'],
  ['The car needs an oil change in May.', 'The bike needs new tyres in June.', 'What does the car need?'],
  ['Invoice 2001 was paid by Acme.', 'Invoice 2002 was paid by Globex.', 'Who paid invoice 2001?'],
  [
    'The red folder contains the contracts.',
    'The blue folder contains the invoices.',
    'What does the red folder contain?',
  ],
  ["Grandma's recipe uses rye flour.", "Auntie's recipe uses wheat flour.", "What flour does grandma's recipe use?"],
  ["Peter's sister is called Ida.", "Peter's brother is called Hugo.", "What is Peter's sister called?"],
];

export const CHINESE_NAMED: readonly Pair[] = [
  ['小王住在上海。', '小李住在北京。', '小王住在哪里？'],
  ['甲项目的截止日期是周五。', '乙项目的截止日期是周一。', '甲项目的截止日期是哪天？'],
  ['小明最喜欢的颜色是绿色。', '小红最喜欢的颜色是橙色。', '小明最喜欢的颜色是什么？'],
  ['我姐姐是护士。', '我哥哥是飞行员。', '我姐姐是做什么的？'],
  ['北京办公室有四十个工位。', '上海办公室有二十五个工位。', '北京办公室有多少工位？'],
  ['网站服务器监听8080端口。', '邮件服务器监听2525端口。', '网站服务器监听哪个端口？'],
  ['陈医生是牙医。', '吴医生是外科医生。', '陈医生是什么科的医生？'],
  ['牛奶在冰箱门上。', '面包在橱柜里。', '牛奶在哪里？'],
  ['航班CA123在B4登机口。', '航班MU456在C9登机口。', '航班CA123在哪个登机口？'],
  ['周一的课讲酶。', '周二的课讲蛋白质。', '周一的课讲什么？'],
  ['101会议室能坐30人。', '102会议室能坐20人。', '101会议室能坐多少人？'],
  ['丽丽会拉小提琴。', '强强会吹小号。', '丽丽会什么乐器？'],
  ['挪威的首都是奥斯陆。', '瑞典的首都是斯德哥尔摩。', '挪威的首都是哪里？'],
  ['1.0版本在三月发布。', '2.0版本在六月发布。', '1.0版本是什么时候发布的？'],
  ['汽车五月要换机油。', '自行车六月要换轮胎。', '汽车要换什么？'],
  ['2001号发票由蓝天公司付款。', '2002号发票由大海公司付款。', '2001号发票是谁付款的？'],
  ['红色文件夹里是合同。', '蓝色文件夹里是发票。', '红色文件夹里是什么？'],
  ['奶奶的面包用黑麦粉。', '阿姨的面包用小麦粉。', '奶奶的面包用什么粉？'],
  ['彼得的姐姐叫小艾。', '彼得的弟弟叫小雨。', '彼得的姐姐叫什么？'],
];

/** The question is about both, so that their order stays that of the scores. */
export const ENGLISH_UNNAMED: readonly Pair[] = [
  ['Carla lives in Madrid.', 'Dario lives in Seville.', 'Who lives in which city?'],
  [
    'The deadline for the website redesign is 3 May.',
    'The deadline for the annual report is 9 May.',
    'Which deadlines are there?',
  ],
  ['The Oslo office opens at 8.', 'The Rome office opens at 9.', 'When do the offices open?'],
  ['Paul plays the cello.', 'Nina plays the flute.', 'Who plays an instrument?'],
  ['The backup job runs at 2 am.', 'The report job runs at 5 am.', 'At what time do the jobs run?'],
  // The user's own, and somebody else's.
  ['I live in Lisbon.', 'My mother lives in Porto.', 'Where do I live?'],
  ['I work at the harbour.', 'My husband works at a bakery.', 'Where do I work?'],
  ['The user lives in Lisbon.', "The user's aunt lives in Porto.", 'Where does the user live?'],
  ['I am allergic to peanuts.', 'My son is allergic to cats.', 'What am I allergic to?'],
  ['My phone number is 555 0142.', "My wife's phone number is 555 0199.", 'What is my phone number?'],
  ['My birthday is on 3 May.', "My sister's birthday is on 9 June.", 'When is my birthday?'],
  ['My email is ann@example.com.', 'My work email is ann@example.org.', 'What is my email?'],
  ['The server runs on port 8080.', 'The test server runs on port 9090.', 'Which port does the server run on?'],
  ['The code of the gate is 4711.', 'The code of the garden gate is 8143.', 'What is the code of the gate?'],
  // Another value, which holds no longer.
  ['I live in Lisbon.', "I don't live in Porto anymore.", 'Where do I live?'],
  ['My team works with Python.', 'My team no longer works with Perl.', 'What does my team work with?'],
];

export const CHINESE_UNNAMED: readonly Pair[] = [
  ['小张住在广州。', '小赵住在深圳。', '大家都住在哪里？'],
  ['网站改版的截止日期是五月三日。', '年度报告的截止日期是五月九日。', '有哪些截止日期？'],
  ['奥斯陆办公室八点开门。', '罗马办公室九点开门。', '办公室几点开门？'],
  ['老刘种番茄。', '老孙种黄瓜。', '谁在种菜？'],
  ['备份任务凌晨两点运行。', '报表任务早上五点运行。', '任务几点运行？'],
  // The user's own, and somebody else's.
  ['我住在北京。', '我妈妈住在上海。', '我住在哪里？'],
  ['我对花生过敏。', '我女儿对牛奶过敏。', '我对什么过敏？'],
  ['我的生日是5月3日。', '我老婆的生日是6月9日。', '我的生日是哪天？'],
  ['用户住在广州。', '用户的妹妹住在深圳。', '用户住在哪里？'],
  ['我在医院上班。', '我朋友在银行上班。', '我在哪里上班？'],
  ['我住在北京。', '我不住在上海了。', '我住在哪里？'],
];

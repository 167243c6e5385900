// Facts that visitors tell the page, and their later questions: in other words and another order, as people ask.

/** A fact and a question about it. */
export type Pair = readonly [told: string, asked: string];

export const ENGLISH: readonly Pair[] = [
  ['My sister Ida lives in Bergen and she has a cat called Miso.', 'Where does Ida live?'],
  ['I am allergic to peanuts and shellfish.', 'What am I allergic to?'],
  ['The wifi password at the cabin is blue-otter-42.', 'What’s the wifi password at the cabin?'],
  ['My dentist appointment is on 14 March at half past nine.', 'When do I have to be at the dentist?'],
  ['We parked the car on level 3, row F.', 'where did we park the car'],
  ['Dad’s birthday is on the 9th of November.', 'When was my dad born? When is his birthday?'],
  ['I promised Tom to return his drill before Sunday.', 'What did I promise Tom?'],
  ['My passport number is X4471920.', 'Tell me my passport number'],
  ['The vet said that Rufus needs the blue pills twice a day.', 'How often does Rufus get his pills?'],
  ['Our landlord is called Mr. Petrov, his phone number is 0171 555 0199.', 'How can I reach our landlord by phone?'],
  ['I take my coffee with oat milk and no sugar.', 'How do I like my coffee?'],
  ['The meeting with the accountant was moved to Thursday.', 'Which day is the meeting with the accountant?'],
  ['Lena’s daughter plays the cello in the school orchestra.', 'Which instrument does Lena’s daughter play?'],
  ['I work as a nurse at St. Mary’s hospital.', 'Where do I work?'],
  ['The spare key is under the third flower pot on the left.', 'Remind me where the spare key is.'],
  ['My shoe size is 43, but in boots I need 44.', 'What is my shoe size?'],
  ['Grandma’s apple pie takes six apples and a pinch of cardamom.', 'How many apples go into Grandma’s pie?'],
  ['Please remember that the rubbish goes out on Tuesday evenings.', 'When does the rubbish go out?'],
  ['I’m reading “The Left Hand of Darkness” at the moment, I’m on page 112.', 'Which page am I on?'],
  ['Our flight to Lisbon leaves from gate B22 at 6:45.', 'At which gate does the flight to Lisbon leave?'],
  ['The plumber charges 80 euros an hour.', 'What does the plumber cost per hour?'],
  ['My favourite colour is dark green.', 'What’s my favorite color?'],
  ['Nina and Jakob are getting married in Prague next summer.', 'Who is getting married in Prague?'],
  ['I lent my bicycle pump to Omar.', 'Who has my bicycle pump?'],
  ['The alarm code of the office is 7731.', 'do you remember the alarm code of the office'],
];

export const CHINESE: readonly Pair[] = [
  ['我妹妹住在成都，养了一只叫豆包的猫。', '我妹妹住在哪里？'],
  ['我对花生和虾过敏。', '我对什么过敏？'],
  ['山里小屋的无线密码是 blue-otter-42。', '小屋的无线密码是多少？'],
  ['我的牙医预约在三月十四号上午九点半。', '我什么时候去看牙医？'],
  ['车停在地下三层 F 排。', '车停在哪儿了'],
  ['爸爸的生日是十一月九号。', '爸爸的生日是哪天？'],
  ['我答应老王周日之前把电钻还给他。', '我答应了老王什么？'],
  ['我的护照号是 E4471920。', '告诉我我的护照号'],
  ['兽医说阿福每天要吃两次蓝色的药。', '阿福一天吃几次药？'],
  ['我们的房东姓彭，电话是 138 0000 0199。', '房东的电话是多少？'],
  ['我喝咖啡要加燕麦奶，不加糖。', '我喝咖啡加什么？'],
  ['和会计的会议改到了星期四。', '和会计的会议在星期几？'],
  ['李娜的女儿在学校乐团拉大提琴。', '李娜的女儿拉什么琴？'],
  ['我在市一医院当护士。', '我在哪家医院上班？'],
  ['备用钥匙放在左边第三个花盆下面。', '备用钥匙在哪'],
  ['我的鞋码是 43，靴子要穿 44。', '我的鞋码是多少？'],
  ['外婆的苹果派要用六个苹果和一点肉桂。', '外婆的苹果派用几个苹果？'],
  ['请记住，垃圾是每周二晚上倒。', '什么时候倒垃圾？'],
  ['我正在看《三体》，看到第 112 页了。', '《三体》我看到第几页了？'],
  ['去昆明的航班六点四十五从 B22 登机口起飞。', '去昆明的航班在哪个登机口？'],
  ['水管工一小时收八十块。', '水管工怎么收费？'],
  ['我最喜欢的颜色是墨绿色。', '我最喜欢什么颜色？'],
  ['小林和阿杰明年夏天在大理结婚。', '谁在大理结婚？'],
  ['我把打气筒借给了小周。', '打气筒在谁那里？'],
  ['办公室的报警密码是 7731。', '你还记得办公室的报警密码吗'],
];

/** Questions whose answer nobody told. */
export const NEVER_TOLD: readonly string[] = [
  'What is my blood type?',
  'When does the train to Oslo leave?',
  'Who is the president of our chess club?',
  'Where does my brother live?',
  'What is the password of my bank?',
  'How old is Rufus?',
  '我的血型是什么？',
  '我哥哥住在哪里？',
  '去拉萨的火车几点开？',
  '银行卡的密码是多少？',
];

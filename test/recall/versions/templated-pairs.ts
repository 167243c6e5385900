// Facts that changed, all of one template: whose what is which value.
import type { Pair } from './update-pairs.ts';

/** [owner, property, former value, present value]. */
type Fact = readonly [whose: string, what: string, former: string, present: string];

const ENGLISH: readonly Fact[] = [
  ['the user', 'home city', 'Ghent', 'Malmö'],
  ['the user', 'job title', 'data analyst', 'team lead'],
  ['the user', 'favourite drink', 'green tea', 'black coffee'],
  ['the user', 'shoe size', '42', '43'],
  ['Mira', 'phone number', '555 0123', '555 0188'],
  ['Mira', 'employer', 'Siemens', 'Bosch'],
  ['the project', 'deadline', '3 May', '17 June'],
  ['the project', 'code name', 'Heron', 'Kestrel'],
  ['the project', 'budget', '40,000 euros', '55,000 euros'],
  ['the server', 'IP address', '10.0.4.7', '10.0.9.2'],
  ['the build', 'default branch', 'master', 'main'],
  ['the office', 'door code', '4471', '9035'],
];

const CHINESE: readonly Fact[] = [
  ['用户', '居住城市', '成都', '厦门'],
  ['用户', '职位', '分析师', '主管'],
  ['用户', '最喜欢的饮料', '绿茶', '咖啡'],
  ['用户', '鞋码', '42码', '43码'],
  ['王芳', '电话号码', '13800000001', '13900000002'],
  ['王芳', '工作单位', '华为', '小米'],
  ['项目', '截止日期', '五月三日', '六月十七日'],
  ['项目', '代号', '苍鹭', '红隼'],
  ['项目', '预算', '四万元', '五万五千元'],
  ['服务器', '地址', '10.0.4.7', '10.0.9.2'],
  ['仓库', '默认分支', 'master', 'main'],
  ['办公室', '门禁密码', '4471', '9035'],
];

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const ENGLISH_UPDATES: readonly Pair[] = ENGLISH.map(([whose, what, former, present]) => [
  sentence(`${whose}'s ${what} is ${former}.`),
  sentence(`${whose}'s ${what} is ${present}.`),
  `What is ${whose}'s ${what}?`,
]);

export const CHINESE_UPDATES: readonly Pair[] = CHINESE.map(([whose, what, former, present]) => [
  `${whose}的${what}是${former}。`,
  `${whose}的${what}是${present}。`,
  `${whose}的${what}是什么？`,
]);

/** The place of the next fact about something else of somebody else. */
const nextTo = (facts: readonly Fact[], at: number): number =>
  facts.findIndex(([whose, what]) => whose !== facts[at]?.[0] && what !== facts[at]?.[1]);

/** The question names the older fact. */
const named = (pairs: readonly Pair[], facts: readonly Fact[]): readonly Pair[] =>
  pairs.map(([older, , question], at) => [older, pairs[nextTo(facts, at)]?.[1] ?? '', question]);

export const ENGLISH_NAMED = named(ENGLISH_UPDATES, ENGLISH);
export const CHINESE_NAMED = named(CHINESE_UPDATES, CHINESE);

/** The same thing of two, and the question names neither. */
export const ENGLISH_UNNAMED: readonly Pair[] = ENGLISH.map(([whose, what, former, present], at) => [
  sentence(`${whose}'s ${what} is ${former}.`),
  sentence(`${ENGLISH[nextTo(ENGLISH, at)]?.[0]}'s ${what} is ${present}.`),
  `What is the ${what}?`,
]);
export const CHINESE_UNNAMED: readonly Pair[] = CHINESE.map(([whose, what, former, present], at) => [
  `${whose}的${what}是${former}。`,
  `${CHINESE[nextTo(CHINESE, at)]?.[0]}的${what}是${present}。`,
  `${what}是什么？`,
]);

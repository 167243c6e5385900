// Everyday words grouped by topic: "I moved to Ghent" may answer the question where somebody lives, since "moved" and
// "lives" are of one topic. Only for facts that people tell of themselves; pure, and no substitute for a model.
import type { Item } from 'working-memory';

const KINDS: readonly string[] = [
  'live lives lived living home house flat apartment address move moved moving wohne wohnst wohnt wohnen wohnung haus adresse gezogen umgezogen | 住 搬 家 地址',
  'job work works working worked profession employer company office arbeite arbeitet arbeiten arbeit beruf firma | 工作 上班 公司 职业 辞职',
  'name names named call calls called heiße heißt heißen | 叫 名字',
  'birthday born birth age old years geburtstag geboren | 生日 出生 岁',
  'child children kid kids son daughter baby kinder sohn tochter | 孩子 儿子 女儿',
  'wife husband partner spouse married girlfriend boyfriend frau mann verheiratet freundin | 妻子 老婆 丈夫 老公 结婚',
  'pet pets animal dog cat parrot rabbit hamster puppy kitten haustier hund katze | 宠物 动物 狗 猫',
  'allergic allergy allergies intolerant allergisch allergie | 过敏',
  'eat eats food diet vegetarian vegan dish esse isst essen | 吃 素食 菜',
  'car drive drives driving | 车 开车',
  'school study studies studying university college class | 学校 上学 大学 学习',
  'holiday holidays vacation trip travel travelling fly flying flight | 度假 旅行 旅游 机票',
  'doctor dentist hospital surgery operation | 医生 牙医 医院 手术',
  'like likes love loves favourite favorite prefer prefers mag liebe | 喜欢 最爱',
  'buy bought purchase purchased order ordered | 买 订',
  'parents mother father mom mum dad | 父母 妈妈 爸爸',
  'brother brothers sister sisters sibling siblings | 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹',
  'phone telephone mobile number | 电话 号码 手机',
  'language languages speak speaks | 语言 会说',
  'sport sports run runs running gym swim swimming | 运动 跑步 游泳',
  'drink drinks coffee tea | 喝 咖啡 茶',
  'begin begins start starts started | 开始',
  'deadline due finish finished | 截止 期限',
  'cost costs price paid pay pays | 价格 多少钱 花了',
  'sick ill illness disease diabetes asthma medicine medication | 病 药 糖尿病 哮喘',
  'colour color red blue green yellow black white grey | 颜色 红 蓝 绿 黄 黑 白',
];

const KINDRED: readonly { readonly latin: ReadonlySet<string>; readonly han: readonly string[] }[] = KINDS.map(
  (kind) => {
    const [latin = '', han = ''] = kind.split(' | ');
    return { latin: new Set(latin.split(' ')), han: han.split(' ') };
  },
);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];

/** Returns the topics of a text, as indexes in `KINDRED`. */
function kindsOf(text: string): ReadonlySet<number> {
  const words = wordsOf(text);
  const found = KINDRED.flatMap(({ latin, han }, kind) =>
    words.some((word) => latin.has(word)) || han.some((word) => text.includes(word)) ? [kind] : [],
  );
  return new Set(found);
}

/** Returns the words of the question's topics, which may occur in its answer; empty where it has no topic. */
export const kindredWords = (question: string): string =>
  Array.from(kindsOf(question), (kind) =>
    [...(KINDRED[kind]?.latin ?? []), ...(KINDRED[kind]?.han ?? [])].join(' '),
  ).join(' ');

const CHANGES: readonly RegExp[] = [
  /(?:^|[,;:.!?]\s+)(?:i|we)(?:['’]ve)?\s(?:\w+\s)?(?:moved|changed|switched|quit|resigned)\b/iu,
  /(?:^|[,;:.!?]\s+)(?:ich|wir)\s[^,.]*(?:gezogen|gewechselt|gekündigt)(?!\p{L})/iu,
  /(?:^|[，；：。！？])我\p{Script=Han}{0,3}[搬换改辞]/u,
];

/** Whether a text tells of a change in the first person: "What a day, I moved to Ghent". */
const tellsOfChange = (text: string): boolean => CHANGES.some((pattern) => pattern.test(text));

const MOVES = /(?<!\p{L})(?:moved (?:to|into|in|from|back|out|away)|umgezogen|gezogen)(?!\p{L})|搬[到去回进来家]/iu;

/**
 * Whether a text tells that the person of a question moved. The words that the question shares with the `former` answer
 * name the person, apart from topic words and words of one or two letters; in Chinese, its first two characters do.
 */
function tellsOfMove(question: string, former: string, text: string): boolean {
  if (!MOVES.test(text)) return false;
  if (/\p{Script=Han}/u.test(question))
    return former.includes(question.slice(0, 2)) && text.includes(question.slice(0, 2));
  const [told, changed] = [new Set(wordsOf(former)), new Set(wordsOf(text))];
  const names = wordsOf(question).filter((word) => word.length > 2 && told.has(word) && kindsOf(word).size === 0);
  return (names.length > 0 || kindsOf(question).size > 1) && names.every((name) => changed.has(name));
}

/** Whether a text is about its speaker: "I moved", "wo wohne ich", but not "my sister moved". */
export const isOfMyself = (text: string): boolean =>
  /(?<!\p{L})(?:i|we|ich|wir)(?!\p{L})|我(?!们?的|[妹姐哥弟爸妈爷奶女儿老朋同])/iu.test(text);

/** Whether a question has topics, and the text has all of them. */
export function answersTo(question: string, text: string): boolean {
  const [asked, told] = [kindsOf(question), kindsOf(text)];
  return asked.size > 0 && Array.from(asked).every((kind) => told.has(kind));
}

type Fact = Pick<Item, 'text' | 'sequence'>;

/**
 * Whether a fact tells of a change, so that the `former` one no longer answers the question. A change told in the first
 * person outdates an older first-person fact. Any other fact yields to it only if the question is in the first person.
 * A fact about somebody else yields to that person's later move.
 */
export function outdates(question: string, former: Fact, { text, sequence }: Fact): boolean {
  const isLater = sequence > former.sequence;
  if (isLater && tellsOfMove(question, former.text, text)) return true;
  return tellsOfChange(text) && (isOfMyself(former.text) ? isLater : isOfMyself(question));
}

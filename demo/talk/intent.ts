// What somebody wants who types a line: tell something, ask for something, or have it forgotten. Pure; without a model, so
// it goes by the form of the sentence.

export type Intent =
  | { readonly kind: 'tell'; readonly text: string }
  /** `query`: the question without its frame ("do you remember …"). */
  | { readonly kind: 'ask'; readonly query: string }
  /** Without a subject: what was told or quoted last. */
  | { readonly kind: 'forget'; readonly subject?: string };

export function intentOf(line: string): Intent {
  const text = line.trim();
  const forgets = FORGET.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (forgets) {
    const subject = forgets.groups?.['subject']?.replace(ENDING, '').trim() ?? '';
    return subject === '' || LAST.test(subject) ? { kind: 'forget' } : { kind: 'forget', subject };
  }
  return isQuestion(text) ? { kind: 'ask', query: queryOf(text) } : { kind: 'tell', text };
}

const ENDING = /(?:\s+(?:now|please))?[\s.!?。！？吗吧]+$|\s+(?:now|please)$/iu;

const FORGET: readonly RegExp[] = [
  /^(?:(?:ok(?:ay)?|and|so|well|now|then|please|just|(?:can|could|would|will) you|you can|i want you to|i['’]d like you to)[\s,]+)*(?:forget|delete|erase|remove(?=\s+(?:my|that|it|everything about)\b)|(?:don['’]t|do not) remember(?=\s+(?:my|that|it)\b))\b(?!-)(?:\s+(?:about|everything about|all about|that|what i (?:just )?said about))*(?:\s+(?<subject>.*))?$/isu,
  /^(?:bitte\s+)?(?:vergiss|lösche?)(?!\p{L})\s*(?<subject>.*)$/isu,
  // "忘记带钥匙" tells.
  /^(?:请|麻烦|帮我|你|能不能|可以)*(?:忘了|忘掉|忘记|删掉|删了|删除|不要记住|别记住)(?![带拿买关锁写做打发交吃])(?:关于)?(?<subject>.*)$/su,
  /^(?:请|麻烦|帮我|你|能不能|可以)*把(?<subject>.+?)(?:的事)?(?:都|给我)?(?:忘了|忘掉|忘记|删掉|删了|删除)(?:[吧吗]|好吗)?[。！!.?？]?$/su,
];

/** Names no subject but what was said last. */
const LAST =
  /^(?:it|that|this|that again|it again|what i (?:just )?said|the last (?:one|thing)|es|das)$|^(?:它|这个|这件事|这条|那个|那件事|刚才的?(?:话|事)?|我刚才说的(?:话)?|吧)?$/iu;

/** "Remember that …" tells, whatever its form; "do you remember …" asks. */
const TOLD =
  /^(?:(?:please|can you|could you|would you|will you)\s+)*(?:remember|note|memorize|keep in mind|don['’]t forget|do not forget|make a note)\b(?!\s+(?:when|what|where|who|how|which)\b)|^(?:请|麻烦|帮我)?(?:你)?(?:记住|记一下|记下|别忘了|记得)(?!.*[？?吗])/iu;

const ASKED =
  /^(?:(?:please|can you|could you|would you)\s+)*(?:tell|remind)\s+(?:me|us)\b|^(?:do|can|did) you\b|^(?:请|麻烦)?(?:你)?(?:告诉我|提醒我一下|说说|你?还?记得)/iu;

/** Begins a question also where nobody typed the question mark. */
const BEGINS =
  /^(?:(?:and|so|but|hey|ok|okay|well)[\s,]+)*(?:what|where|who|whom|whose|which|why|how|when)(?:['’]s|['’]re|\s+(?:is|are|was|were|do|does|did|will|would|can|could|should|has|have|had|am|many|much|often|long|old|far|tall|big|kind|type|colou?r|day|time|page|number|size|one|else|to)\b|\s*$)/iu;
const WORD_FIRST = /^(?:in|at|on|to|from|for|with|under|by)\s+(?:what|which|whom|whose)\b|^(?:who|whose|which)\s+\w+/iu;
const VERB_FIRST =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|am|may|might)\s+(?:i|you|we|he|she|it|they|my|our|your|his|her|their|the|a|an|this|that|these|those|there|any|anyone|anybody|someone)\b/iu;

const ZH_ASKS =
  /(?:吗|呢|么)[。.]?$|什么|谁|哪|几[点号时天个次岁页楼层路级条瓶]|星期几|周几|第几|多少|多久|多大|多远|多高|怎么|为什么|为何|何时|何地|是不是|有没有/u;
/** Where the same words say that it holds for all, or for no matter which. */
const ZH_TELLS =
  /(?:什么|谁|哪\p{Script=Han}{0,2}|怎么\p{Script=Han}?|多少)\s*(?:都|也)|不管|无论|没什么|没有什么|好几|不知道/u;

function isQuestion(text: string): boolean {
  if (TOLD.test(text)) return false;
  if (/[?？]["”’』」)）]*\s*$/u.test(text)) return true;
  if (ASKED.test(text) || BEGINS.test(text) || WORD_FIRST.test(text) || VERB_FIRST.test(text)) return true;
  return ZH_ASKS.test(text) && !ZH_TELLS.test(text);
}

const FRAME: readonly RegExp[] = [
  /^(?:(?:and|so|hey|ok|okay|well|please|can you|could you|would you)[\s,]+)*(?:(?:tell|remind) (?:me|us)(?: again)?(?: about)?|do you (?:still )?(?:remember|know|recall)|what did i (?:say|tell you) about)\s+/iu,
  /^(?:请|麻烦)?(?:你)?(?:能不能|可以|可不可以)?(?:告诉我|提醒我一下|提醒我|还记不记得|还记得|记不记得|记得|知道|知不知道)[，,]?/u,
];

/** Words of a Chinese question that no answer holds. */
const ZH_FRAME =
  /什么时候|为什么|什么|哪里|哪儿|哪天|哪家|哪个|哪位|哪些|哪|谁那里|谁|星期几|周几|几点|几号|几次|第几|几个|几|多少|多久|多大|怎么|吗|呢|还记得|来着|[？?]/gu;

function queryOf(text: string): string {
  const bare = FRAME.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  if (!/\p{Script=Han}/u.test(bare)) return bare;
  const rest = bare.replace(ZH_FRAME, ' ').replaceAll(/\s+/g, ' ').trim();
  return rest.length >= 2 ? rest : bare;
}

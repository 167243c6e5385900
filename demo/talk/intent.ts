// Intent of a typed line: to tell something, to ask for something, or to have it forgotten. Pure and without a model,
// so it depends on the form of the sentence.

export type Intent =
  | { readonly kind: 'tell'; readonly text: string }
  /** `query`: the question without its frame ("do you remember …"). */
  | { readonly kind: 'ask'; readonly query: string }
  /** To list what is known of the `subject`; absent: everything. */
  | { readonly kind: 'list'; readonly subject?: string }
  /** An absent `subject` stands for the latest fact told or quoted. */
  | { readonly kind: 'forget'; readonly subject?: string }
  /** A greeting, thanks, a call for help. */
  | { readonly kind: 'nothing' };

export function intentOf(line: string): Intent {
  const text = line.trim();
  const forgets = FORGET.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (forgets) {
    const subject = forgets.groups?.['subject']?.replace(ENDING, '').trim() ?? '';
    return subject === '' || LAST.test(subject) ? { kind: 'forget' } : { kind: 'forget', subject };
  }
  if (NOTHING.test(text)) return { kind: 'nothing' };
  const lists = LIST.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (lists) return { kind: 'list', ...lists.groups };
  return isQuestion(text) ? { kind: 'ask', query: queryOf(text) } : { kind: 'tell', text };
}

const ENDING = /(?:\s+(?:now|please))?[\s.!?。！？吗吧]+$|\s+(?:now|please)$/iu;

const FORGET: readonly RegExp[] = [
  /^(?:(?:ok(?:ay)?|and|so|well|now|then|please|just|(?:can|could|would|will) you|you can|i want you to|i['’]d like you to)[\s,]+)*(?:forget|delete|erase|remove(?=\s+(?:my|that|it|everything about)\b)|(?:don['’]t|do not) remember(?=\s+(?:my|that|it)\b))\b(?!-)(?:\s+(?:about|everything about|all about|that|what i (?:just )?said about))*(?:\s+(?<subject>.*))?$/isu,
  /^(?:bitte\s+)?(?:vergiss|lösche?)(?!\p{L}|\s+nicht)\s*(?<subject>.*)$/isu,
  // Excludes "忘记带钥匙" and "忘记密码了", which tell, and "忘了钥匙放在哪里", which asks.
  /^(?:请|麻烦|帮我|你|能不能|可以)*(?:(?:忘了|忘记)(?!.*(?:哪|什么|谁|多少|怎么|了[。.]?$))|忘掉|删掉|删了|删除|不要记住|别记住)(?![带拿买锁写做打发交吃]|关(?!于))(?:关于)?(?<subject>.*?)(?:的事情?)?[吗吧。！!.?？\s]*$/su,
  /^(?:请|麻烦|帮我|你|能不能|可以)*把(?<subject>.+?)(?:的事情?)?(?:都|给我)?(?:忘了|忘掉|忘记|删掉|删了|删除)(?:[吧吗]|好吗)?[。！!.?？]?$/su,
];

const NOTHING =
  /^(?:h(?:i|ey|ello|allo)(?: (?:there|again|everyone))?|good (?:morning|afternoon|evening|night)|(?:good)?bye|see you(?: later| soon)?|(?:ok(?:ay)?,? )?(?:thanks|thank you)(?: a lot| very much| so much)?|ok(?:ay)?|yes|no|sure|great|nice|cool|help|how (?:are you|does (?:this|it) work)|what (?:can|do) you do|who are you|danke(?: schön)?|guten (?:morgen|tag|abend)|tschüss|ja|nein|hilfe|[你您]好[啊呀]?|嗨|早上好|晚上好|晚安|再见|谢谢[你您]?[啊了]?|好[的吧]?|嗯|是的?|不是?|帮助|你是谁|你?能做什么|怎么用)[\s.!?。！？]*$/iu;

/** Match questions for all that is known: "What do you know about me?" A subject follows "about" alone. */
const LIST: readonly RegExp[] = [
  /^(?:(?:and|so|but|hey|ok|okay|well|please)[\s,]+)*(?:(?:what (?:all )?|(?:tell|show) me (?:all|everything|what) (?:that )?)(?:do )?you (?:still |already |actually )?(?:know|remember)|what (?:all )?(?:did i tell|have i told) you|do you (?:know|remember) anything|(?:list|show me) (?:all|everything)(?: (?:that )?you (?:know|remember))?)(?:\s+(?:about|of)\s+(?:me|us|myself))?(?:\s+(?:so far|now|already|yet))?[\s.!?]*$/iu,
  /^(?:(?:and|so|but|hey|ok|okay|well|please)[\s,]+)*(?:what do you (?:still )?(?:know|remember) about|(?:tell|show) me (?:all|everything|what)(?: (?:that )?you (?:know|remember))? about)\s+(?<subject>[^?!]*[^?!.\s])[\s.!?]*$/iu,
  /^was (?:weißt du(?: noch| schon| alles| denn)*(?: (?:über|von) (?:mich|mir|uns))?|hab(?:e)? ich dir(?: schon| alles| bisher)*(?: erzählt| gesagt))[\s.!?]*$/iu,
  /^(?:你|那你|关于我，?你)(?:都|还|已经)*(?:知道|记得|记住|了解)了?(?:关于)?我?(?:的)?(?:些什么|什么|哪些|多少)(?:事情?|东西)?[呢。？?]*$/u,
  /^(?:关于)?(?<subject>.+?)(?:的事情?)?[，,]?你(?:都|还)*(?:知道|记得)(?:些什么|什么|哪些|多少)(?:事情?)?[呢。？?]*$/u,
  /^我(?:都|已经)?(?:跟你说过?|对你说过?|告诉过?你|和你说过?)(?:过|了)?(?:些什么|什么|哪些)(?:事情?|东西)?[呢。？?]*$/u,
];

/** Matches a subject that refers to the latest fact. */
const LAST =
  /^(?:it|that|this|that again|it again|what i (?:just )?said|the last (?:one|thing)|es|das)$|^(?:它|这个|这件事|这条|那个|那件事|刚才的?(?:话|事)?|我刚才说(?:的话?)?|吧)?$/iu;

/** Matches orders to remember: "remember that …" tells, "do you remember …" asks. */
const TOLD =
  /^(?:(?:please|can you|could you|would you|will you)\s+)*(?:remember|note|memorize|keep in mind|don['’]t forget|do not forget|make a note)\b(?!\s+(?:when|what|where|who|how|which)\b)|^(?:请|麻烦|帮我)?(?:你)?(?:记住|记一下|记下|别忘了|记得)(?!.*[？?吗])/iu;

const ASKED =
  /^(?:(?:please|can you|could you|would you)\s+)*(?:tell|remind)\s+(?:me|us)\b|^(?:do|can|did) you\b|^(?:请|麻烦)?(?:你)?(?:告诉我|提醒我一下|说说|你?还?记得)/iu;

/** Match the frame of an indirect question, up to the question itself: "I wonder whether …". */
const INDIRECT: readonly RegExp[] = [
  /^(?:(?:and|so|but|hey|ok|okay|well)[\s,]+)*(?:i (?:wonder|forgot|have forgotten|(?:can['’]?t|cannot|don['’]?t|do not) (?:remember|recall|know)|(?:want|need|would like) to know)|i['’](?:d like to know|ve forgotten|m wondering)|let me know|(?:any|no) idea)\s+(?=(?:whether|if|what|where|who|whom|whose|which|why|how|when)\b)/iu,
  /^(?:ich (?:frage mich|weiß nicht(?: mehr)?|habe vergessen|(?:möchte|will|wüsste)(?: gerne?)?(?: wissen)?)|weißt du(?: noch)?|sag(?: mir)?|erinnere mich(?: daran)?)[\s,]+(?=(?:ob|wer|we[nm]|wessen|was|wo\p{L}*|wann|warum|wie|welche[mnrs]?)(?!\p{L}))/iu,
];
/** Matches a clause behind an indirect question, which makes it a statement: "I forgot where, so I asked." */
const CLAUSE = /[,;:，；：]\s*\S/u;

/** Matches the beginning of a question that needs no question mark. */
const BEGINS =
  /^(?:(?:and|so|but|hey|ok|okay|well)[\s,]+)*(?:what|where|who|whom|whose|which|why|how|when)(?:['’]?s\b|['’]re|\s+(?:is|are|was|were|do|does|did|will|would|can|could|should|has|have|had|am|many|much|often|long|old|far|tall|big|kind|type|colou?r|day|time|page|number|size|one|else|to)\b|\s*$)/iu;
const WORD_FIRST = /^(?:in|at|on|to|from|for|with|under|by)\s+(?:what|which|whom|whose)\b|^(?:who|whose|which)\s+\w+/iu;
const VERB_FIRST =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|am|may|might)(?:n['’]?t)?\s+(?:i|you|we|he|she|it|they|my|our|your|his|her|their|the|a|an|this|that|these|those|there|any|anyone|anybody|someone)\b/iu;
/** Matches a verb before a name. Excludes "Will" and "May", which are names themselves. */
const VERB_BEFORE_NAME = /^(?:[Ii]s|[Aa]re|[Dd]oes|[Dd]id|[Hh]as)(?:n['’]?t)?\s+\p{Lu}\p{L}/u;
/** Excludes question words before a pronoun, where they join clauses: "Wo ich wohne, regnet es." */
const DE_BEGINS =
  /^(?:(?:und|aber|also|hallo|ok|okay)[\s,]+)*(?:(?:an|auf|aus|bei|für|in|mit|seit|um|von|zu)\s+)?(?:wer|we[nm]|wessen|was|wo\p{L}{0,4}|wann|warum|wieso|wie|welche[mnrs]?)\s+(?!(?:ich|du|er|sie|es|wir|ihr|man)(?!\p{L}))[^,;]+$/iu;
const DE_VERB_FIRST =
  /^\p{L}+[sß]t\s+du(?!\p{L})|^(?:hab|habe|hat|hast|haben|hatten?|bin|bist|ist|sind|war|waren|kann|kannst|muss|soll|darf)\s+(?:ich|du|er|sie|es|wir|ihr|der|die|das|eine?|(?:mein|dein|unser)(?:e[mnrs]?)?)(?!\p{L})/iu;

const ZH_ASKS =
  /(?:吗|呢|么)[。.]?$|什么|谁|哪|(?<![好十这那前后过近])几[点号时天个次岁页楼层路级条瓶](?!.*。$)|星期几|周几|第几|多少|多久|多大|多远|多高|怎么|为什么|为何|何时|何地|是不是|有没有/u;
/** Matches question words in statements: "for everybody" (谁都), "no matter who" (不管), "he asked me" (问我). */
const ZH_TELLS =
  /(?:什么|谁|哪\p{Script=Han}{0,2}|怎么\p{Script=Han}?|多少)\s*(?:都|也)|不管|无论|哪怕|没什么|没有什么|问(?:了|过)?[我他她]/u;
/** Returns the last clause, which alone can ask: "我知道他住在哪里，就在人民路。" tells. */
const lastClause = (text: string): string => /[^，,：:；;。！!]*[。！!]?$/u.exec(text)?.[0] ?? '';

/** Matches a question mark at the end, also of a quotation that is the whole line; others belong to quoted speakers. */
const QUESTION_MARK = /[?？][)）]*$|^["“‘『「].*[?？]["”’』」]$/su;

function isQuestion(text: string): boolean {
  if (TOLD.test(text)) return false;
  if (QUESTION_MARK.test(text)) return true;
  if (/[!！]$/u.test(text)) return false;
  const indirect = INDIRECT.find((pattern) => pattern.test(text));
  if (indirect) return !CLAUSE.test(text.replace(indirect, ''));
  if (ASKED.test(text)) return true;
  const begins = [BEGINS, WORD_FIRST, VERB_FIRST, VERB_BEFORE_NAME, DE_BEGINS, DE_VERB_FIRST];
  // Text behind a colon makes it a statement: "How to open the shed: lift the door."
  if (begins.some((pattern) => pattern.test(text))) return !/[:：]\s*\D/u.test(text);
  return ZH_ASKS.test(lastClause(text)) && !ZH_TELLS.test(text);
}

const FRAME: readonly RegExp[] = [
  ...INDIRECT,
  /^(?:whether|if|ob)\s+/iu,
  /^(?:(?:and|so|hey|ok|okay|well|please|can you|could you|would you)[\s,]+)*(?:(?:tell|remind) (?:me|us)(?: again)?(?: about)?|do you (?:still )?(?:remember|know|recall)|what did i (?:say|tell you) about)\s+/iu,
  /^(?:请|麻烦)?(?:你)?(?:能不能|可以|可不可以)?(?:告诉我|提醒我一下|提醒我|还记不记得|还记得|记不记得|记得|知道|知不知道)[，,]?/u,
];

/** Matches words of Chinese questions that answers do not contain. */
const ZH_FRAME =
  /什么时候|为什么|什么|哪里|哪儿|哪天|哪家|哪个|哪位|哪些|哪|谁那里|谁|星期几|周几|几点|几号|几次|第几|几个|几|多少|多久|多大|怎么|吗|呢|还记得|来着|[？?]/gu;

function queryOf(text: string): string {
  const bare = FRAME.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  if (!/\p{Script=Han}/u.test(bare)) return bare;
  const rest = bare.replace(ZH_FRAME, ' ').replaceAll(/\s+/g, ' ').trim();
  return rest.length >= 2 ? rest : bare;
}

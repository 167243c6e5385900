// Function words by which claims are compared, as data. Claims in a language without entries are compared by their
// other words alone, which finds fewer versions. Pure.
import { ASKING_CHARACTERS } from '../questions/asking-words.ts';

/** Characters that are words of their own and name neither a subject nor a value. */
export const FUNCTION_CHARACTERS = '的地得了着过是为在和与及或就都也还很被把给对从到向于吗呢吧啊呀嘛我你您他她它们这那';

// Lists of words, and of characters of scripts without spaces.

/** Words between a subject and its value. */
export const COPULAS = 'is are was were 是';

/** Words that announce a change: claims with one are compared even if they differ in many words. */
export const CHANGES =
  'now no longer anymore instead changed moved switched became renamed postponed rescheduled delayed extended pushed ' +
  'raised increased lowered reduced dropped updated quit stopped new current latest final 现現改换換变變搬转轉调調涨漲降升推延提新不';

/** Words that say that something no longer holds. */
export const ENDS = "longer anymore not isn't don't doesn't never 不没";

/** Words for somebody else. In a script without spaces, only this list distinguishes them from adverbs. */
export const PEOPLE =
  'he she they his her their 他她妈媽爸父母妻婆夫儿兒女哥姐弟妹爷爺奶舅叔姑姨嬸孙孫友板師师同邻鄰领孩老小';

/** Words for the user as the subject, and as the owner of something. */
export const OWN_SUBJECTS = "I I'm I've I'll we";
export const POSSESSIVES = 'my our 我';

/** Words that put a claim into the past, or make it a wish. */
export const PAST = ['used', '以前', '之前', '小时候', '曾', '想'];

/** Words of a prompt that name nothing: those that only ask, some with a measure word as in `几点`, and "user". */
export const NAMELESS = new RegExp(`${ASKING_CHARACTERS.source}|为何|[几哪].?|时候|用户|\\b[Uu]sers?\\b`, 'gu');

/** End of a label, between two words of normalized text. The colon of a time is none. */
export const LABEL_END = /[=→]|->|:(?!\d)/u;
/** End of a clause, between two words of normalized text. */
export const CLAUSE_END = /[,;!?。、]|\.\s/u;
/** End of a clause or label in a prompt as typed. */
export const PROMPT_CLAUSE_END = /[,;:!?。、，；：！？]|\.\s/u;

/** Words of a prompt that ask for the first or a former value, in the languages of time words. */
export const ASKS_FOR_FIRST =
  /(?<!\p{L})(?:first|original(?:ly)?|earliest|initial(?:ly)?|former(?:ly)?|used to|my old|(?<!\b(?:tell|told|g[ai]ve|mention(?:ed)?|sa(?:id|y))\b.*)(?:previous(?:ly)?|before(?=\P{L}*$))|frühere?[nrs]?|vorherige[nrs]?|erste[nrs]?|ursprünglich\p{L}*|première?|premier|primer[oa]?)(?!\p{L})|最初|最早|原[来先]|当初|(?<![天日周年月])[以之]前|过去|曾经/giu;
/** Continuation after which such a word orders what is told or done, as in "first tell me". */
export const TELLS_WHEN = /^\s*(?:tell|我|告诉|[说讲提给问])/;
/** Words of a prompt that ask for the value that holds now. */
export const ASKS_FOR_LATEST =
  /(?<!\p{L})(?:latest|newest|current(?:ly)?|most recent(?:ly)?|neueste[nrs]?|aktuell\p{L}*|dernière?|dernier|actuel\p{L}*|últim[oa]|actual)(?!\p{L})|最新|目前|现在|当前|現在/giu;

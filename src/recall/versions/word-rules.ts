// The small words by which claims are compared, as data. A language without an entry is compared by its other words
// alone, which finds fewer versions. Pure.
import { ASKING_CHARACTERS } from '../questions/asking-words.ts';

/** Characters that are words of their own and say nothing of a subject or a value. */
export const FUNCTION_CHARACTERS = '的地得了着过是为在和与及或就都也还很被把给对从到向于吗呢吧啊呀嘛我你您他她它们这那';

// Lists of words, and of characters of scripts without blanks.

/** Stand between a subject and its value. */
export const COPULAS = 'is are was were 是';

/** Announce a change: claims that differ in many words are compared all the same. */
export const CHANGES =
  'now no longer anymore instead changed moved switched became renamed postponed rescheduled delayed extended pushed ' +
  'raised increased lowered reduced dropped updated quit stopped new current latest final 现現改换換变變搬转轉调調涨漲降升推延提新不';

/** Of them those that tell that something holds no longer. */
export const ENDS = "longer anymore not isn't don't doesn't never 不没";

/** Tell of somebody else. In a language without blanks nothing else divides them from adverbs. */
export const PEOPLE =
  'he she they his her their 他她妈媽爸父母妻婆夫儿兒女哥姐弟妹爷爺奶舅叔姑姨嬸孙孫友板師师同邻鄰领孩老小';

/** The user is who does it, or whose it is. */
export const OWN_SUBJECTS = "I I'm I've I'll we";
export const POSSESSIVES = 'my our 我';

/** Without a change, they tell of what was, or is wished for. */
export const PAST = ['used', '以前', '之前', '小时候', '曾', '想'];

/** In a prompt: words that only ask, some with a measure word as in `几点`; and the user, who says `I` of himself. */
export const NAMELESS = new RegExp(`${ASKING_CHARACTERS.source}|为何|[几哪].?|时候|用户|\\b[Uu]sers?\\b`, 'gu');

/** Between two words of normalized text: a label ends. The colon of a time is none. */
export const LABEL_END = /[=→]|->|:(?!\d)/u;
/** Between two words of normalized text: a clause ends. */
export const CLAUSE_END = /[,;!?。、]|\.\s/u;
/** The same in a prompt as it was typed, and labels. */
export const PROMPT_CLAUSE_END = /[,;:!?。、，；：！？]|\.\s/u;

/** In a prompt: it asks for a value of before, or for the one that holds now, in the languages of time words. */
export const ASKS_FOR_FIRST =
  /(?<!\p{L})(?:first|original(?:ly)?|earliest|initial(?:ly)?|former(?:ly)?|used to|my old|(?<!\b(?:tell|told|g[ai]ve|mention(?:ed)?|sa(?:id|y))\b.*)(?:previous(?:ly)?|before(?=\P{L}*$))|frühere?[nrs]?|vorherige[nrs]?|erste[nrs]?|ursprünglich\p{L}*|première?|premier|primer[oa]?)(?!\p{L})|最初|最早|原[来先]|当初|(?<![天日周年月])[以之]前|过去|曾经/giu;
/** Behind such a word: it says when something is told, or done. */
export const TELLS_WHEN = /^\s*(?:tell|我|告诉|[说讲提给问])/;
export const ASKS_FOR_LATEST =
  /(?<!\p{L})(?:latest|newest|current(?:ly)?|most recent(?:ly)?|neueste[nrs]?|aktuell\p{L}*|dernière?|dernier|actuel\p{L}*|últim[oa]|actual)(?!\p{L})|最新|目前|现在|当前|現在/giu;

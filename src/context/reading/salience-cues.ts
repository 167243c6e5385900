// Words that mark a sentence worth keeping in a summary, by language. To add a language, add its words to a table.
// Pure. A cue need not be right: a false one costs a line of the summary, a missing one leaves a sentence to `search`.

/** `constraint` counts in user messages only: a model's "must" mostly explains how something works. */
export type SalienceCue = 'decision' | 'constraint' | 'finding' | 'next';

/** Languages with spaces: whole words, case-insensitive. */
const SPACED: Record<SalienceCue, readonly string[]> = {
  decision: [
    'decided|decision|agreed|approved|chose|chosen|opted for|settled on|prefer|preferred',
    "(?:we|i)(?: will|'ll) (?:use|keep|go with)|let'?s (?:use|keep|go with)|going with|go with",
    'switch(?:ed)? to|instead of|rather than|the plan is',
  ],
  constraint: [
    "must|mustn't|never|always|do not|don'?t|avoid|make sure|required|requirements?|constraints?|forbidden|not allowed",
    'at most|at least|no more than|no later than|only if|deadline|budget|limit(?:ed)? to',
  ],
  finding: [
    'found (?:that|the|out|a)|discovered|turns out|turned out|root cause|caused by|because|due to|the reason',
    'the (?:problem|issue|bug|cause) (?:is|was)|shows that|conclusion|in summary|to summarize',
    "fixed|resolved|works now|now works|pass(?:es|ed)|fail(?:s|ed)|does not work|doesn'?t work|broken",
  ],
  next: ['next steps?|to ?do|still (?:need|needs|missing|open)|remaining|remains to|left to do|follow[- ]up'],
};

/** Languages without spaces: there are no word boundaries to match. */
const UNSPACED: Record<SalienceCue, readonly string[]> = {
  decision: ['决定|决策|选择了|选定|选用|采用|改用|换成|就用|同意|批准|确定|敲定|约定|方案是|而不是|更喜欢|倾向于'],
  constraint: [
    '必须|务必|一定要|不要|不能|不得|不可以|不允许|禁止|只能|至少|至多|最多|不超过|不晚于|截止|预算|要求|限制|避免|切勿',
  ],
  finding: [
    '发现|原因|因为|由于|导致|根因|问题在于|问题是|结果是|表明|说明了|证实|结论|总之|修复了|已修复|解决了|已解决|通过了|失败',
  ],
  next: ['下一步|接下来|待办|还需要|尚未|仍需|剩余|剩下'],
};

/** One pattern per cue for all languages, so that a text in several of them needs no detection. */
const CUES: readonly (readonly [SalienceCue, RegExp])[] = (['decision', 'constraint', 'finding', 'next'] as const).map(
  (cue) => [cue, new RegExp(`\\b(?:${SPACED[cue].join('|')})\\b|${UNSPACED[cue].join('|')}`, 'i')],
);

/** Matches the beginning of a failed call's result, or the field in which it reports the failure. */
const FAILURE =
  /^[\s[(<*#>!✗❌-]{0,8}(?:[\w.]{0,60}(?:error|exception)\b|traceback|fatal|failed|failure|错误|失败|异常|出错)|"(?:is_?)?error"\s{0,4}:\s{0,4}(?:true|["{])|"(?:ok|success)"\s{0,4}:\s{0,4}false|\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]|退出码[:：]?\s?[1-9]/iu;
/** UTF-16 units examined: a log that mentions an error further down is no failed call. */
const FAILURE_WITHIN = 400;

export const salienceCues = (sentence: string): SalienceCue[] =>
  CUES.filter(([, pattern]) => pattern.test(sentence)).map(([cue]) => cue);

export const saysFailure = (result: string): boolean => FAILURE.test(result.slice(0, FAILURE_WITHIN));

// Rules of English, as data. Pure.
import { stemmer } from 'stemmer';

export interface Language {
  /** A word with one of these letters may be a word of this language. */
  readonly letters: RegExp;
  /** The contracted end of a word, e.g. `n't`. */
  readonly contraction: RegExp;
  /** Function words in lower case: nearly every text contains them, so sharing one is not a sign of relevance. */
  readonly stopWords: ReadonlySet<string>;
  /** Irregular form → base, for forms that the stemmer cannot reduce. */
  readonly irregular: ReadonlyMap<string, string>;
  readonly stem: (word: string) => string;
}

export const ENGLISH: Language = {
  letters: /[a-z]/i,
  contraction: /(?:n't|'(?:s|re|ve|ll|d|m|t))$/i,
  // Single letters and fragments remain of contractions in a text that lost its apostrophes.
  stopWords: new Set(
    (
      'a an the this that these those i me my myself we us our ours ourselves you your yours yourself he him his himself ' +
      'she her hers it its itself they them their theirs am is are was were be been being have has had having do does did ' +
      'doing done can could may might must shall should will would not no nor and or but if then else so than ' +
      'of at by for with about against between into through during before after above below to from up down in out on off ' +
      'over under again further once here there when where why how what which who whom whose only own same too very just also ' +
      "cannot can't won't shan't ain't s t d ll m o re ve y"
    ).split(' '),
  ),
  irregular: new Map(
    // Each base with its forms. Left out: forms that are often another word, such as `lives` and `bit`.
    (
      'become became,begin began begun,bend bent,blow blew blown,break broke broken,bring brought,build built,burn burnt,' +
      'buy bought,catch caught,choose chose chosen,come came,deal dealt,die died dies dying,dig dug,draw drew drawn,' +
      'dream dreamt,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,feed fed,feel felt,fight fought,' +
      'find found,fly flew flies flown,forget forgot forgotten,forgive forgave forgiven,freeze froze frozen,get got gotten,' +
      'give gave given,go goes gone went,grow grew grown,hang hung,hear heard,hide hid hidden,hold held,keep kept,' +
      'know knew known,lead led,learn learnt,leave left,lend lent,lie lied lies lying,lose lost,make made,mean meant,meet met,' +
      'pay paid,ride ridden rode,ring rang rung,rise risen rose,run ran,say said,see saw seen,seek sought,sell sold,send sent,' +
      'shake shaken shook,shoot shot,show shown,sing sang sung,sit sat,sleep slept,speak spoke spoken,spend spent,' +
      'stand stood,steal stole stolen,stick stuck,strike struck,sweep swept,swim swam swum,take taken took,teach taught,' +
      'tear tore torn,tell told,think thought,throw threw thrown,tie tied ties tying,understand understood,wake woke woken,' +
      'wear wore worn,win won,write written wrote,' +
      'analysis analyses,child children,crisis crises,foot feet,half halves,index indices,knife knives,man men,mouse mice,' +
      'person people,shelf shelves,thief thieves,tooth teeth,wife wives,wolf wolves,woman women'
    )
      .split(',')
      .flatMap((entry) => {
        const [base = '', ...forms] = entry.split(' ');
        return forms.map((form): [string, string] => [form, base]);
      }),
  ),
  stem: stemmer,
};

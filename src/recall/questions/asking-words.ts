// Words with which a prompt asks to be told, on any subject. Pure.

/** Words in lower case, without marks. A text may hold one as well: in "the shopping list" it does not ask. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  (
    'please list lists show tell know recall remember mention mentioned summarize summarise summary all everything anything ' +
    'first actually currently current originally previously latest ' +
    'bitte liste zeig zeige sag nenn weisst erinnerst alle alles welche welcher montre dis resume tout tous toutes quels ' +
    'quelles lista muestra dime resumen recuerdas todo todos todas'
  ).split(' '),
);

/** Their Chinese counterparts, with the thing asked for. Without 哪 and 几, which leave too little of their phrases. */
export const ASKING_CHARACTERS =
  /什[么麼](?:时候|時候|名字)?|多少[钱錢]?|怎[么麼][样樣]?|[谁誰啥]|[还還]?[记記]得|知道|告[诉訴]|列出|总结一?下|所有|请(?=[你帮告列给问])|[吗嗎呢]/g;

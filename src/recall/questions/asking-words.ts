// The words of a prompt by which it asks to be told, whatever it is about. Pure.

/** In lower case, without marks. A text may hold one all the same: of "the shopping list" it is no word that asks. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  (
    'please list lists show tell know recall remember mention mentioned summarize summarise summary all everything anything ' +
    'bitte liste zeig zeige sag nenn weisst erinnerst alle alles welche welcher montre dis resume tout tous toutes quels ' +
    'quelles lista muestra dime resumen recuerdas todo todos todas'
  ).split(' '),
);

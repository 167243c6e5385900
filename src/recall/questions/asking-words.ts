// The words of a prompt by which it asks to be told, whatever it is about. Pure.

/** In lower case, without marks. A text may hold one all the same: of "the shopping list" it is no word that asks. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  (
    'please list lists show tell say said know recall remember mention mentioned summarize summarise summary ' +
    'all everything anything every any bitte liste zeig zeige sag sage nenn nenne fass fasse zusammen erzahl ' +
    'erzahle weisst erinnerst erwahnt alle alles welche welcher welches liste montre dis donne resume rappelle souviens ' +
    'tout toute tous toutes quels quelles lista muestra muestrame dime dame resumen recuerda recuerdas todo todos todas'
  ).split(' '),
);

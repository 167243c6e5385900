// What a user told an everyday assistant, in three languages, and questions with the facts that answer them.

export interface Everyday {
  readonly language: string;
  readonly facts: readonly string[];
  /** Each with the places of the facts that answer it. */
  readonly questions: readonly (readonly [question: string, ...answers: number[]])[];
  /** Most texts beside the answers, for one question on average. */
  readonly most: number;
}

export const EVERYDAY: readonly Everyday[] = [
  {
    language: 'German',
    most: 1,
    facts: [
      'Ich bin gegen Nüsse und gegen Hausstaub allergisch.',
      'Meine Tochter Lena geht in die dritte Klasse.',
      'Ich koche am liebsten indisch, aber nicht zu scharf.',
      'Der Zahnarzt ist in der Lindenstraße, und ich gehe zweimal im Jahr hin.',
      'Ich arbeite von Montag bis Donnerstag im Büro in Bremen.',
      'Das Auto ist ein roter Kombi und muss im Mai zum TÜV.',
      'Meine Mutter wohnt in Kassel und hat am 3. Juni Geburtstag.',
      'Ich will bis zum Sommer fünf Kilo abnehmen.',
      'Der Ersatzschlüssel liegt bei Frau Brandt im ersten Stock.',
      'Ich trinke keinen Kaffee mehr, nur noch grünen Tee.',
      'Wir fahren im August mit dem Zelt nach Dänemark.',
      'Ich soll für den Verein die Kasse prüfen.',
      'Mein Bruder Jonas spielt Trompete in einer Band.',
      'Die Heizung hat ein Problem mit dem Ventil, das hat der Klempner gesagt.',
      'Ich lese gerade ein Buch über die Geschichte der Seidenstraße.',
      'Unser Hund heißt Balu und frisst nur Trockenfutter.',
    ],
    questions: [
      ['Was soll ich heute Abend kochen?', 2],
      ['Wann hat meine Mutter Geburtstag?', 6],
      ['Wo ist der Ersatzschlüssel?', 8],
      ['Wie heißt der Hund, und was frisst er?', 15],
      ['Wann muss ich mit dem Auto zum TÜV?', 5],
      ['Wogegen bin ich allergisch?', 0],
      ['Was hat der Klempner zu der Heizung gesagt?', 13],
      ['Welches Buch lese ich gerade?', 14],
    ],
  },
  {
    language: 'French',
    most: 5,
    facts: [
      'Je suis allergique aux arachides et à la pénicilline.',
      'Ma fille Chloé est en CE2 à l’école du quartier.',
      'Je cuisine surtout des plats italiens, et pas trop salés.',
      'Le dentiste est dans la rue des Lilas, je dois y aller deux fois par an.',
      'Je travaille du lundi au jeudi au bureau de Nantes.',
      'La voiture est une break rouge, elle passe le contrôle technique en mai.',
      'Ma mère habite à Dijon et son anniversaire est le 3 juin.',
      'Je veux perdre cinq kilos avant les vacances.',
      'Le double des clés est chez Madame Morel, au premier étage.',
      'Je ne bois plus de café, je prends du thé vert.',
      'Nous partons en août avec la tente en Bretagne.',
      'Je dois vérifier les comptes pour le club de tennis.',
      'Mon frère Hugo joue de la trompette dans un groupe.',
      'Le chauffage a un problème de vanne, le plombier l’a dit.',
      'Je lis un livre sur les routes de la soie.',
      'Notre chien s’appelle Filou et il ne mange que des croquettes.',
    ],
    questions: [
      ['Qu’est-ce que je peux cuisiner pour ce soir ?', 2],
      ['Quand est l’anniversaire de ma mère ?', 6],
      ['Où est le double des clés ?', 8],
      ['Comment s’appelle le chien ?', 15],
      ['Quand est-ce que je dois passer le contrôle technique de la voiture ?', 5],
      ['À quoi est-ce que je suis allergique ?', 0],
      ['Qu’est-ce que le plombier a dit du chauffage ?', 13],
      ['Quel livre est-ce que je lis en ce moment ?', 14],
    ],
  },
  {
    language: 'Spanish',
    most: 2,
    facts: [
      'Soy alérgico a los cacahuetes y a la penicilina.',
      'Mi hija Lucía está en tercero de primaria.',
      'Me gusta cocinar platos mexicanos, pero no muy picantes.',
      'El dentista está en la calle Mayor y voy dos veces al año.',
      'Trabajo de lunes a jueves en la oficina de Bilbao.',
      'El coche es un familiar rojo y tiene que pasar la ITV en mayo.',
      'Mi madre vive en Burgos y su cumpleaños es el 3 de junio.',
      'Quiero perder cinco kilos antes del verano.',
      'La copia de las llaves la tiene la señora Ortiz, en el primero.',
      'Ya no tomo café, solo té verde.',
      'En agosto vamos con la tienda de campaña a Portugal.',
      'Tengo que revisar las cuentas para el club de tenis.',
      'Mi hermano Diego toca la trompeta en un grupo.',
      'La calefacción tiene un problema con la válvula, lo dijo el fontanero.',
      'Estoy leyendo un libro sobre la historia de la seda.',
      'Nuestro perro se llama Toby y solo come pienso.',
    ],
    questions: [
      ['¿Qué puedo cocinar para la cena de esta noche?', 2],
      ['¿Cuándo es el cumpleaños de mi madre?', 6],
      ['¿Dónde está la copia de las llaves?', 8],
      ['¿Cómo se llama el perro?', 15],
      ['¿Cuándo tengo que pasar la ITV con el coche?', 5],
      ['¿A qué soy alérgico?', 0],
      ['¿Qué dijo el fontanero de la calefacción?', 13],
      ['¿Qué libro estoy leyendo en este momento?', 14],
    ],
  },
];

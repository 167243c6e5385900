// Prose in languages that a tokenizer handles less well than English; written for these tests.

export const EUROPEAN_PROSE: Readonly<Record<string, string>> = {
  German: `Die Lieferung hat sich um drei Tage verzögert, weil das Lagerhaus in Würzburg wegen der Bauarbeiten geschlossen war.
Der Kunde möchte deshalb wissen, ob er die Rechnung erst nach dem Eintreffen der Ware bezahlen kann. Wir haben ihm
geschrieben, dass die Zahlungsfrist selbstverständlich erst mit der Zustellung beginnt, und ihm einen Gutschein über
zwanzig Euro angeboten. Außerdem wünscht er sich eine Benachrichtigung, sobald der Fahrer unterwegs ist. Bitte prüfe,
ob seine Telefonnummer hinterlegt ist, und ergänze sie gegebenenfalls in den Stammdaten. Für die Rücksendung der
beschädigten Schreibtischlampe braucht er kein neues Etikett: Das alte bleibt gültig, solange es lesbar ist. Die
Versicherung übernimmt den Schaden, verlangt aber Fotografien der Verpackung und eine kurze Schilderung des Vorgangs.`,
  Romanian: `Livrarea a întârziat cu trei zile, deoarece depozitul din Brașov a fost închis din cauza lucrărilor. Clientul
dorește să știe dacă poate plăti factura abia după sosirea mărfii. I-am răspuns că termenul de plată începe, firește, din
ziua livrării și i-am oferit un tichet de douăzeci de euro. De asemenea, își dorește să primească un mesaj imediat ce
șoferul pornește spre el. Te rog să verifici dacă numărul lui de telefon este înregistrat și să îl adaugi în fișa
clientului dacă lipsește. Pentru returnarea lămpii deteriorate nu are nevoie de o etichetă nouă: cea veche rămâne
valabilă atât timp cât se poate citi. Asigurarea acoperă paguba, însă cere fotografii ale ambalajului și o scurtă
descriere a celor întâmplate.`,
  Spanish: `La entrega se ha retrasado tres días porque el almacén de Málaga estaba cerrado por obras. El cliente quiere
saber si puede pagar la factura después de recibir la mercancía. Le hemos contestado que el plazo de pago empieza, por
supuesto, el día de la entrega, y le hemos ofrecido un vale de veinte euros. También desea que le avisemos en cuanto el
conductor salga hacia su casa. Comprueba, por favor, si tenemos su número de teléfono y añádelo a la ficha si falta. Para
devolver la lámpara dañada no necesita otra etiqueta: la antigua sigue siendo válida mientras se pueda leer. El seguro
cubre el daño, pero pide fotografías del embalaje y una breve descripción de lo que pasó.`,
  Greek: `Η παράδοση καθυστέρησε τρεις ημέρες, επειδή η αποθήκη στη Λάρισα ήταν κλειστή λόγω έργων. Ο πελάτης θέλει να μάθει αν
μπορεί να πληρώσει το τιμολόγιο αφού παραλάβει το προϊόν. Του απαντήσαμε ότι η προθεσμία πληρωμής αρχίζει φυσικά την ημέρα
της παράδοσης και του προσφέραμε ένα κουπόνι είκοσι ευρώ. Θέλει επίσης να ειδοποιηθεί μόλις ξεκινήσει ο οδηγός. Έλεγξε, σε
παρακαλώ, αν έχουμε τον αριθμό του τηλεφώνου του και πρόσθεσέ τον στην καρτέλα του αν λείπει.`,
  Russian: `Доставка задержалась на три дня, потому что склад в Самаре был закрыт из-за ремонта. Клиент хочет знать, может ли он
оплатить счёт после получения товара. Мы ответили, что срок оплаты, конечно, начинается со дня доставки, и предложили ему
купон на двадцать евро. Кроме того, он просит сообщить ему, как только водитель выедет. Проверь, пожалуйста, есть ли у нас
номер его телефона, и добавь его в карточку клиента, если его нет.`,
};

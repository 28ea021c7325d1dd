/** True if a clause in plain letters denies what it asks for, in a language other than German, English, Dutch and French. */
export function isDeniedElsewhere(clause: string): boolean {
  const parts = clause.split(' ');
  // One word is an answer: `nem`.
  return (
    (parts.some(word => words.has(word) || negatedVerb.test(word)) && parts.length > 1) || phrase.test(clause)
  );
}

/** True if a clause in such a language ends or refuses what it names: "Odhlásit newsletter". */
export function isRefusedElsewhere(clause: string): boolean {
  return ending.test(clause);
}

/** True if a clause in such a language says that nothing is to be missed, which is no denial. */
export function isNotToMiss(clause: string): boolean {
  return missing.test(clause);
}

/** Negations that are no words of German, English, Dutch or French. */
const words: ReadonlySet<string> = new Set(
  (
    'inte icke ikke ikkje inga ingen ' +
    'nem nao nunca hayir asla istemem ' +
    'не ні нет без ' +
    'δεν δε μην μη ' +
    // Czech and Slovak write the negation in the word, as Croatian and Slovene do in some.
    'nechci nechceme nechcem nepreji neprejeme neprajem nezelim neposilejte neposielajte nezasilejte nevolejte nevolajte ' +
    'nekontaktujte nesouhlasim nesuhlasim nedovoluji nedavam nemojte nocu necu nikoli nikdy'
  ).split(' '),
);

/** Turkish writes the negation in the verb: `istemiyorum`, `göndermeyin`. */
const negatedVerb = /^\p{L}{2,12}(?:m[iıu]yor(?:um|uz|sunuz|sun)?|m[ea]y[iı]n(?:[iı]z)?)$/u;

const phrase =
  /\bniente (?:sms|foto|newsletter|pubblicita|email|e mail)|\brinunci\p{L}+ (?:a|al|alla|agli|alle|ai)\b|\bcontrari[oa] a\b|\bnon (?!stop\b|profit\b)\p{L}|\b(?:prefiero|quisiera|favor|que|si) no \p{L}|\ben (?:halua|tahdo|suostu|hyvaksy|anna)\b|\b(?:ala|alkaa) (?:laheta|lahettako|soita|soittako)\b|\bei (?:saa|kiitos|lupaa|ole|soovi|taha)\b|\bnu (?:doresc|vreau|sunt|accept|trimite|trimiteti|sunati|ma)\b|\bne zel\p{L}+|^ne \p{L}|\bej (?:ha|sms|mejl|reklam)\b/u;

const ending =
  /\b(?:darme|darse|dar|date) de baja\b|\b(?:dis|de)iscri\p{L}+|\bcancell?ar? (?:iscrizione|newsletter|boletin|inscricao|inscripcion|suscripcion|subscricao)|\bwypis\p{L}+|\bodhlas\p{L}+|\b(?:avregistr|avprenumer|avbestall|afmeld|avmeld)\p{L}*|\bmeld meg av\b|\b(?:от|від)пис\p{L}+|отпис|\bleirat\p{L}+|\bdezabon\p{L}+|\bbultenden c[iı]k|\babonelikten c[iı]k|\bodjav\p{L}+|διαγραφη|απεγγραφη|\bperuut\p{L}+ (?:uutiskirj|tilau)/u;

const missing =
  /\b(?:missa|misse|glip|perca|perdere?|pierd\p{L}+|kacir\p{L}+|przegap\p{L}*|zmesk\p{L}+|propas\p{L}+|maradj\p{L}*|rata|propust\p{L}*|hukkaa)\b|пропус|χασ/u;

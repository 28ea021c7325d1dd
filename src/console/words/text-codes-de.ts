import type { DiagnosticCode } from '../../diagnostics/codes.ts';

/** The prefixes of the codes that the text of a mapping can have. */
type TextArea = 'yaml' | 'expression' | 'mapping' | 'check';

/** The German texts for codes about the text of a mapping, without those that events have too. */
export const textCodesDe = {
  'yaml/syntax': {
    title: 'Die Datei ist kein YAML',
    advice: 'Korrigieren Sie die Zeile. Meist ist es die Einrückung oder ein fehlendes Anführungszeichen.',
  },
  'yaml/unknown-key': {
    title: 'Einen solchen Schlüssel gibt es nicht',
    advice: 'Korrigieren oder entfernen Sie den Schlüssel. Die Beschreibung nennt die erlaubten.',
  },
  'yaml/missing-key': { title: 'Ein nötiger Schlüssel fehlt', advice: 'Ergänzen Sie den Schlüssel.' },
  'yaml/wrong-type': {
    title: 'Der Wert hat die falsche Art oder Form',
    advice: 'Schreiben Sie den Wert so, wie die Beschreibung ihn zeigt.',
  },
  'yaml/unreadable-file': {
    title: 'Eine Datei kann nicht gelesen werden',
    advice: 'Prüfen Sie, ob es den Pfad gibt und ob das Programm die Datei lesen darf.',
  },
  'yaml/wrong-encoding': {
    title: 'Die Datei ist nicht in UTF-8 gespeichert',
    advice: 'Speichern Sie die Datei als UTF-8.',
  },
  'yaml/too-large': {
    title: 'Die Datei ist zu groß',
    advice: 'Teilen Sie sie auf, oder entfernen Sie unnötige Teile.',
  },
  'yaml/swallowed-text': {
    title: 'Ein # beginnt einen Kommentar und schneidet den Text ab',
    advice:
      'Setzen Sie den ganzen Text in Anführungszeichen. Soll es ein Kommentar sein, setzen Sie ein Leerzeichen hinter das #.',
  },
  'yaml/sent-quotes': {
    title: 'Ein Text steht in typografischen Anführungszeichen',
    advice: 'Schreiben Sie gerade Anführungszeichen (" oder \').',
  },
  'yaml/more-problems': {
    title: 'Es gibt noch mehr Fehler, als hier stehen',
    advice: 'Korrigieren Sie die ersten: Die anderen haben oft denselben Grund.',
  },
  'expression/syntax': {
    title: 'Ein Ausdruck lässt sich nicht lesen',
    advice:
      'Korrigieren Sie den Ausdruck. Namen mit anderen Zeichen als Buchstaben, Ziffern und _ gehören in Backticks.',
  },
  'expression/too-long': {
    title: 'Ein Ausdruck ist zu lang',
    advice: 'Teilen Sie ihn in mehrere Regeln, oder nehmen Sie eine Tabelle.',
  },
  'expression/plain-word': {
    title: 'Ein Wort wird als Pfad gelesen; wahrscheinlich ist ein fester Wert gemeint',
    advice: 'Schreiben Sie für einen festen Wert `{value: ...}`.',
  },
  'expression/subtraction': {
    title: 'Ein Name mit Bindestrich wird als Subtraktion gelesen',
    advice: 'Setzen Sie den Namen in Backticks oder in doppelte Anführungszeichen.',
  },
  'expression/literal-name': {
    title: 'Ein Name in Anführungszeichen ist ein fester Text und kein Pfad',
    advice:
      'Setzen Sie den Namen in Backticks, um den Wert zu lesen. Für den festen Text schreiben Sie `{value: ...}`.',
  },
  'expression/other-braces': {
    title: 'Klammern in der Schreibweise eines anderen Programms werden unverändert gesendet',
    advice: 'Schreiben Sie `{name}` in einem `template`.',
  },
  'expression/or-of-text': {
    title: '`or` neben einem Text gibt wahr oder falsch, nie den Text',
    advice: 'Schreiben Sie `??`, um einen fehlenden Wert zu ersetzen, und `=`, um zu vergleichen.',
  },
  'expression/and-before-or': {
    title: '`and` und `or` ohne Klammern',
    advice: 'Setzen Sie um die Bedingungen, die zusammengehören, Klammern: (a or b) and c.',
  },
  'expression/always-same': {
    title: 'Eine Bedingung ändert nichts',
    advice: 'Sehen Sie sich die Bedingung an. Entfernen Sie `when`, wenn jedes Ereignis gemeint ist.',
  },
  'expression/joined-missing': {
    title: 'Einer der mit & verbundenen Texte kann fehlen',
    advice: 'Nehmen Sie `{template: ...}`: Fehlt ein Teil, wird nichts gesendet.',
  },
  'expression/text-number-comparison': {
    title: 'Ein Text wird mit einer Zahl verglichen',
    advice: 'Vergleichen Sie Werte derselben Art: `$number(x) > 3` oder `x = "3"`.',
  },
  'expression/impossible-text': {
    title: 'Diesen Text gibt die Funktion nie',
    advice: 'Schreiben Sie den Text, wie die Funktion ihn gibt: `$lowercase(x) = "ja"`.',
  },
  'expression/date-picture': {
    title: 'Ein Muster schreibt einen anderen Teil des Datums',
    advice:
      'Schreiben Sie `[D01]` für den Tag, `[M01]` für den Monat, `[Y0001]` für das Jahr, `[H01]` für Stunden und `[m01]` für Minuten.',
  },
  'expression/unknown-variable': {
    title: 'Eine solche Variable gibt es nicht',
    advice:
      'Ein Wert des Webhooks wird ohne Dollarzeichen geschrieben. Die Beschreibung nennt die Variablen.',
  },
  'expression/header-in-capitals': {
    title: 'Ein Header steht nicht in kleinen Buchstaben',
    advice: 'Schreiben Sie den Namen klein: `$headers."x-request-id"`.',
  },
  'expression/unavailable': {
    title: 'Diese Funktion gibt es hier nicht',
    advice: 'Nehmen Sie eine andere Funktion von JSONata.',
  },
  'expression/wrong-argument': {
    title: 'Eine Funktion nimmt dieses Argument nicht',
    advice: 'Rufen Sie die Funktion so auf, wie die Beschreibung es zeigt.',
  },
  'expression/unreadable-pattern': {
    title: 'Ein regulärer Ausdruck kann nicht in vertretbarer Zeit geprüft werden',
    advice: 'Entfernen Sie den genannten Teil, oder schreiben Sie mehrere Muster.',
  },
  'mapping/unknown-source': {
    title: 'Der Absender steht nicht in der Konfiguration',
    advice: 'Korrigieren Sie `source`, oder fügen Sie den Absender hinzu.',
  },
  'mapping/unknown-destination': {
    title: 'Das Ziel steht nicht in der Konfiguration',
    advice: 'Korrigieren Sie `destination`, oder fügen Sie das Ziel hinzu.',
  },
  'mapping/unknown-parameter': {
    title: 'Die Operation hat diesen Parameter nicht',
    advice: 'Nehmen Sie einen der Parameter, die die Beschreibung nennt.',
  },
  'mapping/missing-parameter': {
    title: 'Ein Parameter, den die Operation braucht, hat keine Regel',
    advice: 'Ergänzen Sie eine Regel für den Parameter.',
  },
  'mapping/invalid-rule': {
    title: 'Die Schlüssel einer Regel passen nicht zusammen',
    advice:
      'Geben Sie genau eines von `from`, `answer`, `value` und `template` an, und nur Schlüssel, die dazu gehören.',
  },
  'mapping/unknown-table': {
    title: 'Eine Regel nennt eine Tabelle, die es nicht gibt',
    advice: 'Korrigieren Sie den Namen, oder ergänzen Sie die Tabelle oben unter `tables`.',
  },
  'mapping/unused-table': {
    title: 'Keine Regel nennt diese Tabelle',
    advice: 'Nennen Sie sie in einer Regel mit `values`, oder entfernen Sie sie.',
  },
  'mapping/invalid-test': {
    title: 'Ein Test hat keine oder mehrere Erwartungen',
    advice: 'Geben Sie genau eines von `expect`, `includes`, `fails`, `skips` und `cases` an.',
  },
  'mapping/fixed-person': {
    title: 'Jedes Ereignis betrifft dieselbe Person oder denselben Termin',
    advice:
      'Lesen Sie die Nummer aus dem Webhook, oder lassen Sie sie über eine Verknüpfung finden (`$linked`).',
  },
  'mapping/sender-id': {
    title: 'Die Kennung des Absenders steht anstelle der Kundennummer',
    advice:
      'Nehmen Sie `link` mit der Kennung und `id: $linked`: Eine Buchung oder ein Import verbindet sie mit der Kundennummer.',
  },
  'mapping/family-link': {
    title: 'Eine Verknüpfung, die sich eine Familie teilen kann',
    advice:
      'Nehmen Sie als `link` die eigene ID, die der Absender der Person gibt. Gibt es keine, ergänzen Sie einen Teil, der die Personen unterscheidet, etwa den Vornamen.',
  },
  'mapping/fixed-status': {
    title: 'Eine Änderung setzt bei jedem Ereignis denselben Status',
    advice: 'Lesen Sie den Status aus dem Webhook. Sonst wird aus einem Stammkunden ein Neukunde.',
  },
  'mapping/invented-consent': {
    title: 'Eine Einwilligung, die niemand gegeben hat',
    advice: 'Lesen Sie die Einwilligung aus dem Webhook, oder nennen Sie in `because` den Grund.',
  },
  'mapping/options-as-answer': {
    title: 'Statt der Antwort werden die Auswahlmöglichkeiten der Frage gelesen',
    advice:
      'Die Auswahlmöglichkeiten sind für alle gleich. Lesen Sie die Antwort: `{answer: FRAGE}`, oder die Möglichkeit, deren Id die Antwort hat. Sind die Möglichkeiten gemeint, geben Sie den Grund in `because` an.',
  },
  'mapping/shared-consent': {
    title: 'Zwei Einwilligungen lesen denselben Wert',
    advice:
      'Lassen Sie jede ihre eigene Frage lesen. Fragt eine Frage des Formulars nach beidem, nennen Sie sie in `because` der zweiten Regel.',
  },
  'mapping/other-name': {
    title: 'Eine Regel liest einen Wert, der den Namen eines anderen Feldes hat',
    advice:
      'Lesen Sie den Wert, der zum Feld gehört. Ist der Wert trotz seines Namens richtig, nennen Sie in `because` den Grund.',
  },
  'mapping/reversed-answer': {
    title: 'Eine Tabelle macht aus Ja ein Nein oder aus Nein ein Ja',
    advice:
      'Nehmen Sie `as: boolean`, das Ja und Nein liest, oder geben Sie jeder Antwort die Auswahl des Feldes, die dasselbe heißt. Fragt das Formular nach dem Gegenteil, nennen Sie die Frage in `because`, und geben Sie bei einer Einwilligung für Nein null.',
  },
  'mapping/invented-date': {
    title: 'Ein Tag, den niemand genannt hat',
    advice:
      'Entfernen Sie `default`, und lesen Sie den eingegebenen Tag statt der Zeit des Webhooks: Ein erfundener Geburtstag sieht aus wie ein echter.',
  },
  'mapping/unclear-consent': {
    title: 'Eine Einwilligung aus einer Antwort, deren Sinn nicht eindeutig ist',
    advice:
      'Sehen Sie Frage und Antwort an. Hat die Person nicht zugestimmt, geben Sie der Antwort in der Tabelle null, oder lesen Sie die richtige Frage. Ist das Ja richtig, behalten Sie das Ereignis mit `fieldbridge capture` als Test, oder nennen Sie in `because` den Grund.',
  },
  'mapping/lost-yes': {
    title: 'Ein Nein wird gesendet, obwohl die Person Ja gesagt hat',
    advice:
      'Lesen Sie die Antwort mit `as: boolean`, das ja, yes, on, 1 und ähnliche Wörter als Ja liest, oder nennen Sie in einer Tabelle alle Texte, die Ja bedeuten.',
  },
  'mapping/lost-answer': {
    title: 'Ein Ja oder Nein steht nicht in der Tabelle, und die frühere Antwort bleibt',
    advice:
      'Tragen Sie die Antwort in die Tabelle der Regel ein. Mit `otherwise: null` wird für eine Antwort, die nicht in der Tabelle steht, nichts gesendet, und wer Nein sagt, behält das frühere Ja.',
  },
  'mapping/mixed-answers': {
    title: 'Eine Regel liest die Antworten aller Fragen',
    advice:
      'Nennen Sie die Frage: `{answer: Allergien}`, oder `antworten[frage = "Allergien"].werte`. Ein Pfad durch die Liste der Fragen gibt die Antworten auf alle, und das Feld bekommt die Antwort auf eine andere Frage. Sind alle gemeint, geben Sie den Grund in `because` an.',
  },
  'mapping/unread-answer': {
    title: 'Eine Antwort steht anderswo, als beim Absender oder in der Regel angegeben',
    advice:
      'Schreiben Sie beide Pfade in `answers` beim Absender: `value: [antwort.text, antwort.werte]`. Fragen mit mehreren Antworten haben dafür oft einen eigenen Schlüssel; ohne ihn wird für sie nichts gesendet. Ist eine Antwort in manchen Ereignissen ein Text und hat in anderen Teile, so liest ein Ausdruck in `from` beides: `quelle.($type($) = "object" ? $.other : $)`.',
  },
  'mapping/value-as-empty': {
    title: 'Eine Antwort wird nicht gesendet, weil sie beim Absender als leer gilt',
    advice:
      'Schreiben Sie eine Tabelle in die Regel, oder `as: boolean` für ein Ja oder Nein: Beide lesen den Wert trotz `empty`. Oder nehmen Sie ihn aus `empty` beim Absender, das für alle seine Regeln gilt. Bedeutet er für diese Regel nichts, geben Sie den Grund in `because` an.',
  },
  'mapping/template-left-out': {
    title: 'Eine Vorlage wird nicht gesendet, weil einzelne ihrer Teile fehlen',
    advice:
      'Verbinden Sie nur die vorhandenen Teile, oder geben Sie der Regel ein `default`. Fehlt ein Teil, wird die ganze Vorlage nicht gesendet. Ist das richtig, schreiben Sie `whenEmpty: skip` oder `because`.',
  },
  'mapping/denied-consent': {
    title: 'Die Regel sendet ein Ja, obwohl die Person nicht Ja gesagt hat',
    advice: 'Lesen Sie die Antwort selbst, oder geben Sie eine Tabelle der Texte an, die Ja bedeuten.',
  },
  'mapping/opt-out-as-consent': {
    title: 'Ein Widerspruch wird als Einwilligung gelesen',
    advice:
      'Kehren Sie die Antwort mit einer Tabelle um, mit null für Nein: Wer nicht widerspricht, hat noch nicht zugestimmt. Täuscht der Name, nennen Sie in `because` den Grund.',
  },
  'mapping/assumed-headers': {
    title: 'Eine Vorschau mit den Headern eines Tests',
    advice: 'Es ist nichts zu tun, außer der echte Webhook hat andere Header.',
  },
  'mapping/unclear-answer': {
    title: 'Mehrere Fragen des Absenders haben diesen Namen',
    advice:
      'Schreiben Sie einen anderen Namen der Frage, oder benennen Sie beim Absender eine der Fragen um.',
  },
  'mapping/renamed-question': {
    title: 'Eine Frage oder ein Schlüssel heißt beim Absender jetzt anders, oder er fehlt ganz',
    advice:
      'Schreiben Sie den neuen Namen der Frage oder ihre ID, die bleibt, wenn sich die Beschriftung ändert, oder den neuen Pfad des Wertes. Berichtigen Sie dann die Ereignisse, denen die Antwort fehlt.',
  },
  'mapping/other-question': {
    title: 'Eine Frage, die über ihre ID gelesen wird, lautet anders als im Beispiel',
    advice:
      'Vergleichen Sie die beiden Texte. Gehört die ID jetzt zu einer anderen Frage, lesen Sie die richtige; fragen beide dasselbe, erneuern Sie das Beispiel.',
  },
  'mapping/reworded-question': {
    title: 'Eine Frage, die über ihre ID gelesen wird, hat andere Wörter als im Beispiel',
    advice:
      'Vergleichen Sie die beiden Texte. Fragt sie jetzt etwas anderes, etwa das Wunschgewicht, lesen Sie eine andere Frage oder ändern Sie die Regel; fragen beide dasselbe, erneuern Sie das Beispiel.',
  },
  'mapping/json-in-text': {
    title: 'Ein Pfad führt in einen Text, der JSON enthält',
    advice: 'Nennen Sie den Text in `jsonField` des Absenders. Dann steht sein JSON an seiner Stelle.',
  },
  'mapping/clears-by-condition': {
    title: 'Ist eine Bedingung falsch, wird der Wert im Kalender gelöscht',
    advice:
      'Verschieben Sie die Bedingung nach `when` eines eigenen Mappings, oder entfernen Sie `clear`. Ist es gewollt, nennen Sie in `because` den Grund.',
  },
  'mapping/unread-path': {
    title: 'Ein Pfad oder Platzhalter wird als Text gesendet',
    advice: 'Schreiben Sie den Pfad in `from`, oder in geschweiften Klammern in `template`.',
  },
  'mapping/condition-as-text': {
    title: 'Eine Bedingung steht an der Stelle eines Textes',
    advice:
      'Schreiben Sie die Texte hinter ? und :, etwa `vip = "ja" ? "VIP" : "Gast"`, oder ergänzen Sie `as: boolean`.',
  },
  'mapping/clears-bad-value': {
    title: 'Ein falscher Wert im Ereignis löscht den Wert im Kalender',
    advice:
      'Mit `onInvalid: drop` bleibt er stehen. Ist das Löschen gewollt, nennen Sie in `because` den Grund.',
  },
  'mapping/no-link': {
    title: '$linked steht in einem Mapping ohne `link`',
    advice: 'Ergänzen Sie `link` mit der Kennung, die der Absender für die Person hat.',
  },
  'mapping/no-occurred-at': {
    title: '`ignoreOlder` ist gesetzt, aber der Absender hat keine Zeiten der Ereignisse',
    advice: 'Ergänzen Sie beim Absender `occurredAt`, oder entfernen Sie `ignoreOlder`.',
  },
  'mapping/unused-event-time': {
    title: 'Die Ereignisse haben eine Zeit der Änderung, die nicht genutzt wird',
    advice:
      'Ergänzen Sie beim Absender `occurredAt`. Hat jedes Ereignis alle Werte des Mappings, schreiben Sie dort auch `ignoreOlder: true`.',
  },
  'mapping/file-name': {
    title: 'So kann eine Mapping-Datei nicht heißen',
    advice: 'Nehmen Sie kleine Buchstaben, Ziffern, - und _, dann .yaml; jeden Namen nur einmal.',
  },
  'check/drifted-field': {
    title: 'Ein Feld hat sich geändert, seit die Liste der Felder gesichert wurde',
    advice: 'Prüfen Sie die Mappings, und sichern Sie die Felder mit `fieldbridge fields --save`.',
  },
  'check/unreadable-validator': {
    title: 'Ein Muster des Kontos kann hier nicht angewandt werden',
    advice: 'Es ist nichts zu tun; der Kalender prüft selbst.',
  },
  'check/no-test': { title: 'Das Mapping hat keine Tests', advice: 'Ergänzen Sie einen Test.' },
  'check/path-never-matches': {
    title: 'Kein Beispiel hat diesen Pfad',
    advice: 'Korrigieren Sie den Pfad, oder ergänzen Sie bei den Tests ein Beispiel, das ihn hat.',
  },
  'check/other-country': {
    title: 'Die Regel nennt ein anderes Land für Telefonnummern als das Ziel',
    advice:
      'Geben Sie jedem Ziel sein Land in `defaults`, und lassen Sie es in der Regel weg. Wenn alle Nummern des Senders aus einem Land sind, nennen Sie in `because` den Grund.',
  },
  'check/other-zone': {
    title: 'Die Regel nimmt den Tag in einer anderen Zeitzone als der des Ziels',
    advice:
      'Geben Sie jedem Ziel seine `zone` in `defaults`, und lassen Sie sie in der Regel weg. Wenn der Tag einer anderen Zone gemeint ist, nennen Sie in `because` den Grund.',
  },
  'check/national-phone': {
    title: 'Eine Telefonnummer wird ohne ihr Land gesendet',
    advice: 'Nehmen Sie `as: phone` mit dem Land der Kunden.',
  },
  'check/answer-by-position': {
    title: 'Eine Antwort wird nach ihrer Position gelesen',
    advice: 'Lesen Sie die Antwort nach dem Namen ihrer Frage: `{answer: Allergien}`.',
  },
  'check/question-as-answer': {
    title: 'Eine Frage wird statt ihrer Antwort gelesen',
    advice:
      'Lesen Sie die Antwort: `{answer: Allergien}`, oder den Wert desselben Eintrags. Name und Kennung einer Frage sind für alle gleich.',
  },
  'check/any-property': {
    title: 'Die Regel nimmt den Wert jeder Eigenschaft, die sich ändert',
    advice:
      'Lesen Sie die Eigenschaft mit `answer` nach ihrem Namen, oder fragen Sie in `when` nach dem Namen.',
  },
  'check/list-compared': {
    title: 'Eine Liste wird mit einem einzelnen Wert verglichen',
    advice: 'Fragen Sie, ob die Liste den Wert enthält: `"Newsletter" in topics`.',
  },
  'check/names-in-english': {
    title: 'Namen von Monaten oder Tagen sind auf Englisch',
    advice: 'Korrigieren Sie `locale` des Ziels, oder schreiben Sie das Datum in Zahlen.',
  },
  'check/texts-in-order': {
    title: 'Tage, Zahlen oder Wörter werden als Texte verglichen',
    advice:
      'Vergleichen Sie Tage mit `$toMillis` und Zahlen mit `$number`. Bei Wörtern zählen Sie die auf, die gelten.',
  },
  'check/text-as-condition': {
    title: 'Ein Text steht als Bedingung',
    advice:
      'Vergleichen Sie ihn mit dem Text, der Ja bedeutet. Als Bedingung ist jeder Text wahr, auch „nein“.',
  },
  'check/missing-differs': {
    title: 'Fehlt der Wert, ist die Bedingung falsch',
    advice: 'Schreiben Sie `$not(pfad = wert)`: `!=` ist bei einem fehlenden Wert falsch.',
  },
  'check/keys-of-unticked': {
    title: 'Auch die Namen nicht angekreuzter Kästchen werden gesendet',
    advice:
      'Nehmen Sie nur die Namen, deren Wert Ja ist: `$keys` und ein Pfad durch eine Liste geben alle Namen.',
  },
  'check/empty-differs': {
    title: 'Ein leerer Wert wird durch keinen anderen ersetzt',
    advice: 'Schreiben Sie `?:` statt `??`: Das nimmt den anderen Wert auch, wenn der erste leer ist.',
  },
  'check/expression-fails': {
    title: 'Ein Ausdruck schlägt bei einem Beispiel oder Ereignis fehl',
    advice: 'Korrigieren Sie den Ausdruck.',
  },
  'check/untested-expression': {
    title: 'Kein Test deckt diese Ausdrücke ab',
    advice: 'Ergänzen Sie einen Test, in dem jeder von ihnen einen Wert hat.',
  },
  'check/idle-entry': {
    title: 'Zu Einträgen der Tabelle passt nichts',
    advice: 'Vergleichen Sie die Einträge mit den Werten der Beispiele.',
  },
  'check/falls-through': {
    title: 'Die Tabelle sendet bei vielen gespeicherten Ereignissen nichts',
    advice: 'Nehmen Sie die fehlenden Werte in die Tabelle auf, mit null, wo nichts gesendet werden soll.',
  },
  'check/reads-credential': {
    title: 'Eine Regel liest Zugangsdaten',
    advice:
      'Entfernen Sie die Regel, oder lesen Sie den Wert an einer Stelle ohne Passwort, Token oder geheime Adresse.',
  },
  'mapping/overwritten-first': {
    title: 'Ein Feld für das Erste von etwas, das jedes Ereignis überschreibt',
    advice:
      'Setzen Sie es nur mit dem ersten Ereignis: Fragen Sie in `when` danach, oder lesen Sie den Wert, den der Absender aufbewahrt. Die API kann einen Wert nicht nur einmal setzen.',
  },
  'check/swapped-days': {
    title: 'Tage, bei denen Tag und Monat vertauscht gelesen wurden',
    advice:
      'Schreiben Sie `parse` in der Reihenfolge des Absenders, und planen Sie die früheren Ereignisse noch einmal. Ein Tag über 12 zeigt die Reihenfolge.',
  },
  'check/orphaned-links': {
    title: 'Bekannte Verknüpfungen in einer Form, die das Mapping nicht mehr schreibt',
    advice:
      'Importieren Sie die Verknüpfungen in der Form, die `link` jetzt hat, oder korrigieren Sie `link`.',
  },
  'check/date-formats': {
    title: 'Zwei Mappings schreiben Tage in verschiedenen Formaten in ein Feld',
    advice:
      'Schreiben Sie in beiden dasselbe `format`, damit Menschen und Suchen eine Form eines Datums finden.',
  },
  'check/written-twice': {
    title: 'Zwei Mappings schreiben denselben Wert',
    advice:
      'Geben Sie jedem ein `when`, das das andere ausschließt, oder lassen Sie nur eines ihn schreiben.',
  },
} satisfies Partial<
  Record<
    Extract<DiagnosticCode, `${TextArea}/${string}`>,
    { readonly title: string; readonly advice: string }
  >
>;

import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { textCodesDe } from './text-codes-de.ts';

/** The codes that events and the texts of mappings have, in German. A code without an entry is shown as the bridge words it. */
export const codesDe: Readonly<
  Partial<Record<DiagnosticCode, { readonly title: string; readonly advice: string }>>
> = {
  ...textCodesDe,
  'mapping/none-applied': {
    title: 'Kein Mapping traf zu',
    advice: 'Wenn eines zutreffen sollte: Sehen Sie sich sein `when` unter „Mappings“ an.',
  },
  'mapping/no-mapping': {
    title: 'Der Absender hat noch kein Mapping',
    advice: 'Legen Sie ein Mapping für den Absender an. Seine Ereignisse warten bis dahin.',
  },
  'mapping/nothing-to-send': {
    title: 'Nichts zu senden',
    advice: 'Es ist nichts zu tun: Das Ereignis hat für keine Regel einen Wert.',
  },
  'mapping/missing-value': {
    title: 'Ein Pflichtwert fehlt oder ist leer',
    advice: 'Korrigieren Sie die Daten, oder lockern Sie die Regel.',
  },
  'mapping/invalid-value': {
    title: 'Ein Wert lässt sich nicht umwandeln',
    advice: 'Korrigieren Sie die Daten, oder ändern Sie die Regel.',
  },
  'mapping/ambiguous-value': {
    title: 'Ein Wert kann anders gemeint sein',
    advice: 'Sehen Sie sich den gesendeten Wert an, und fassen Sie die Regel eindeutig.',
  },
  'mapping/placeholder-value': {
    title: 'Ein Wert bedeutet „leer“, oder ein Platzhalter wurde nicht ersetzt',
    advice:
      'Nennen Sie in `empty` des Absenders, was er für „leer“ schreibt, oder korrigieren Sie seine Vorlage.',
  },
  'mapping/damaged-text': {
    title: 'Ein Text kam beschädigt an',
    advice: 'Lassen Sie den Absender UTF-8 und die Werte statt der Formeln einer Tabelle senden.',
  },
  'check/never-equal': {
    title: 'Zwei Werte, die nie gleich sind, werden verglichen',
    advice:
      'Schreiben Sie den Wert, wie er im Webhook steht: 12 ist eine Zahl, "12" ein Text, true keines von beidem.',
  },
  'mapping/former-value': {
    title: 'Eine Regel sendet den Wert von vor der Änderung oder nur einen Teil der Änderung',
    advice: 'Lesen Sie den neuen Wert, und von einer Liste die ganze, wie sie nach der Änderung ist.',
  },
  'mapping/person-of-webhook': {
    title: 'Die Person steht im ganzen Webhook, obwohl jedes seiner Ereignisse eine eigene hat',
    advice:
      'Lesen Sie die Person aus dem Ereignis selbst, ohne $body. Sonst ändern alle Ereignisse eines Webhooks denselben Kunden.',
  },
  'mapping/change-as-value': {
    title: 'Eine Regel nimmt den Namen eines geänderten Feldes für seinen Wert',
    advice:
      'Lesen Sie den neuen Wert des Feldes. Der Absender nennt ein geändertes Feld auch, wenn aus einem Ja ein Nein wurde.',
  },
  'mapping/opposite-text': {
    title: 'Ein gesuchter Text steht in einer Antwort mit anderer Bedeutung',
    advice:
      'Vergleichen Sie mit der ganzen Antwort, oder nehmen Sie eine Tabelle (values): „verheiratet“ steht auch in „unverheiratet“.',
  },
  'mapping/other-gender': {
    title: 'Ein Geschlecht, das im Ereignis nicht steht',
    advice:
      'Nennen Sie jede Antwort des Formulars in einer Tabelle (values), mit otherwise: UNKNOWN. Eine Regel mit zwei Wegen sendet für alle anderen einen davon.',
  },
  'mapping/set-by-absence': {
    title: 'Ein Wert wird gesetzt, weil das Ereignis keinen hat',
    advice:
      'Ohne Wert im Ereignis sollte die Regel nichts senden: as: boolean liest ein Ja oder Nein und sendet sonst nichts. Andernfalls überschreibt ein Ereignis über etwas anderes den Wert des Kunden. Wo ein Wert nötig ist, etwa bei `destination`, lassen Sie die letzte Möglichkeit weg, oder nennen Sie den Grund in `because`.',
  },
  'mapping/not-a-name': {
    title: 'Ein Text ist nicht der Vor- oder Nachname einer Person',
    advice: 'Lesen Sie Vor- und Nachname aus zwei Werten.',
  },
  'mapping/ended-record': {
    title:
      'Ein Ereignis über eine Löschung, Absage, Zusammenführung oder Abmeldung, Spam, ein Test, ein unfertiges Formular oder ein anderer Datensatz wird wie jedes andere gesendet',
    advice:
      'Fragen Sie in `when` nach der Art des Ereignisses, damit das Mapping nur für die gewünschten Ereignisse gilt.',
  },
  'mapping/new-event-type': {
    title: 'Die Art eines Ereignisses kommt in keinem Beispiel des Mappings vor',
    advice:
      'Sollen solche Ereignisse wegfallen, schließen Sie die Art in `when` aus. Sind sie gewollt, behalten Sie eines mit `fieldbridge capture` als Test.',
  },
  'mapping/new-form': {
    title:
      'Ein Ereignis stammt von einem Formular oder einer Terminart, die in keinem Beispiel des Mappings vorkommt',
    advice:
      'In einem anderen Formular kann unter derselben Nummer eine andere Frage stehen. Nennen Sie das Formular des Mappings oder die Terminart in `when`. Stellt das Formular dieselben Fragen, behalten Sie eines seiner Ereignisse mit `fieldbridge capture` als Test.',
  },
  'mapping/new-branch': {
    title: 'Ein anderer Teil des Ausdrucks ergibt den Wert als in allen Beispielen',
    advice:
      'Vergleichen Sie den Wert mit den Antworten des Ereignisses: Der andere Teil kann eine andere Person, eine andere Frage oder einen anderen Fall lesen. Ist es richtig, behalten Sie das Ereignis mit `fieldbridge capture` als Test.',
  },
  'mapping/one-of-several': {
    title: 'Nur eine von mehreren Antworten wird gesendet',
    advice: 'Senden Sie die ganze Liste: den Pfad ohne Position, und `as: list`.',
  },
  'mapping/not-a-phone': {
    title: 'Ein Text ist keine Telefonnummer',
    advice: 'Ergänzen Sie in der Regel `as: phone` und das Land, oder korrigieren Sie die Daten.',
  },
  'check/divided-element': {
    title: 'Ein Element einer Liste enthält das Trennzeichen',
    advice:
      'Geben Sie der Regel ein Trennzeichen, das in keinem Element vorkommt. Sonst sieht ein Element wie zwei aus.',
  },
  'check/unnamed-choice': {
    title: 'Für eine Auswahl des Kontos, die die Regel nicht nennt, wird eine andere gesendet',
    advice:
      'Nennen Sie jede Antwort in einer Tabelle (values). Ein Sonst-Weg sendet für alle anderen Antworten dieselbe Auswahl.',
  },
  'check/other-currency': {
    title: 'Ein Betrag in einer anderen Währung als sein Feld',
    advice:
      'Senden Sie nur Beträge in der Währung des Feldes, oder lesen Sie einen Betrag, den der Absender umgerechnet hat. Eine Zahl ohne ihre Währung sieht in jeder Währung richtig aus.',
  },
  'check/crossed-table': {
    title: 'Eine Tabelle gibt eine andere Auswahl als die, der ihr Schlüssel gleicht',
    advice:
      'Vergleichen Sie die beiden Seiten der Tabelle: links steht das Wort des Absenders, rechts die Auswahl oder der Status, der dafür gesendet wird.',
  },
  'check/birthday-after-visit': {
    title: 'Ein Geburtstag liegt nicht vor einem Besuch derselben Person',
    advice:
      'Prüfen Sie, ob die Regeln der beiden Felder die richtigen Werte lesen und ob ein Tag falsch geschrieben ist.',
  },
  'check/last-before-first': {
    title: 'Ein letzter Besuch liegt vor dem ersten derselben Person',
    advice:
      'Prüfen Sie, ob die Regeln der beiden Felder die Werte des jeweils anderen lesen und ob in einer Liste die Überschriften vertauscht sind.',
  },
  'check/own-emergency-number': {
    title: 'Die eigene Nummer des Kunden als die für Notfälle',
    advice:
      'Prüfen Sie, ob die Regeln oder Spalten der beiden Nummern vertauscht sind. Unter ihr ist im Notfall niemand anders erreichbar.',
  },
  'call/own-emergency-number': {
    title: 'Die Mobilnummer des Kunden als die für Notfälle',
    advice:
      'Sehen Sie den Kunden im Kalender nach. Ist es seine eigene Nummer, korrigieren Sie sie dort, wo das Ereignis sie hernimmt, und spielen Sie das Ereignis noch einmal ab.',
  },
  'mapping/lost-zero': {
    title: 'Eine Postleitzahl ohne ihre führende Null oder als Zahl geschrieben',
    advice:
      'Formatieren Sie die Spalte in der Tabelle als Text, oder lassen Sie den Absender die Postleitzahl als Text senden.',
  },
  'mapping/nearly-linked': {
    title: 'Eine Verknüpfung, die in anderer Schreibweise bekannt ist',
    advice:
      'Sind beide dieselbe Person, importieren Sie die Verknüpfung mit der Kundennummer der anderen. Um alle gleich zu behandeln, schreiben Sie `$lowercase` in `link` und importieren die bekannten Verknüpfungen neu.',
  },
  'mapping/cut-number': {
    title: 'Eine Kundennummer, die aus einem Text ausgeschnitten ist',
    advice:
      'Suchen Sie die Nummer im Kalender: Buchstaben und Ziffern um sie herum fallen weg. Ist es der richtige Kunde, nennen Sie in `because` den Grund.',
  },
  'check/landline-number': {
    title: 'Eine Festnetznummer statt einer Handynummer',
    advice: 'Senden Sie die Nummer als `phone`, oder fragen Sie im Formular nach beiden Nummern.',
  },
  'mapping/false-as-text': {
    title: 'false wird als Text gesendet',
    advice: 'Ergänzen Sie `empty: [false]` beim Absender oder `as: boolean` in der Regel.',
  },
  'mapping/escaped-html': {
    title: 'Ein Wert enthält Zeichen in HTML-Schreibweise',
    advice: 'Lassen Sie den Absender reinen Text senden, oder ergänzen Sie `html: true` in der Regel.',
  },
  'mapping/not-in-table': {
    title: 'Ein Wert steht nicht in der Tabelle der Regel',
    advice: 'Nehmen Sie den Wert in die Tabelle auf, oder geben Sie `otherwise` an.',
  },
  'mapping/dropped-value': {
    title: 'Ein Wert wurde ausgelassen',
    advice: 'Es ist nichts zu tun: Das Mapping hat `onInvalid: drop` oder `onUnknownField: drop`.',
  },
  'mapping/dropped-element': {
    title: 'Elemente einer Liste wurden ausgelassen',
    advice: 'Es ist nichts zu tun: Die Regel hat `onInvalid: drop`.',
  },
  'mapping/cleared-value': {
    title: 'Ein falscher Wert hat den Wert im Kalender gelöscht',
    advice: 'Die Regel hat `onInvalid: clear`. Mit `drop` bleibt der Wert im Kalender erhalten.',
  },
  'mapping/not-linked': {
    title: 'Zu dieser Verknüpfung ist noch keine Kundennummer bekannt',
    advice: 'Das Ereignis geht weiter, sobald eine Buchung oder ein Import die Verknüpfung herstellt.',
  },
  'mapping/several-entries': {
    title:
      'Einer von mehreren Einträgen einer Liste wird gesendet, oder ihre Summe; alle Beispiele haben einen Eintrag',
    advice:
      'Ist jeder Eintrag eine Person, macht `split` der Quelle aus jedem ein Ereignis. Ist der Wert für einen Kunden richtig, nennen Sie den Grund in `because`.',
  },
  'mapping/shared-link': {
    title: 'Zwei Personen scheinen sich die Verknüpfung zu teilen',
    advice:
      'Ist es eine Person, importieren Sie die Verknüpfung mit der richtigen Nummer. Sind es mehrere, ergänzen Sie `link` um einen Teil, der sie unterscheidet. Wiederholen Sie danach das Ereignis.',
  },
  'mapping/when-failed': {
    title: 'Die Bedingung eines Mappings schlug fehl',
    advice: 'Korrigieren Sie `when`, und planen Sie das Ereignis noch einmal.',
  },
  'mapping/not-green': {
    title: 'Ein geändertes Mapping wird noch nicht benutzt',
    advice:
      'Korrigieren Sie die Datei, bis `fieldbridge check` und `fieldbridge test` nichts mehr melden. Dann wird sie automatisch benutzt.',
  },
  'mapping/test-fails': {
    title: 'Ein Mapping wird benutzt, obwohl einer seiner Tests fehlschlägt',
    advice:
      'Führen Sie `fieldbridge test` aus. Korrigieren Sie das Mapping, oder den Test und sein Beispiel, wenn das Mapping stimmt.',
  },
  'mapping/older-version': {
    title: 'Das letzte brauchbare Mapping wurde benutzt, weil die geänderte Datei fehlerhaft war',
    advice:
      'Ist die Datei noch fehlerhaft, korrigieren Sie sie; `fieldbridge check` und `fieldbridge test` zeigen, was nicht stimmt. Wiederholen Sie dann das Ereignis mit `--again`, wenn die Werte der neuen Fassung gelten sollen.',
  },
  'mapping/faulty-file': {
    title: 'Eine Mapping-Datei ist fehlerhaft',
    advice: 'Korrigieren Sie die Datei; `fieldbridge check` nennt die Zeile. Die Ereignisse warten so lange.',
  },
  'mapping/ended-the-program': {
    title: 'Beim Planen dieses Ereignisses stürzte das Programm wiederholt ab',
    advice:
      'Sehen Sie sich an, was das Ereignis enthält und was seine Mappings damit tun. Die anderen Ereignisse gehen weiter.',
  },
  'mapping/program-failed': {
    title: 'Das Programm hat beim Planen des Ereignisses einen Fehler gemacht',
    advice: 'Bitte melden Sie das. Planen Sie das Ereignis noch einmal, wenn das Programm korrigiert ist.',
  },
  'mapping/ignored-parameter': {
    title: 'Ein Parameter wird vom Ziel nicht beachtet',
    advice: 'Es ist nichts zu tun: Bei bekannter Kundennummer gelten die Stammdaten des Kontos.',
  },
  'expression/failed': {
    title: 'Ein Ausdruck schlug fehl',
    advice: 'Sehen Sie sich den genannten Wert an, und probieren Sie den Ausdruck mit `fieldbridge preview`.',
  },
  'expression/limit': {
    title: 'Ein Ausdruck ist zu tief verschachtelt',
    advice: 'Vereinfachen Sie den Ausdruck.',
  },
  'expression/too-slow': {
    title: 'Ein Ausdruck brauchte zu lange',
    advice: 'Vereinfachen Sie den Ausdruck.',
  },
  'expression/too-large': {
    title: 'Das Ergebnis eines Ausdrucks ist zu groß',
    advice: 'Lesen Sie nur den benötigten Teil der Daten.',
  },
  'check/no-catalog': {
    title: 'Die Felder des Kontos sind nicht bekannt',
    advice: 'Prüfen Sie Adresse und Token des Ziels.',
  },
  'check/unknown-field': {
    title: 'Das Konto hat dieses Feld nicht',
    advice: 'Nehmen Sie einen keyName, den die Seite „Felder“ nennt.',
  },
  'check/renamed-field': {
    title: 'Das Konto hat dem Feld einen anderen Namen gegeben',
    advice: 'Schreiben Sie den genannten keyName in das Mapping.',
  },
  'check/unsupported-type': {
    title: 'Dieses Feld kann nicht gesetzt werden',
    advice: 'Nehmen Sie das Feld aus dem Mapping: Bilder und Dokumente lassen sich nicht setzen.',
  },
  'check/appointment-field': {
    title: 'Ein Terminfeld in einer Kundenänderung',
    advice: 'Setzen Sie es in einer Buchung, oder nehmen Sie ein Kundenfeld.',
  },
  'check/not-a-choice': {
    title: 'Ein Wert ist keine der Auswahlmöglichkeiten',
    advice: 'Nehmen Sie eine der Möglichkeiten, oder geben Sie der Regel eine Tabelle (`values`).',
  },
  'check/separator-in-choice': {
    title: 'Das Trennzeichen kommt in einer Auswahlmöglichkeit vor',
    advice: 'Geben Sie der Regel ein anderes Trennzeichen.',
  },
  'check/ambiguous-choices': {
    title: 'Ein Text passt zu mehreren Auswahlmöglichkeiten',
    advice: 'Lassen Sie den Absender eine Liste senden.',
  },
  'check/forgiven-choice': {
    title: 'Eine Auswahlmöglichkeit ist im Konto anders geschrieben',
    advice: 'Es ist nichts zu tun: `as: choice` hat sie gefunden.',
  },
  'check/several-choices': {
    title: 'Ein Text kann eine von mehreren Auswahlmöglichkeiten sein',
    advice:
      'Senden Sie eine genau so, wie das Konto sie schreibt, oder geben Sie der Regel eine Tabelle (`values`).',
  },
  'check/no-choices': {
    title: '`as: choice` für ein Feld ohne Auswahlmöglichkeiten',
    advice: 'Entfernen Sie `as` aus der Regel, oder setzen Sie ein Feld mit Auswahlmöglichkeiten.',
  },
  'check/validator': {
    title: 'Das Feld nimmt diesen Wert nicht an',
    advice: 'Korrigieren Sie den Wert.',
  },
  'check/required-field': {
    title: 'Ein Pflichtfeld würde geleert',
    advice: 'Nehmen Sie `clear` aus der Regel.',
  },
  'check/unknown-status': {
    title: 'Das Konto hat diesen Kundenstatus nicht',
    advice: 'Nehmen Sie einen Namen, den die Seite „Felder“ nennt, genau in dieser Schreibweise.',
  },
  'check/unconfirmed-status': {
    title: 'Ob es diesen Kundenstatus gibt, ist nicht bekannt',
    advice: 'Nennen Sie ihn in `statuses` der Konfiguration, wenn es ihn gibt.',
  },
  'check/not-of-type': {
    title: 'Ein Wert passt nicht zur Art des Feldes',
    advice:
      'Wandeln Sie ihn um: einen Tag (mit Tag, Monat und Jahr) mit `as: date`, ein Wort mit einer Tabelle (`values`), eine Sprache in ihren Code, etwa `de`.',
  },
  'check/not-an-email': {
    title: 'An diese E-Mail-Adresse kann nichts zugestellt werden',
    advice: 'Korrigieren Sie die Adresse, oder lassen Sie sie mit `onInvalid: drop` weg.',
  },
  'check/impossible-birthday': {
    title: 'Dieser Geburtstag kann nicht stimmen',
    advice: 'Ein Geburtstag liegt zwischen 1900 und heute. Korrigieren Sie die Daten.',
  },
  'check/bad-number': {
    title: 'Die Kundennummer ist keine Zahl',
    advice: 'Korrigieren Sie die Daten.',
  },
  'intake/repeated-key': {
    title: 'Ein Objekt im Inhalt hat einen Schlüssel mehrmals',
    advice:
      'Sehen Sie nach, ob der richtige Wert genommen wurde: Der letzte zählt. Lassen Sie den Absender jeden Schlüssel nur einmal schicken.',
  },
  'intake/split-failed': {
    title: 'Der Webhook ließ sich nicht aufteilen',
    advice: 'Korrigieren Sie `split` des Absenders, und planen Sie das Ereignis noch einmal.',
  },
  'intake/taken-apart': {
    title: 'Aus diesem Webhook wurden mehrere Ereignisse',
    advice: 'Es ist nichts zu tun: Sehen Sie sich die genannten Ereignisse an.',
  },
  'intake/split-nothing': {
    title: 'Beim Aufteilen wurde nichts gefunden',
    advice: 'Prüfen Sie `split` des Absenders. Der ganze Inhalt gilt als ein Ereignis.',
  },
  'intake/event-id-failed': {
    title: 'Die Kennung des Ereignisses wurde nicht gefunden',
    advice: 'Korrigieren Sie `eventId` des Absenders, und planen Sie das Ereignis noch einmal.',
  },
  'intake/event-type-failed': {
    title: 'Die Art des Ereignisses wurde nicht gefunden',
    advice: 'Korrigieren Sie `eventType` des Absenders.',
  },
  'intake/occurred-at-failed': {
    title: 'Die Zeit des Ereignisses wurde nicht gefunden',
    advice: 'Korrigieren Sie `occurredAt` des Absenders.',
  },
  'intake/changed-duplicate': {
    title: 'Dieselbe Kennung kam noch einmal mit anderem Inhalt',
    advice: 'Das erste gilt. Vergibt der Absender Kennungen mehrfach, machen Sie `eventId` zu einer Liste.',
  },
  'intake/json-as-form': {
    title: 'JSON kam als Formular',
    advice: 'Schreiben Sie `body: json` zum Absender.',
  },
  'intake/json-field-failed': {
    title: 'Ein Feld sollte JSON enthalten und enthält keines',
    advice: 'Korrigieren Sie `jsonField` des Absenders.',
  },
  'intake/several-events': {
    title: 'Eine Liste mehrerer Objekte ohne `split`',
    advice: 'Schreiben Sie `split: $` zum Absender, damit jedes Objekt ein Ereignis wird.',
  },
  'intake/equal-contents': {
    title: 'Derselbe Inhalt kam kurz zuvor schon einmal',
    advice: 'Es ist nichts zu tun: Beide werden zugestellt.',
  },
  'call/older-event': {
    title: 'Ein neueres Ereignis dieser Person ist schon zugestellt',
    advice: 'Es ist nichts zu tun.',
  },
  'call/older-values': {
    title: 'Ein älteres Ereignis hat neuere Werte ersetzt',
    advice:
      'Enthält jedes Ereignis alle Werte des Mappings, schreiben Sie `ignoreOlder: true` hinein. Senden Sie danach das neuere Ereignis noch einmal.',
  },
  'call/no-event-time': {
    title: 'Gesendet, obwohl die Zeit des Ereignisses nicht bekannt ist',
    advice: 'Prüfen Sie `occurredAt` des Absenders.',
  },
  'call/link-replaced': {
    title: 'Die Verknüpfung steht ab jetzt für einen anderen Kunden',
    advice:
      'Sehen Sie beide Kunden im Kalender nach. Ist der frühere der richtige, importieren Sie die Verknüpfung mit `--replace`.',
  },
  'call/shared-link': {
    title: 'Für einen anderen Kunden derselben Verknüpfung zugestellt',
    advice:
      'Ist es eine Person, importieren Sie die Verknüpfung mit der richtigen Nummer. Sind es mehrere, ergänzen Sie `link` um einen Teil, der sie unterscheidet.',
  },
  'call/outdated-link': {
    title: 'An den Kunden gesendet, für den die Verknüpfung vorher stand',
    advice:
      'Sehen Sie den Kunden im Kalender nach. Damit es den richtigen erreicht, senden Sie das Ereignis noch einmal.',
  },
  'call/other-first-name': {
    title: 'Der geänderte Kunde hat einen anderen Vornamen als die Person im Ereignis',
    advice:
      'Sehen Sie den Kunden im Kalender nach. Ist es jemand anderes mit demselben Nachnamen, machen Sie die Änderungen dort rückgängig, korrigieren Sie die Kundennummer oder die Verknüpfung, und senden Sie das Ereignis noch einmal.',
  },
  'call/other-person': {
    title: 'Der geänderte Kunde ist vermutlich nicht die Person im Ereignis',
    advice:
      'Sehen Sie den Kunden im Kalender nach. Ist es jemand anderes, machen Sie die Änderungen dort rückgängig, korrigieren Sie die Kundennummer oder die Verknüpfung, und senden Sie das Ereignis noch einmal.',
  },
  'delivery/refused': {
    title: 'Das Ziel hat den Aufruf abgelehnt',
    advice: 'Korrigieren Sie die Daten.',
  },
  'delivery/unknown-customer': {
    title: 'Diese Kundennummer gibt es nicht',
    advice:
      'Korrigieren Sie sie: mit „Korrigieren und senden“ (`fieldbridge events amend`), wenn sie im Webhook steht; sonst in der Verknüpfung.',
  },
  'delivery/unknown-appointment': {
    title: 'Diesen Termin gibt es nicht',
    advice: 'Prüfen Sie, ob das Formular den Termin dieses Kontos mitgibt.',
  },
  'delivery/incomplete': {
    title: 'Die Buchung lässt sich nicht abschließen',
    advice: 'Lesen Sie den Grund des Ziels. Vielleicht muss der Termin neu reserviert werden.',
  },
  'delivery/outcome-unknown': {
    title: 'Eine Buchung wurde gesendet, und die Antwort ging verloren',
    advice: 'Sehen Sie im Kalender nach, und wählen Sie dann „Wurde gebucht?“.',
  },
  'delivery/refused-again': {
    title: 'Eine Buchung, deren erste Antwort verloren ging, wurde noch einmal gesendet und abgelehnt',
    advice:
      'Der erste Versuch kann gelungen sein: Sehen Sie im Kalender nach, und wählen Sie dann „Wurde gebucht?“.',
  },
  'delivery/resolved': {
    title: 'Eine Person hat eine ungewisse Buchung geklärt',
    advice: 'Es ist nichts zu tun: Das Protokoll zeigt die Person und den Grund.',
  },
  'delivery/gave-up': {
    title: 'Alle Versuche bis zum Zeitlimit schlugen fehl',
    advice: 'Finden Sie den Grund heraus, und planen Sie das Ereignis dann noch einmal.',
  },
  'delivery/too-old': {
    title: 'Zu alt, um automatisch gesendet zu werden',
    advice: 'Entscheiden Sie, ob es noch gesendet werden soll, und planen Sie es dann noch einmal.',
  },
  'delivery/already-booked': {
    title: 'Diese Buchung ist schon abgeschlossen',
    advice: 'Es ist nichts zu tun.',
  },
  'delivery/superseded': {
    title: 'Ältere Werte wurden ausgelassen',
    advice:
      'Neuere Ereignisse dieser Person haben sie gesetzt, und deren Werte bleiben. War ein neueres Ereignis für eine andere Person bestimmt, korrigieren Sie jenes, und planen Sie dann dieses noch einmal, auch mit zugestellten Aktualisierungen. Um die älteren trotzdem zu senden, wählen Sie „Noch einmal planen“ und lassen Sie die neueren überschreiben.',
  },
  'delivery/incomplete-answer': {
    title: 'Angenommen, aber mit einer Antwort, die nicht dokumentiert ist',
    advice: 'Sehen Sie im Kalender nach dem Termin.',
  },
  'delivery/our-fault': {
    title: 'Das Ziel hat einen Aufruf abgelehnt, der nie hätte gesendet werden dürfen',
    advice: 'Bitte melden Sie das: Es ist ein Fehler dieses Programms.',
  },
};

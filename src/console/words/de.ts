import type { Words } from './en.ts';

const count = (n: number) => n.toLocaleString('de');

const kinds = (events: number, links: number, refusals: number) =>
  [
    events === 1 ? 'ein Ereignis' : `${count(events)} Ereignisse`,
    links === 1 ? 'eine Verknüpfung' : `${count(links)} Verknüpfungen`,
    refusals === 1 ? 'ein abgelehnter Webhook' : `${count(refusals)} abgelehnte Webhooks`,
  ].join(', ');

/** Every text of the console in German. One table in one file, as the English one: a translator reads it from top to bottom. */
export const de: Words = {
  locale: 'de',
  pages: {
    now: 'Jetzt',
    events: 'Ereignisse',
    senders: 'Absender',
    fields: 'Felder',
    bench: 'Werkbank',
    people: 'Personen',
    log: 'Protokoll',
  },
  status: {
    queued: 'wartet',
    held: 'angehalten',
    delivered: 'zugestellt',
    skipped: 'übersprungen',
    failed: 'fehlgeschlagen',
    uncertain: 'ungewiss',
    discarded: 'verworfen',
  },
  state: { open: 'offen', probing: 'wird geprüft', held: 'angehalten', paused: 'pausiert' },
  signIn: {
    title: 'Bei Fieldbridge anmelden',
    token: 'Admin-Token',
    explain:
      'Der Wert von admin.token in config.yaml. Mit admin.readToken können Sie nachsehen, und Werte bleiben verdeckt.',
    button: 'Anmelden',
    signOut: 'Abmelden',
    wrongToken:
      'Das ist nicht der Admin-Token. Kopieren Sie ihn noch einmal aus config.yaml oder von dort, wo die Konfiguration ihn liest.',
    wrongLink:
      'Dieser Link wurde schon benutzt, oder seine zehn Minuten sind um. Melden Sie sich mit dem Admin-Token an.',
    tooMany:
      'Von dieser Adresse kamen zu viele falsche Token. Warten Sie einige Sekunden und versuchen Sie es noch einmal.',
    notEncrypted:
      'Diese Verbindung ist nicht verschlüsselt. Andere in diesem Netz können das Token mitlesen.',
    reading: 'Nur lesen',
  },
  common: {
    loading: 'Wird geladen …',
    away: 'Die Bridge antwortet nicht. Diese Seite versucht es alle fünf Sekunden wieder.',
    retry: 'Noch einmal versuchen',
    cancel: 'Abbrechen',
    reason: 'Grund',
    reasonHelp: 'Er steht danach im Protokoll.',
    more: 'Ältere',
    furtherOnes: 'Weitere',
    keys: 'Tasten',
    close: 'Schließen',
    copied: 'Kopiert',
    copy: 'Kopieren',
    notFound: 'Diese Seite gibt es nicht.',
    skipToContent: 'Zum Inhalt',
    language: 'English',
  },
  troubles: {
    'being-sent':
      'Ein Aufruf dieses Ereignisses wird gerade mit den alten Werten gesendet. Nichts wurde geändert. Versuchen Sie es in einer Minute noch einmal.',
    'taken-apart': 'Aus diesem Ereignis wurden mehrere andere. Nichts wurde geändert. Korrigieren Sie jene.',
    'corrected-meanwhile':
      'Jemand anderes hat dieses Ereignis korrigiert, seit Sie diesen Dialog geöffnet haben. Nichts wurde geändert. Schließen Sie den Dialog, sehen Sie sich die Korrektur an, und öffnen Sie ihn noch einmal.',
    '503':
      'Die Brücke kann ihren Speicher gerade nicht benutzen. Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.',
  },
  now: {
    allDelivered: 'Alles ist zugestellt.',
    working: n => (n === 1 ? 'Ein Aufruf ist unterwegs.' : `${n} Aufrufe sind unterwegs.`),
    lastWebhook: when => `Der letzte Webhook kam ${when}.`,
    noWebhook: 'Seit dem Start kam kein Webhook.',
    needYou: n => (n === 1 ? 'Ein Ereignis braucht Sie.' : `${n} Ereignisse brauchen Sie.`),
    somethingHeld: 'Einige Aufrufe warten, bis etwas in Ordnung gebracht ist.',
    uncertain: n =>
      n === 1
        ? 'Eine Buchung wurde gesendet, und die Antwort ging verloren.'
        : `${n} Buchungen wurden gesendet, und die Antworten gingen verloren.`,
    failed: n => (n === 1 ? 'Ein Aufruf ist fehlgeschlagen.' : `${n} Aufrufe sind fehlgeschlagen.`),
    failedFor: (n, more, cause) =>
      n === 1 && !more
        ? `Ein Ereignis ist fehlgeschlagen: ${cause}.`
        : `${more ? `${n} oder mehr` : n} Ereignisse sind fehlgeschlagen: ${cause}.`,
    otherCause: 'aus einem anderen Grund',
    heldDestination: name => `Das Ziel ${name} ist angehalten.`,
    pausedDestination: name => `Das Ziel ${name} ist pausiert.`,
    heldMapping: name => `Die Zuordnung ${name} ist angehalten.`,
    mappingRight: name => `Die Zuordnung ${name} ist wieder in Ordnung.`,
    destinationRight: name => `Das Ziel ${name} ist wieder offen.`,
    deliveredSince: n =>
      n === 1 ? 'Ein Aufruf ist seither zugestellt.' : `${count(n)} Aufrufe sind seither zugestellt.`,
    faultyMapping: name => `Die Zuordnung ${name} ist so nicht brauchbar.`,
    unclaimed: n =>
      n === 1 ? 'Ein Ereignis wartet auf eine Zuordnung.' : `${n} Ereignisse warten auf eine Zuordnung.`,
    refused: (name, n) => `Webhooks von ${name} werden abgelehnt: ${n} in Folge.`,
    faultyConfig:
      'Die Konfiguration auf der Platte hat Fehler: Die Brücke arbeitet mit der letzten guten weiter, ein Neustart würde scheitern.',
    configWaits: keys => `Die Konfiguration ist geändert; diese Schlüssel brauchen einen Neustart: ${keys}.`,
    waiting: n =>
      n === 0 ? 'Nichts wartet.' : n === 1 ? 'Ein Aufruf wartet.' : `${count(n)} Aufrufe warten.`,
    since: when => `Seit ${when}.`,
    show: 'Anzeigen',
    resume: 'Fortsetzen',
    pause: 'Pausieren',
    resumeExplain: 'Wartende Aufrufe werden wieder gesendet. Ein angehaltenes Ziel wird zuerst geprüft.',
    pauseExplain:
      'An dieses Ziel wird nichts gesendet, bis es jemand fortsetzt. Webhooks werden weiter angenommen.',
    causes: 'Was Aufmerksamkeit braucht',
    destinations: 'Ziele',
    numbers: 'Aufrufe nach Status',
  },
  actions: {
    requirePayment: 'Die Kundin oder der Kunde muss noch bezahlen.',
    requireTAN: 'Die Kundin oder der Kunde muss die Buchung noch mit dem Code einer SMS (TAN) bestätigen.',
  },
  events: {
    customer: id => `Kundennummer ${id}`,
    needsPerson: 'fehlgeschlagen oder ungewiss',
    anyAction: 'Die Kundin oder der Kunde muss noch etwas tun.',
    sendAddress: 'Senden Sie diese Adresse an die Kundin oder den Kunden. Die Buchung gilt erst danach:',
    addressIsMasked: 'Mit „Werte zeigen“ sehen Sie die Adresse für die Kundin oder den Kunden.',
    search: 'Suche',
    searchHelp: 'Ein Name, eine E-Mail-Adresse, eine Nummer, oder status:failed code:…',
    searchHelpReader: 'status:failed source:… code:…',
    suggestions: 'Vorschläge',
    status: 'Status',
    source: 'Absender',
    all: 'Alle',
    none: 'Kein Ereignis passt.',
    noneYet: 'Es kam noch kein Webhook. Senden Sie einen an die URL eines Absenders, und er erscheint hier.',
    clear: 'Filter leeren',
    received: 'Eingegangen',
    sender: 'Absender',
    reason: 'Warum',
    forgotten:
      'Suchwörter stehen nie in einer Adresse. Beim Neuladen der Seite wurden sie deshalb vergessen.',
    searchedTo: when => `Bis ${when} durchsucht.`,
    fresh: n => (n === 1 ? 'Ein neues Ereignis' : `${n} neue Ereignisse`),
    previous: 'Neueres Ereignis',
    next: 'Älteres Ereignis',
    back: 'Alle Ereignisse',
    cameIn: 'Was ankam',
    mappings: 'Zuordnungen',
    calls: 'Was gesendet wird',
    history: 'Was Menschen taten',
    showValues: 'Werte zeigen',
    showingIsAudited: 'Werte sind verdeckt. Wer sie zeigen lässt, steht danach im Protokoll.',
    noCall: 'Es gab keinen Aufruf.',
    applied: 'traf zu',
    notApplied: 'traf nicht zu',
    mappingsNow: 'wie sie jetzt sind',
    noMapping: 'Für diesen Absender gibt es keine Zuordnung.',
    whenTrue: 'Ihre Bedingung ist für dieses Ereignis wahr:',
    whenFalse: 'Ihre Bedingung ist für dieses Ereignis falsch:',
    is: 'ist',
    nothing: 'nichts',
    ways: 'Wie ihre Werte entstehen',
    sentAs: 'gesendet als',
    cleared: 'geleert',
    attempts: 'Versuche',
    replay: 'Noch einmal planen',
    replayExplain:
      'Plant dieses Ereignis mit den heutigen Zuordnungen neu und stellt zu, was noch nicht zugestellt ist.',
    again: 'Auch zugestellte Aktualisierungen noch einmal senden. Eine Buchung wird nie wiederholt.',
    wouldSend: 'Was gesendet würde',
    maskedPreview:
      'Werte sind verdeckt. Schließen Sie diesen Dialog und wählen Sie „Werte zeigen“, um sie zu sehen.',
    nothingToSend: 'Es würde nichts gesendet.',
    nothingLeft: 'Von diesem Ereignis ist alles zugestellt. Es bleibt nichts zu senden.',
    newer: 'Ein neueres Ereignis derselben Person hat diese Werte seither gesetzt. Sie werden ausgelassen:',
    force: 'Sie trotzdem senden: Sie überschreiben die neueren.',
    isNow: 'ist jetzt',
    wouldBe: 'danach',
    amend: 'Korrigieren und senden',
    amendExplain:
      'Korrigieren Sie, was der Absender geschrieben hat. Die Daten bleiben, wie sie kamen; die Korrektur steht daneben. Zugestellte Änderungen werden erneut gesendet, eine ausgeführte Buchung nie.',
    faultyValue: 'An diesem Wert liegt es.',
    findValue: 'Wert suchen',
    was: (before: string) => `vorher: ${before || 'leer'}`,
    keepAnyway: 'Trotzdem behalten',
    wasDiscarded: 'Dieses Ereignis wurde verworfen. Die Korrektur sendet es doch.',
    remains: (names: string, customer: string) =>
      `Die Korrektur sendet ${names} nicht mehr. Kunde ${customer} behält, was zuvor gesendet wurde: Berichtigen Sie es im Kalender, oder lassen Sie die Regel es leeren (whenEmpty: clear).`,
    remainsAtOther: (names: string, customer: string) =>
      `Kunde ${customer} hat ${names} aus diesem Ereignis schon erhalten. Diese Werte bleiben dort: Berichtigen Sie sie im Kalender.`,
    stillFails: 'Auch mit dieser Korrektur kann das Ereignis nicht gesendet werden.',
    asReceived: 'Wie empfangen',
    correctedBy: (who: string) => `Korrigiert von ${who}`,
    discard: 'Verwerfen',
    discardExplain: 'Was von diesem Ereignis nicht zugestellt ist, wird nie gesendet.',
    resolve: 'Wurde gebucht?',
    resolveExplain: 'Sehen Sie im Kalender nach, und sagen Sie dann, was Sie gefunden haben.',
    booked: 'Es wurde gebucht',
    notBooked: 'Es wurde nicht gebucht',
    giveUp: 'Niemand wird es wissen',
    bookedMeans: 'Das Ereignis gilt als zugestellt.',
    notBookedMeans: 'Die Buchung wird noch einmal gesendet.',
    giveUpMeans: 'Die Buchung bleibt, wie sie ist, und wird nie wieder gesendet.',
    customerNumber: 'Kundennummer (falls es eine gibt)',
    nextAttempt: when => `Nächster Versuch ${when}.`,
    mustStill: 'Das muss die Kundin oder der Kunde noch tun:',
    duplicateOf: 'Derselbe Inhalt kam schon als',
    headline: {
      queued: 'Dieses Ereignis wartet auf die Zustellung.',
      held: 'Dieses Ereignis wartet, bis etwas in Ordnung gebracht ist.',
      delivered: 'Dieses Ereignis ist zugestellt.',
      skipped: 'Für dieses Ereignis war nichts zu senden.',
      failed: 'Dieses Ereignis ist fehlgeschlagen und braucht Sie.',
      uncertain: 'Eine Buchung wurde gesendet, und die Antwort ging verloren.',
      discarded: 'Dieses Ereignis wurde verworfen.',
    },
  },
  charts: {
    title: 'In letzter Zeit',
    spans: { '6': '6 Stunden', '24': '1 Tag', '168': '1 Woche' },
    accepted: 'Angenommen',
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    oldestSeconds: 'Längste Wartezeit',
    now: 'jetzt',
    from: 'Ab',
    table: 'Als Tabelle',
  },
  processes: {
    title: 'Prozesse',
    since: 'gestartet',
    works: { planning: 'plant', upkeep: 'hält den Speicher in Ordnung', messages: 'sendet Nachrichten' },
    delivers: name => `stellt an ${name} zu`,
    nothing: 'nimmt Webhooks an',
    otherVersion: 'Die Prozesse haben verschiedene Versionen. Schließen Sie die Aktualisierung ab.',
    otherMappings: 'Die Prozesse haben verschiedene Zuordnungsdateien. Kopieren Sie dieselben zu allen.',
    otherConfig:
      'Die Prozesse haben verschiedene Konfigurationen. Kopieren Sie dieselbe zu allen, und starten Sie sie neu.',
  },
  bulk: {
    all: 'Alle, die passen:',
    replay: 'Alle noch einmal planen',
    discard: 'Alle verwerfen',
    replayExplain:
      'Plant jedes dieser Ereignisse mit den heutigen Zuordnungen neu und stellt zu, was noch nicht zugestellt ist.',
    discardExplain: 'Was von diesen Ereignissen nicht zugestellt ist, wird nie gesendet.',
    match: (n, more) =>
      more
        ? `Mehr als ${count(n)} Ereignisse passen.`
        : n === 1
          ? 'Ein Ereignis passt.'
          : `${count(n)} Ereignisse passen.`,
    something: (n, more) =>
      more
        ? `Von den neuesten ${count(1_000)} haben ${count(n)} noch etwas zu senden.`
        : n === 1
          ? 'Eines hat noch etwas zu senden.'
          : `${count(n)} haben noch etwas zu senden.`,
    nothingLeft: n =>
      n === 1
        ? 'Eines ist erledigt: Von ihm bleibt nichts zu senden.'
        : `${count(n)} sind erledigt: Von ihnen bleibt nichts zu senden.`,
    newer: n =>
      n === 1
        ? 'Eines hat einen Wert, den ein neueres Ereignis derselben Person seither gesetzt hat. Er wird ausgelassen.'
        : `${count(n)} haben Werte, die neuere Ereignisse derselben Personen seither gesetzt haben. Sie werden ausgelassen.`,
    again: 'Auch zugestellte Aktualisierungen noch einmal senden. Eine Buchung wird nie wiederholt.',
    force: 'Diese Werte trotzdem senden: Sie überschreiben die neueren.',
    replayed: n =>
      n === 1 ? 'Ein Ereignis wird neu geplant.' : `${count(n)} Ereignisse werden neu geplant.`,
    discards: (n, more) =>
      more
        ? `Von den neuesten ${count(1_000)} würden ${count(n)} verworfen.`
        : n === 1
          ? 'Eines würde verworfen.'
          : `${count(n)} würden verworfen.`,
    stay: n =>
      n === 1
        ? 'Eines bleibt, wie es ist: Von ihm wartet nichts.'
        : `${count(n)} bleiben, wie sie sind: Von ihnen wartet nichts.`,
    uncertain: n =>
      n === 1
        ? 'Eines ist ungewiss und bleibt. Öffnen Sie es und sagen Sie, ob gebucht wurde.'
        : `${count(n)} sind ungewiss und bleiben. Öffnen Sie jedes und sagen Sie, ob gebucht wurde.`,
    discarded: n => (n === 1 ? 'Ein Ereignis ist verworfen.' : `${count(n)} Ereignisse sind verworfen.`),
  },
  people: {
    links: 'Verknüpfungen',
    linksExplain:
      'Eine Verknüpfung sagt, welche Kundennummer für eine Id eines Absenders steht. Eine Buchung legt sie an, oder ein Import (`fieldbridge links import`).',
    search: 'Suche nach einer Id eines Absenders oder einer Kundennummer',
    noLinks: 'Es gibt noch keine Verknüpfung. Eine Buchung mit `link` in ihrer Zuordnung legt die erste an.',
    noneFound: 'Bisher passt keine Verknüpfung.',
    of: people => `von ${people}`,
    customer: (id, destination) => `Kundennummer ${id} bei ${destination}`,
    events: 'Ereignisse',
    remove: 'Entfernen',
    removeExplain: id =>
      `Ereignisse mit dieser Id, die von jetzt an kommen, warten, bis es die Verknüpfung wieder gibt. Schon geplante Aufrufe gehen weiter an Kundennummer ${id}. Im Konto ändert sich nichts.`,
    readerCannotErase: 'Zum Löschen einer Person braucht es das Admin-Token.',
  },
  erase: {
    title: 'Daten einer Person löschen',
    explain:
      'Löscht alles, was diese Bridge von einer Person speichert: Ereignisse mit allem, was ankam und gesendet wurde, Verknüpfungen und abgelehnte Webhooks. Im Konto des Ziels ändert sich nichts.',
    by: 'Suchen nach',
    targets: {
      customerId: 'Kundennummer',
      link: 'Id eines Absenders',
      q: 'Text, etwa eine E-Mail-Adresse',
      event: 'Id eines Ereignisses',
    },
    people: 'Wessen Id es ist',
    wholePerson: 'Alles von der Person, zu der es gehört',
    everyone: 'Gehört es zu mehreren Personen, sind alle gemeint',
    look: 'Zeigen, was gelöscht würde',
    erase: 'Endgültig löschen',
    cannotUndo:
      'Das lässt sich nicht rückgängig machen. Im Protokoll bleibt, dass etwas gelöscht wurde, und warum.',
    typeAgain: value => `Zur Bestätigung ${value} eingeben`,
    wouldErase: (events, links, refusals) => `Würde löschen: ${kinds(events, links, refusals)}.`,
    erased: (events, links, refusals) => `Gelöscht: ${kinds(events, links, refusals)}.`,
    several: n =>
      `Es gehört zu ${count(n)} Personen. Sagen Sie, wessen Nummer gemeint ist, oder dass alle gemeint sind.`,
    further: n =>
      n === 1
        ? 'Ein weiteres Ereignis betrifft diese Person und bleibt.'
        : `${count(n)} weitere Ereignisse betreffen diese Person und bleiben.`,
    mentioned: n =>
      n === 1
        ? 'Ein Ereignis nennt diese Person als Wert und bleibt. Sehen Sie es an.'
        : `${count(n)} Ereignisse nennen diese Person als Wert und bleiben. Sehen Sie sie an.`,
    unsearched: n =>
      n === 1
        ? 'Eines ließ sich nicht durchsuchen. Sehen Sie es an:'
        : `${count(n)} ließen sich nicht durchsuchen. Sehen Sie sie an:`,
    underWay: n =>
      n === 1
        ? 'Ein Ereignis wird gerade gesendet und bleibt. Löschen Sie in einer Minute noch einmal.'
        : `${count(n)} Ereignisse werden gerade gesendet und bleiben. Löschen Sie in einer Minute noch einmal.`,
    complete: 'Der Speicher enthält diese Werte nicht mehr.',
    incomplete:
      'Einige Werte können noch im Speicher sein. Sehen Sie an, was oben genannt ist, und löschen Sie noch einmal.',
  },
  log: {
    explain: 'Was Menschen von Hand taten, das Neueste zuerst. Einträge bleiben 400 Tage.',
    showReasons: 'Gründe und Adressen zeigen',
    none: 'Noch hat niemand etwas von Hand getan.',
  },
  deeds: {
    'resolve-booked': 'sagte, dass gebucht wurde',
    'resolve-not-booked': 'sagte, dass nicht gebucht wurde',
    'resolve-give-up': 'gab eine ungewisse Buchung auf',
    replay: 'plante noch einmal',
    'force-replay': 'plante noch einmal und überschrieb neuere Werte',
    'replay-again': 'plante auch zugestellte Aktualisierungen noch einmal',
    'force-replay-again': 'plante auch Zugestelltes noch einmal und überschrieb neuere Werte',
    discard: 'verwarf',
    amend: 'korrigierte',
    import: 'brachte eine Liste ein für',
    'accept-refusal': 'nahm einen abgelehnten Webhook an',
    pause: 'pausierte',
    resume: 'setzte fort',
    erase: 'löschte die Daten einer Person',
    'remove-link': 'entfernte',
    'probe-statuses': 'lernte die Kundenstatus von',
    'show-values': 'sah die Werte an',
  },
  senders: {
    lastWebhook: 'Letzter Webhook',
    never: 'keiner seit dem Start',
    url: 'URL für Webhooks',
    none: 'Die Konfiguration nennt noch keinen Absender.',
    refusals: 'Abgelehnte Webhooks',
    noRefusals: 'Kein Webhook wurde abgelehnt.',
    accept: 'Doch annehmen',
    refusedAgain: 'Er würde wieder abgelehnt: Ändern Sie zuerst den Absender in der Konfiguration.',
    accepted: 'Angenommen als',
    unverified: 'nicht geprüft, daher wurde der Inhalt nicht behalten',
    streak: n =>
      n === 1 ? 'Der letzte Webhook wurde abgelehnt.' : `Die letzten ${n} Webhooks wurden abgelehnt.`,
    preset: 'Bekannter Absender',
    other: 'Beliebiger Absender',
  },
  lists: {
    open: 'Liste einlesen',
    title: source => `Liste einlesen für ${source}`,
    back: 'Alle Absender',
    readerCannot: 'Eine Liste einzulesen verlangt das Admin-Token.',
    file: 'Datei',
    explain:
      'Jede Zeile wird ein Ereignis dieses Absenders und geht durch dieselben Zuordnungen und Prüfungen wie ein Webhook. Laufende Webhooks gehen vor. Nichts wird gespeichert, bevor Sie gesehen haben, was geschähe.',
    choose: 'Datei auswählen oder hier ablegen',
    kinds: 'CSV mit einer Kopfzeile (.csv) oder ein JSON-Wert je Zeile (.ndjson)',
    another: 'Andere Datei auswählen',
    sameFile: name =>
      `Diese Seite hat die Datei ${name} nicht mehr. Wählen Sie sie noch einmal aus, um fehlende Zeilen zu speichern oder die fehlgeschlagenen Zeilen zu erhalten. Was schon gespeichert ist, wird nicht doppelt eingelesen.`,
    rows: n => (n === 1 ? 'Eine Zeile' : `${count(n)} Zeilen`),
    separatedBy: name => `getrennt durch ${name}`,
    separateBy: name => `Durch ${name} trennen`,
    separators: { ',': 'Kommas', ';': 'Semikolons', tab: 'Tabulatoren' },
    mended: 'Diese Zeilen schlugen zuvor fehl und wurden ausgebessert.',
    columns: 'Spalten:',
    notUtf8: line =>
      `Zeile ${count(line)} ist kein UTF-8, daher steht die Zeichenkodierung dieser Datei nicht fest.`,
    reads: 'Als Windows-1252 gelesen lautet die Zeile:',
    isRight: 'Sind alle Buchstaben richtig, etwa ä, ö, ü und ß?',
    yesRight: 'Ja, so lesen',
    saveUtf8:
      'Wenn nicht, speichern Sie die Datei in Ihrer Tabellenkalkulation als „CSV UTF-8“ und wählen Sie diese aus.',
    severalSeparators:
      'Mehrere Zeichen der Kopfzeile könnten die Spalten trennen. Welche Spalten sind richtig?',
    faultyLines: n =>
      n === 1
        ? 'Eine Zeile ist nicht brauchbar. Bessern Sie sie aus und wählen Sie die Datei noch einmal. Nichts wurde eingelesen.'
        : `${count(n)} Zeilen sind nicht brauchbar. Bessern Sie sie aus und wählen Sie die Datei noch einmal. Nichts wurde eingelesen.`,
    line: n => `Zeile ${count(n)}:`,
    moreLines: n => (n === 1 ? 'Und eine weitere Zeile.' : `Und ${count(n)} weitere Zeilen.`),
    cells: (n, columns) =>
      `Sie hat ${n === 1 ? 'eine Zelle' : `${count(n)} Zellen`} statt ${count(columns)}. Eine Zelle mit dem Trennzeichen oder einem Umbruch darin steht in Anführungszeichen.`,
    lineFaults: {
      'quote not closed':
        'Hier beginnt ein Anführungszeichen, das nie endet. Schließen Sie es, oder schreiben Sie "" für eines in einer Zelle.',
      'quote in a cell':
        'Ein Anführungszeichen steht mitten in einer Zelle. Setzen Sie die ganze Zelle in Anführungszeichen, und schreiben Sie "" für jedes darin.',
      'text behind a quote':
        'Hinter einem schließenden Anführungszeichen steht noch etwas. Schreiben Sie "" für eines in einer Zelle.',
      'row too large':
        'Die Zeile ist größer als 16 MiB. Wahrscheinlich endet davor ein Anführungszeichen nie.',
      'no CSV': 'Sie lässt sich nicht als CSV lesen.',
      'no JSON': 'Sie ist kein JSON-Wert. Jede Zeile muss ein ganzer Wert sein.',
    },
    unnamedColumn: n => `Spalte ${count(n)} hat in Zeile 1 keinen Namen. Geben Sie jeder Spalte einen.`,
    repeatedColumns: names =>
      `Zeile 1 hat mehrere Spalten desselben Namens: ${names}. Benennen Sie alle bis auf eine um, oder löschen Sie sie.`,
    noteForExcel: line =>
      `Zeile 1 ist „${line}“, ein Hinweis für Excel und keine Kopfzeile. Löschen Sie diese Zeile und wählen Sie die Datei noch einmal.`,
    fileFaults: {
      spreadsheet: 'Das ist eine Tabelle. Speichern Sie sie als „CSV UTF-8“ und wählen Sie diese Datei.',
      'unknown kind': 'Der Name der Datei muss auf .csv enden, oder auf .ndjson (ein JSON-Wert je Zeile).',
      unreadable:
        'Der Browser kann diese Datei nicht lesen. Sie wurde geändert oder verschoben, seit Sie sie ausgewählt haben: Wählen Sie sie noch einmal.',
      changed: 'Die Datei wurde geändert, während sie gelesen wurde. Wählen Sie sie noch einmal.',
      empty: 'Die Datei ist leer. Sie braucht eine Kopfzeile und Zeilen.',
      'no rows': 'Die Datei hat eine Kopfzeile, aber keine Zeilen.',
      'long header': 'Zeile 1 ist zu lang für eine Kopfzeile.',
      'not in this encoding':
        'Die Datei ist nicht in einer einzigen Kodierung geschrieben. Speichern Sie sie als „CSV UTF-8“ und wählen Sie diese Datei.',
    },
    dryRun: 'Was geschähe',
    outcomes: {
      failed: n => (n === 1 ? 'Eine Zeile würde fehlschlagen.' : `${count(n)} Zeilen würden fehlschlagen.`),
      held: n => (n === 1 ? 'Eine Zeile würde angehalten.' : `${count(n)} Zeilen würden angehalten.`),
      skipped: n => (n === 1 ? 'Eine Zeile würde übersprungen.' : `${count(n)} Zeilen würden übersprungen.`),
      duplicate: n =>
        n === 1 ? 'Eine Zeile wurde schon eingelesen.' : `${count(n)} Zeilen wurden schon eingelesen.`,
      queued: n => (n === 1 ? 'Eine Zeile würde gesendet.' : `${count(n)} Zeilen würden gesendet.`),
    },
    firstIn: line => `Zuerst in Zeile ${count(line)}:`,
    onlyKnown: 'Zeigen, was aus ihnen wurde',
    partly: (n, of) =>
      `Die Brücke hat ${count(n)} von ${count(of)} Zeilen dieser Datei als Ereignisse dieser Liste.`,
    overwrites: (n, line) =>
      n === 1
        ? `Ein neuerer Wert, den die Brücke gesetzt hat, würde überschrieben, in Zeile ${count(line)}.`
        : `${count(n)} neuere Werte, die die Brücke gesetzt hat, würden überschrieben, zuerst in Zeile ${count(line)}.`,
    nothingYet:
      'Bis jetzt wurde nichts gespeichert oder gesendet. Zeilen, die fehlschlagen, halten die anderen nicht auf: Sie erhalten sie als Datei.',
    start: n => (n === 1 ? 'Eine Zeile einlesen' : `${count(n)} Zeilen einlesen`),
    progress: 'Fortschritt',
    tried: (done, of) => `${count(done)} von ${count(of)} Zeilen erprobt.`,
    stored: (done, of) => `${count(done)} von ${count(of)} Zeilen gespeichert.`,
    delivered: (done, of) => `${count(done)} von ${count(of)} Zeilen sind erledigt.`,
    speed: perSecond => `${count(perSecond)} je Sekunde.`,
    left: span => `Noch ${span}.`,
    away: 'Die Brücke antwortet nicht. Die Liste geht von selbst weiter, sobald sie wieder da ist.',
    stay: 'Lassen Sie diese Seite offen, bis alle Zeilen gespeichert sind. Wird sie geschlossen, wählen Sie dieselbe Datei noch einmal: Sie geht dort weiter, wo sie war.',
    allStored: n => (n === 1 ? 'Die Zeile ist gespeichert.' : `Alle ${count(n)} Zeilen sind gespeichert.`),
    becomes: 'Was aus den Zeilen wird',
    goesOn: 'Die Brücke macht von selbst weiter, nach laufenden Webhooks. Sie können diese Seite schließen.',
    allDone: n =>
      n === 0
        ? 'Nichts war zu senden.'
        : n === 1
          ? 'Eine Zeile ist zugestellt.'
          : `${count(n)} Zeilen sind zugestellt.`,
    someLeft: n => (n === 1 ? 'Eine Zeile braucht Sie.' : `${count(n)} Zeilen brauchen Sie.`),
    means: {
      queued: 'warten, bis sie an der Reihe sind',
      held: 'warten, bis eine Zuordnung oder ein Ziel in Ordnung ist',
      delivered: '',
      skipped: 'hatten nichts zu senden, oder keine Zuordnung will sie',
      failed: 'müssen ausgebessert werden',
      uncertain: 'sind Buchungen, deren Antwort verloren ging',
      discarded: 'wurden von einem Menschen verworfen',
    },
    elsewhere: n =>
      n === 1
        ? 'Eine Zeile ist aus einer anderen Liste oder einem Webhook bekannt und wurde nicht noch einmal eingelesen.'
        : `${count(n)} Zeilen sind aus einer anderen Liste oder Webhooks bekannt und wurden nicht noch einmal eingelesen.`,
    download: n =>
      n === 1 ? 'Fehlgeschlagene Zeile herunterladen' : `${count(n)} fehlgeschlagene Zeilen herunterladen`,
    mend: 'Neben jeder Zeile steht ihr Grund. Bessern Sie die Zeilen in dieser Datei aus, dann wählen Sie sie hier.',
    failedNeedFile:
      'Um die fehlgeschlagenen Zeilen als Datei zu erhalten, wählen Sie dieselbe Datei noch einmal.',
  },
  fields: {
    destination: 'Ziel',
    search: 'Suche nach Name oder Schlüssel',
    name: 'Name',
    key: 'keyName',
    type: 'Typ',
    choices: 'Auswahl',
    none: 'Kein Feld passt.',
    noStatuses: 'Noch ist kein Kundenstatus bekannt. `fieldbridge statuses --probe` lernt sie.',
    unused: 'Keine Zuordnung füllt es.',
    usedBy: 'Gefüllt von',
    lastFilled: 'Wann zuletzt gefüllt?',
    notFilled: 'Keines der neuesten zugestellten Ereignisse hat es gefüllt.',
    filledBy: 'Gefüllt von einem Ereignis von',
    statuses: 'Kundenstatus',
    origin: {
      declared: 'in der Konfiguration genannt',
      listed: 'vom Konto genannt',
      confirmed: 'vom Konto angenommen',
    },
    fetched: when => `Vom Konto gelesen ${when}.`,
    noDestination: 'Die Konfiguration nennt kein Ziel.',
  },
  bench: {
    title: 'Die Werkbank ist in dieser Version noch nicht enthalten.',
    explain:
      'Zuordnungen werden als Dateien bearbeitet. Prüfen Sie sie mit `fieldbridge check`, und probieren Sie sie mit `fieldbridge preview MAPPING PAYLOAD --why`.',
  },
  keys: {
    go: 'g, dann n e s f b p l: zu einer Seite gehen',
    filter: '/: zur Suche gehen',
    move: 'j k: nächste und vorige Zeile',
    open: 'Enter: die Zeile öffnen',
    siblings: '[ ]: neueres und älteres Ereignis',
    act: 'c r d: das geöffnete Ereignis korrigieren, noch einmal planen oder verwerfen',
    close: 'Esc: schließen',
    help: '?: diese Tasten zeigen',
  },
};

import type { Words } from './en.ts';

const count = (n: number) => n.toLocaleString('de');
/** Names the first of some rows; nothing if there are none. */
const inLine = (n: number, line: number | undefined) =>
  line === undefined ? '' : ` (${n === 1 ? 'Zeile' : 'zuerst in Zeile'} ${count(line)})`;

const kinds = (events: number, links: number, refusals: number) =>
  [
    events === 1 ? 'ein Ereignis' : `${count(events)} Ereignisse`,
    links === 1 ? 'eine Verknüpfung' : `${count(links)} Verknüpfungen`,
    refusals === 1 ? 'ein abgelehnter Webhook' : `${count(refusals)} abgelehnte Webhooks`,
  ].join(', ');

/** All German texts of the console. Like the English ones, they are one table that a translator reads top to bottom. */
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
    setup: 'Einrichten',
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
      'Das ist nicht das Admin-Token. Kopieren Sie es noch einmal aus config.yaml oder von dort, wo die Konfiguration es liest.',
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
    masked: '[verdeckt]',
    didYouMean: text => `Meinten Sie „${text}“?`,
    ownWords: 'Beschreibung der Bridge (auf Englisch)',
  },
  troubles: {
    'being-sent':
      'Ein Aufruf dieses Ereignisses wird gerade mit den alten Werten gesendet. Nichts wurde geändert. Versuchen Sie es in einer Minute noch einmal.',
    'taken-apart':
      'Dieses Ereignis wurde in mehrere Ereignisse aufgeteilt. Nichts wurde geändert. Korrigieren Sie diese.',
    'corrected-meanwhile':
      'Jemand anderes hat dieses Ereignis korrigiert, seit Sie diesen Dialog geöffnet haben. Nichts wurde geändert. Schließen Sie den Dialog, sehen Sie sich die Korrektur an, und öffnen Sie ihn noch einmal.',
    '503':
      'Die Bridge kann ihren Speicher gerade nicht benutzen. Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.',
  },
  now: {
    notSetUp: 'Diese Bridge ist noch nicht eingerichtet.',
    someRefused: 'Alle angenommenen Ereignisse sind zugestellt, aber es wurden Webhooks abgelehnt.',
    allDelivered: 'Alles ist zugestellt.',
    working: n => (n === 1 ? 'Ein Aufruf ist unterwegs.' : `${n} Aufrufe sind unterwegs.`),
    lastWebhook: when => `Der letzte Webhook kam ${when}.`,
    noWebhook: 'Seit dem Start kam kein Webhook.',
    needYou: n => (n === 1 ? 'Ein Ereignis braucht Sie.' : `${n} Ereignisse brauchen Sie.`),
    somethingHeld: 'Einige Aufrufe warten auf eine Korrektur.',
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
    heldMapping: name => `Das Mapping ${name} ist angehalten.`,
    mappingRight: name => `Das Mapping ${name} wurde korrigiert.`,
    destinationRight: name => `Das Ziel ${name} ist wieder offen.`,
    deliveredSince: n =>
      n === 1 ? 'Ein Aufruf ist seither zugestellt.' : `${count(n)} Aufrufe sind seither zugestellt.`,
    faultyMapping: name => `Das Mapping ${name} hat Fehler und kann nicht benutzt werden.`,
    unlinked: (n, more) =>
      n === 1 && !more
        ? 'Ein Aufruf wartet auf eine Kundennummer.'
        : `${count(n)} Aufrufe ${more ? 'oder mehr ' : ''}warten auf eine Kundennummer.`,
    unlinkedHint:
      'Öffnen Sie eines der Ereignisse, lassen Sie sich die Werte zeigen, und geben Sie die Nummer ein. Eine Buchung dieser Person trägt sie automatisch ein. Für viele Personen auf einmal gibt es `fieldbridge links import DATEI`.',
    unclaimed: n =>
      n === 1 ? 'Ein Ereignis wartet auf ein Mapping.' : `${n} Ereignisse warten auf ein Mapping.`,
    unread: (name, n) =>
      n === 1
        ? `Ein Webhook von ${name} wurde abgelehnt, und sein Ereignis fehlt.`
        : `${count(n)} Webhooks von ${name} wurden abgelehnt, und ihre Ereignisse fehlen.`,
    lastCame: when => `Der letzte kam um ${when}.`,
    strays: n =>
      n === 1
        ? 'Ein Webhook ging an eine Adresse, die kein Absender hat.'
        : `${count(n)} Webhooks gingen an eine Adresse, die kein Absender hat.`,
    strayMeant: path =>
      `Gemeint ist wohl ${path}. Korrigieren Sie die URL beim Absender; gespeichert wurde nichts.`,
    refused: (name, n) => `Webhooks von ${name} werden abgelehnt: ${n} in Folge.`,
    faultyConfig:
      'Die gespeicherte Konfiguration hat Fehler. Die Bridge arbeitet mit der letzten gültigen weiter. Ein Neustart würde fehlschlagen.',
    configWaits: keys => `Die Konfiguration ist geändert; diese Schlüssel brauchen einen Neustart: ${keys}.`,
    attemptsFailed: n =>
      n === 1 ? 'Der letzte Versuch schlug fehl:' : `Die letzten ${count(n)} Versuche schlugen fehl:`,
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
    openInBench: 'In der Werkbank öffnen',
    writeMapping: 'Mapping schreiben',
    customer: id => `Kundennummer ${id}`,
    needsPerson: 'fehlgeschlagen oder ungewiss',
    anyAction: 'Die Kundin oder der Kunde muss noch etwas tun.',
    sendAddress:
      'Senden Sie diese Adresse an die Kundin oder den Kunden. Die Buchung ist erst abgeschlossen, wenn dort alles erledigt ist:',
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
    forgotten: 'Suchwörter stehen nie in der Adresse. Beim Neuladen der Seite gehen sie deshalb verloren.',
    searchedTo: when => `Bis ${when} durchsucht.`,
    fresh: n => (n === 1 ? 'Ein neues Ereignis' : `${n} neue Ereignisse`),
    previous: 'Neueres Ereignis',
    next: 'Älteres Ereignis',
    back: 'Alle Ereignisse',
    cameIn: 'Empfangener Webhook',
    mappings: 'Mappings',
    calls: 'Aufrufe',
    history: 'Manuelle Aktionen',
    showValues: 'Werte zeigen',
    showingIsAudited: 'Werte sind verdeckt. Wenn Sie sie zeigen, steht das im Protokoll.',
    noCall: 'Es gab keinen Aufruf.',
    newValues: n =>
      n === 1
        ? 'Ein Wert ist neu: Keine Regel liest ihn, und kein Test hat ihn'
        : `${n} Werte sind neu: Keine Regel liest sie, und kein Test hat sie`,
    newValueChange: {
      new: () => '',
      word: () => '(ein anderes Wort als in jedem Test)',
      no: () => '(Nein, und in jedem Test Ja)',
      unequal: to => `(nicht gleich ${to}, wie in jedem Test)`,
    },
    applied: 'traf zu',
    notApplied: 'traf nicht zu',
    mappingsNow: 'wie sie jetzt sind',
    noMapping: 'Für diesen Absender gibt es kein Mapping.',
    whenTrue: 'Ihre Bedingung ist für dieses Ereignis wahr:',
    whenFalse: 'Ihre Bedingung ist für dieses Ereignis falsch:',
    is: 'ist',
    nothing: 'nichts',
    ways: 'Herkunft der Werte',
    sentAs: 'gesendet als',
    cleared: 'geleert',
    attempts: 'Versuche',
    replay: 'Noch einmal planen',
    replayExplain:
      'Plant dieses Ereignis mit den aktuellen Mappings neu und stellt die Aufrufe zu, die noch nicht zugestellt sind.',
    again: 'Auch zugestellte Aktualisierungen noch einmal senden. Eine Buchung wird nie wiederholt.',
    wouldSend: 'Aufrufe, die gesendet würden',
    maskedPreview:
      'Werte sind verdeckt. Schließen Sie diesen Dialog und wählen Sie „Werte zeigen“, um sie zu sehen.',
    nothingToSend: 'Es würde nichts gesendet.',
    stays: {
      booked:
        'Wird nicht gesendet: Die Buchung dieses Ereignisses ist ausgeführt, und eine Buchung wird nie wiederholt. Korrigieren Sie die Daten im Kalender.',
      uncertain: 'Wird nicht gesendet: Geben Sie zuerst ein, ob gebucht wurde.',
      delivered: 'Wird nicht gesendet: Der Aufruf ist schon zugestellt.',
      queued: 'Bleibt unverändert: Der Aufruf wartet auf den nächsten Versuch.',
      superseded: 'Wird nicht gesendet: Neuere Ereignisse derselben Person haben alle Werte seither gesetzt.',
    },
    leftOut: names =>
      `Ausgelassen, weil ein neueres Ereignis derselben Person den Wert seither gesetzt hat: ${names}. Um ihn trotzdem zu senden, planen Sie das Ereignis noch einmal und lassen Sie neuere Werte überschreiben.`,
    newerEvents:
      'War eines dieser neueren Ereignisse für eine andere Person bestimmt, korrigieren Sie zuerst jenes. Planen Sie dann dieses noch einmal, und wählen Sie, auch zugestellte Aktualisierungen noch einmal zu senden:',
    leftOutBefore: (names: string, customer: string) =>
      `Ein früheres Ereignis hat Werte für Kunde ${customer}, die wegen dieses Ereignisses ausgelassen wurden: ${names}. Planen Sie es danach noch einmal, und wählen Sie, auch zugestellte Aktualisierungen noch einmal zu senden:`,
    uncompared: names =>
      `Erst die Antwort nennt den Kunden dieser Buchung, deshalb werden diese Werte nicht mit neueren Ereignissen verglichen: ${names}. Ersetzt die Buchung neuere Werte, steht danach eine Warnung beim Ereignis.`,
    unread: paths =>
      `Ändert keinen Aufruf: ${paths}. Keine Regel liest das, oder das Ergebnis ist dasselbe wie vorher.`,
    reshaped: (path, was, becomes) => `${path} ist ${was}. Nach der Korrektur ist dort nur noch ${becomes}.`,
    shapes: { object: 'ein Objekt', list: 'eine Liste', value: 'ein einzelner Wert' },
    removes: paths => `Sie entfernt ${paths}.`,
    done: { amended: 'Die Korrektur ist gespeichert.', replayed: 'Das Ereignis wurde noch einmal geplant.' },
    newer: 'Ein neueres Ereignis derselben Person hat diese Werte seither gesetzt. Sie werden ausgelassen:',
    force: 'Sie trotzdem senden: Sie überschreiben die neueren.',
    isNow: 'ist jetzt',
    wouldBe: 'danach',
    amend: 'Korrigieren und senden',
    amendExplain:
      'Korrigieren Sie die Werte des Absenders. Die empfangenen Daten bleiben erhalten, die Korrektur wird daneben gespeichert. Zugestellte Aktualisierungen werden noch einmal gesendet, eine ausgeführte Buchung nie.',
    faultyValue: 'Dieser Wert wurde abgelehnt.',
    findValue: 'Wert suchen',
    was: (before: string) => `vorher: ${before || 'leer'}`,
    keepAnyway: 'Trotzdem behalten',
    wasDiscarded: 'Dieses Ereignis wurde verworfen. Die Korrektur sendet es doch.',
    remains: (names: string, customer: string) =>
      `Die Korrektur sendet ${names} nicht mehr. Kunde ${customer} behält die vorher gesendeten Werte. Korrigieren Sie sie im Kalender, oder lassen Sie die Regel sie leeren (whenEmpty: clear).`,
    remainsAtOther: (names: string, customer: string) =>
      `${names} aus diesem Ereignis wurden schon an Kunde ${customer} gesendet. Diese Werte bleiben dort: Korrigieren Sie sie im Kalender.`,
    stillFails: 'Auch mit dieser Korrektur kann das Ereignis nicht gesendet werden.',
    asReceived: 'Wie empfangen',
    correctedBy: (who: string) => `Korrigiert von ${who}`,
    discard: 'Verwerfen',
    discardExplain: 'Die nicht zugestellten Aufrufe dieses Ereignisses werden nie gesendet.',
    resolve: 'Wurde gebucht?',
    saveOutcome: 'Ergebnis speichern',
    resolveExplain: 'Suchen Sie die Buchung im Kalender. Wählen Sie dann das Ergebnis.',
    booked: 'Es wurde gebucht',
    notBooked: 'Es wurde nicht gebucht',
    giveUp: 'Lässt sich nicht klären',
    bookedMeans: 'Das Ereignis gilt als zugestellt.',
    notBookedMeans: 'Die Buchung wird noch einmal gesendet.',
    giveUpMeans: 'Die Buchung wird aufgegeben und nie wieder gesendet.',
    customerNumber: 'Kundennummer (falls es eine gibt)',
    nextAttempt: when => `Nächster Versuch ${when}.`,
    mustStill: 'Das muss die Kundin oder der Kunde noch tun:',
    duplicateOf: 'Derselbe Inhalt kam schon als',
    allSuperseded:
      'Es wurde nichts gesendet: Neuere Ereignisse derselben Person haben alle diese Werte seither gesetzt.',
    headline: {
      queued: 'Dieses Ereignis wartet auf die Zustellung.',
      held: 'Dieses Ereignis wartet auf eine Korrektur.',
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
    works: { planning: 'plant', upkeep: 'pflegt den Speicher', messages: 'sendet Nachrichten' },
    delivers: name => `stellt an ${name} zu`,
    nothing: 'nimmt Webhooks an',
    otherVersion: 'Die Prozesse haben verschiedene Versionen. Schließen Sie die Aktualisierung ab.',
    otherMappings: 'Die Prozesse haben verschiedene Mapping-Dateien. Kopieren Sie dieselben zu allen.',
    otherConfig:
      'Die Prozesse haben verschiedene Konfigurationen. Kopieren Sie dieselbe zu allen, und starten Sie sie neu.',
  },
  bulk: {
    all: 'Alle, die passen:',
    replay: 'Alle noch einmal planen',
    discard: 'Alle verwerfen',
    replayExplain:
      'Plant jedes dieser Ereignisse mit den aktuellen Mappings neu und stellt die Aufrufe zu, die noch nicht zugestellt sind.',
    discardExplain: 'Die nicht zugestellten Aufrufe dieser Ereignisse werden nie gesendet.',
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
        ? 'Eines ist erledigt: Es hat nichts mehr zu senden.'
        : `${count(n)} sind erledigt: Sie haben nichts mehr zu senden.`,
    newer: n =>
      n === 1
        ? 'Eines hat einen Wert, den ein neueres Ereignis derselben Person seither gesetzt hat. Er wird ausgelassen.'
        : `${count(n)} haben Werte, die neuere Ereignisse derselben Personen seither gesetzt haben. Sie werden ausgelassen.`,
    otherCustomer: n =>
      `Die Werte ${n === 1 ? 'eines Ereignisses' : `von ${count(n)} Ereignissen`} gehen an einen anderen Kunden als zuvor, weil die Verknüpfung oder das Ereignis geändert wurde. Der frühere Kunde behält sie: Berichtigen Sie sie im Kalender.`,
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
        ? 'Eines bleibt unverändert: Es hat keinen wartenden Aufruf.'
        : `${count(n)} bleiben unverändert: Sie haben keinen wartenden Aufruf.`,
    uncertain: n =>
      n === 1
        ? 'Eines ist ungewiss und bleibt. Öffnen Sie es und geben Sie an, ob gebucht wurde.'
        : `${count(n)} sind ungewiss und bleiben. Öffnen Sie jedes und geben Sie an, ob gebucht wurde.`,
    discarded: n => (n === 1 ? 'Ein Ereignis ist verworfen.' : `${count(n)} Ereignisse sind verworfen.`),
  },
  people: {
    links: 'Verknüpfungen',
    linksExplain:
      'Eine Verknüpfung verbindet die Kennung einer Person beim Absender mit einer Kundennummer. Eine Buchung oder ein Import (`fieldbridge links import`) legt sie an.',
    search: 'Suche nach einer Kennung beim Absender oder einer Kundennummer',
    noLinks: 'Es gibt noch keine Verknüpfung. Eine Buchung mit `link` in ihrem Mapping legt die erste an.',
    noneFound: 'Bisher passt keine Verknüpfung.',
    of: people => `von ${people}`,
    customer: (id, destination) => `Kundennummer ${id} bei ${destination}`,
    orAnother: 'oder eine andere: zwei Personen scheinen sie sich zu teilen, deshalb steht sie für niemanden',
    events: 'Ereignisse',
    remove: 'Entfernen',
    removeExplain: id =>
      `Spätere Ereignisse mit dieser Kennung warten, bis es die Verknüpfung wieder gibt. Schon geplante Aufrufe gehen weiter an Kundennummer ${id}. Im Konto ändert sich nichts.`,
    readerCannotErase: 'Um Daten einer Person zu löschen, melden Sie sich mit dem Admin-Token an.',
  },
  erase: {
    title: 'Daten einer Person löschen',
    explain:
      'Löscht alles, was diese Bridge von einer Person speichert: Ereignisse mit allem, was ankam und gesendet wurde, Verknüpfungen und abgelehnte Webhooks. Im Konto des Ziels ändert sich nichts.',
    by: 'Suchen nach',
    targets: {
      customerId: 'Kundennummer',
      link: 'Kennung beim Absender',
      q: 'Text, etwa eine E-Mail-Adresse',
      event: 'Kennung eines Ereignisses',
    },
    people: 'Personengruppe der Kennung',
    wholePerson: 'Alle Daten derselben Person',
    everyone: 'Die Daten aller Personen löschen, zu denen es gehört',
    apart: 'Die Wörter dürfen in mehreren Werten stehen, etwa Vor- und Nachname',
    foundApart: (events, links, refusals) =>
      `Kein Wert enthält den ganzen Text, aber jedes seiner Wörter steht in ${kinds(events, links, refusals)}. Um sie zu löschen, kreuzen Sie „Die Wörter dürfen in mehreren Werten stehen“ an und suchen Sie noch einmal.`,
    look: 'Zeigen, was gelöscht würde',
    erase: 'Endgültig löschen',
    cannotUndo: 'Das lässt sich nicht rückgängig machen. Das Protokoll enthält die Löschung und ihren Grund.',
    typeAgain: value => `Zur Bestätigung ${value} eingeben`,
    wouldErase: (events, links, refusals) => `Würde löschen: ${kinds(events, links, refusals)}.`,
    erased: (events, links, refusals) => `Gelöscht: ${kinds(events, links, refusals)}.`,
    several: n =>
      `Es gehört zu ${count(n)} Personen. Geben Sie die Nummer einer Person ein, oder wählen Sie alle.`,
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
      'Einige Werte können noch im Speicher sein. Sehen Sie sich die oben genannten Daten an, und löschen Sie noch einmal.',
  },
  log: {
    explain: 'Manuelle Aktionen, die neuesten zuerst. Einträge bleiben 400 Tage.',
    showReasons: 'Gründe und Adressen zeigen',
    none: 'Es gibt noch keine manuellen Aktionen.',
  },
  deeds: {
    'resolve-booked': 'entschied: gebucht',
    'resolve-not-booked': 'entschied: nicht gebucht',
    'resolve-give-up': 'gab eine ungewisse Buchung auf',
    replay: 'plante noch einmal',
    'force-replay': 'plante noch einmal und überschrieb neuere Werte',
    'replay-again': 'plante auch zugestellte Aktualisierungen noch einmal',
    'force-replay-again': 'plante auch zugestellte Aktualisierungen noch einmal und überschrieb neuere Werte',
    discard: 'verwarf',
    amend: 'korrigierte',
    import: 'las eine Liste ein für',
    'accept-refusal': 'nahm einen abgelehnten Webhook an',
    pause: 'pausierte',
    resume: 'setzte fort',
    erase: 'löschte die Daten einer Person',
    'add-links': 'speicherte',
    'remove-link': 'entfernte',
    'probe-statuses': 'lernte die Kundenstatus von',
    'show-values': 'sah die Werte an',
    'edit-file': 'änderte die Datei',
    'write-secret': 'änderte das Geheimnis',
  },
  senders: {
    lastWebhook: 'Letzter Webhook',
    never: 'keiner seit dem Start',
    url: 'URL für Webhooks',
    none: 'Die Konfiguration nennt noch keinen Absender.',
    refusals: 'Abgelehnte Webhooks',
    noRefusals: 'Kein Webhook wurde abgelehnt.',
    accept: 'Doch annehmen',
    refusedAgain:
      'Er würde wieder abgelehnt. Ändern Sie den Absender in der Konfiguration, oder schreiben Sie die Daten selbst.',
    writePayload: 'Seine Daten schreiben',
    writePayloadExplain:
      'Schreiben Sie die Daten so, wie der Absender sie hätte senden sollen. Der empfangene Inhalt bleibt erhalten; Ihre Daten werden daneben gespeichert.',
    payload: 'Daten (JSON)',
    payloadIsNoObject: 'Das ist noch kein JSON-Objekt.',
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
    readerCannot: 'Um eine Liste einzulesen, melden Sie sich mit dem Admin-Token an.',
    file: 'Datei',
    explain:
      'Jede Zeile wird ein Ereignis dieses Absenders, mit denselben Mappings und Prüfungen wie ein Webhook. Laufende Webhooks werden zuerst zugestellt. Nichts wird gespeichert, bevor Sie das Ergebnis gesehen haben.',
    choose: 'Datei auswählen oder hier ablegen',
    kinds: 'CSV mit einer Kopfzeile (.csv) oder ein JSON-Wert je Zeile (.ndjson)',
    another: 'Andere Datei auswählen',
    sameFile: name =>
      `Diese Seite hat die Datei ${name} nicht mehr. Wählen Sie sie noch einmal aus, um fehlende Zeilen zu speichern oder die fehlgeschlagenen Zeilen zu erhalten. Gespeicherte Zeilen werden nicht doppelt eingelesen.`,
    rows: n => (n === 1 ? 'Eine Zeile' : `${count(n)} Zeilen`),
    separatedBy: name => `getrennt durch ${name}`,
    separateBy: name => `Durch ${name} trennen`,
    separators: { ',': 'Kommas', ';': 'Semikolons', tab: 'Tabulatoren' },
    mended: 'Diese Zeilen schlugen zuvor fehl und wurden korrigiert.',
    columns: 'Spalten:',
    notUtf8: line =>
      `Zeile ${count(line)} ist kein UTF-8, daher steht die Zeichenkodierung dieser Datei nicht fest.`,
    reads: encoding => `Als ${encoding} gelesen lautet die Zeile:`,
    isRight: 'Sind alle Buchstaben richtig, etwa ä, ö, ü und ß?',
    yesRight: 'Ja, so lesen',
    saveUtf8:
      'Wenn nicht, speichern Sie die Datei in Ihrer Tabellenkalkulation als „CSV UTF-8“ und wählen Sie diese aus.',
    severalSeparators:
      'Mehrere Zeichen der Kopfzeile könnten die Spalten trennen. Welche Spalten sind richtig?',
    faultyLines: n =>
      n === 1
        ? 'Die Datei hat einen Fehler. Korrigieren Sie ihn und wählen Sie die Datei noch einmal. Nichts wurde eingelesen.'
        : `Die Datei hat ${count(n)} Fehler. Korrigieren Sie sie und wählen Sie die Datei noch einmal. Nichts wurde eingelesen.`,
    line: (n, row = n) =>
      row === n ? `Zeile ${count(n)}:` : `Zeile ${count(n)} (Zeile ${count(row)} in einer Tabelle):`,
    moreLines: n => (n === 1 ? 'Und ein weiterer Fehler.' : `Und ${count(n)} weitere Fehler.`),
    cells: (n, columns) =>
      `Sie hat ${n === 1 ? 'eine Zelle' : `${count(n)} Zellen`} statt ${count(columns)}. Setzen Sie eine Zelle mit dem Trennzeichen oder einem Zeilenumbruch in Anführungszeichen.`,
    lineFaults: {
      'quote not closed': noticedAt =>
        `Hier beginnt ein Anführungszeichen, das vor Zeile ${count(noticedAt)} nicht endet. Schließen Sie es, oder schreiben Sie "" für eines in einer Zelle.`,
      'quote in a cell':
        'Ein Anführungszeichen steht mitten in einer Zelle. Setzen Sie die ganze Zelle in Anführungszeichen, und schreiben Sie "" für jedes darin.',
      'text behind a quote':
        'Hinter einem schließenden Anführungszeichen steht noch etwas. Schreiben Sie "" für eines in einer Zelle.',
      'row too large': noticedAt =>
        `Die Zeile ist größer als 16 MiB (bemerkt in Zeile ${count(noticedAt)}). Wahrscheinlich beginnt hier ein Anführungszeichen, das nie endet.`,
      'no CSV': 'Sie lässt sich nicht als CSV lesen.',
      'no JSON': 'Sie ist kein JSON-Wert. Jede Zeile muss ein ganzer Wert sein.',
    },
    unnamedColumn: n => `Spalte ${count(n)} der Kopfzeile hat keinen Namen. Tragen Sie einen ein.`,
    repeatedColumns: names =>
      `Die Kopfzeile hat mehrere Spalten desselben Namens: ${names}. Benennen Sie alle bis auf eine um, oder löschen Sie sie.`,
    failedFormula: (column, text) =>
      `Die Spalte „${column}“ enthält „${text}“, den Fehler einer Formel. Korrigieren Sie die Zelle, oder leeren Sie sie.`,
    noteForExcel: line =>
      `„${line}“ ist ein Hinweis für Excel, das diese Zeile nicht anzeigt. Löschen Sie sie in einem Texteditor, oder speichern Sie die Datei noch einmal als „CSV UTF-8“.`,
    aboveHeader: (line, filled, next, cells) =>
      `Sie hat ${filled === 1 ? 'eine Zelle' : `${count(filled)} Zellen`} („${line}“), und Zeile ${count(next)} hat ${count(cells)}. Ist es eine Überschrift, löschen Sie sie: Die Datei muss mit der Kopfzeile beginnen.`,
    fileFaults: {
      spreadsheet: 'Das ist eine Tabelle. Speichern Sie sie als „CSV UTF-8“ und wählen Sie diese Datei.',
      'unknown kind': 'Der Name der Datei muss auf .csv enden, oder auf .ndjson (ein JSON-Wert je Zeile).',
      unreadable:
        'Der Browser kann diese Datei nicht lesen. Sie wurde geändert oder verschoben, seit Sie sie ausgewählt haben: Wählen Sie sie noch einmal.',
      changed: 'Die Datei wurde geändert, während sie gelesen wurde. Wählen Sie sie noch einmal.',
      empty: 'Die Datei ist leer. Sie braucht eine Kopfzeile und Zeilen.',
      'no rows': 'Die Datei hat eine Kopfzeile, aber keine Zeilen.',
      'long header': 'Zeile 1 ist zu lang für eine Kopfzeile.',
      'UTF-8 after all':
        'Die Datei ist in UTF-8 geschrieben. Wählen Sie sie noch einmal, ohne eine andere Kodierung.',
      'not in this encoding':
        'Die Datei ist nicht in einer einzigen Kodierung geschrieben. Speichern Sie sie als „CSV UTF-8“ und wählen Sie diese Datei.',
    },
    dryRun: 'Vorschau',
    outcomes: {
      failed: n => (n === 1 ? 'Eine Zeile würde fehlschlagen.' : `${count(n)} Zeilen würden fehlschlagen.`),
      held: n => (n === 1 ? 'Eine Zeile würde angehalten.' : `${count(n)} Zeilen würden angehalten.`),
      skipped: n => (n === 1 ? 'Eine Zeile würde übersprungen.' : `${count(n)} Zeilen würden übersprungen.`),
      duplicate: n =>
        n === 1 ? 'Eine Zeile wurde schon eingelesen.' : `${count(n)} Zeilen wurden schon eingelesen.`,
      queued: n => (n === 1 ? 'Eine Zeile würde gesendet.' : `${count(n)} Zeilen würden gesendet.`),
    },
    counts: {
      fine: (n, line) =>
        `${n === 1 ? 'Eine Zeile ist' : `${count(n)} Zeilen sind`} in Ordnung${inLine(n, line)}.`,
      warned: (n, line) =>
        `${n === 1 ? 'Eine hat eine Warnung' : `${count(n)} haben Warnungen`}${inLine(n, line)}.`,
      refused: (n, line) => `${n === 1 ? 'Eine wird' : `${count(n)} werden`} abgelehnt${inLine(n, line)}.`,
    },
    firstIn: line => `Zuerst in Zeile ${count(line)}:`,
    onlyKnown: 'Ergebnisse zeigen',
    partly: (n, of) =>
      `Die Bridge hat ${count(n)} von ${count(of)} Zeilen dieser Datei als Ereignisse dieser Liste.`,
    overwrites: (n, line) =>
      n === 1
        ? `Ein neuerer Wert, den die Bridge gesetzt hat, würde überschrieben, in Zeile ${count(line)}.`
        : `${count(n)} neuere Werte, die die Bridge gesetzt hat, würden überschrieben, zuerst in Zeile ${count(line)}.`,
    repeated: (n, line, earlier) =>
      `${n === 1 ? 'Eine Zeile gehört' : `${count(n)} Zeilen gehören`} zu einer Person, die schon eine frühere Zeile mit anderen Werten nennt: Zeile ${count(line)} nach Zeile ${count(earlier)}. Die letzte Zeile gilt.`,
    unreadColumns: names => `Keine Regel liest diese Spalten: ${names}.`,
    absentColumn: (name, path, mapping) =>
      `Keine Zeile hat die Spalte „${name}“, die ${path} von ${mapping} liest. Wurde sie in der Liste umbenannt, lesen Sie den neuen Namen in der Regel.`,
    nearColumn: (column, name, path, mapping) =>
      `„${column}“ ist fast „${name}“, was ${path} von ${mapping} liest. Benennen Sie die Spalte um, oder lesen Sie „${column}“ in der Regel.`,
    wouldBe: {
      again: (n, rows) =>
        n === 1
          ? `Zeile ${rows} würde noch einmal eingeplant, weil sie vorher nicht oder nicht ganz zugestellt wurde.`
          : `Die Zeilen ${rows} würden noch einmal eingeplant, weil sie vorher nicht oder nicht ganz zugestellt wurden.`,
      older: (_n, rows) =>
        `Ohne Werte, die neuere Ereignisse gesetzt haben: Zeile ${rows}. Diese Werte bleiben.`,
      replaced: (n, rows) =>
        n === 1
          ? `Zeile ${rows} würde nicht noch einmal gesendet, obwohl später andere Werte kamen.`
          : `Die Zeilen ${rows} würden nicht noch einmal gesendet, obwohl später andere Werte kamen.`,
      differing: (n, rows) =>
        n === 1
          ? `Zeile ${rows} würde nicht gesendet, weil ein Ereignis mit derselben Id andere Inhalte hat.`
          : `Die Zeilen ${rows} würden nicht gesendet, weil Ereignisse mit denselben Ids andere Inhalte haben.`,
    },
    nothingYet:
      'Bis jetzt wurde nichts gespeichert oder gesendet. Zeilen, die fehlschlagen, halten die anderen nicht auf. Sie können sie als Datei herunterladen.',
    start: n => (n === 1 ? 'Eine Zeile einlesen' : `${count(n)} Zeilen einlesen`),
    progress: 'Fortschritt',
    tried: (done, of) => `${count(done)} von ${count(of)} Zeilen geprüft.`,
    stored: (done, of) => `${count(done)} von ${count(of)} Zeilen gespeichert.`,
    delivered: (done, of) => `${count(done)} von ${count(of)} Zeilen sind erledigt.`,
    speed: perSecond => `${count(perSecond)} je Sekunde.`,
    left: span => `Noch ${span}.`,
    away: 'Die Bridge antwortet nicht. Das Einlesen geht automatisch weiter, sobald sie wieder antwortet.',
    stay: 'Lassen Sie diese Seite offen, bis alle Zeilen gespeichert sind. Wenn Sie sie schließen, wählen Sie dieselbe Datei noch einmal: Das Einlesen geht dort weiter, wo es aufgehört hat.',
    allStored: n => (n === 1 ? 'Die Zeile ist gespeichert.' : `Alle ${count(n)} Zeilen sind gespeichert.`),
    becomes: 'Ergebnisse der Zeilen',
    goesOn: 'Die Bridge macht automatisch weiter, nach laufenden Webhooks. Sie können diese Seite schließen.',
    allDone: n =>
      n === 0
        ? 'Es war nichts zu senden.'
        : n === 1
          ? 'Eine Zeile ist zugestellt.'
          : `${count(n)} Zeilen sind zugestellt.`,
    someLeft: n => (n === 1 ? 'Eine Zeile braucht Sie.' : `${count(n)} Zeilen brauchen Sie.`),
    means: {
      queued: n => (n === 1 ? 'wartet, bis sie an der Reihe ist' : 'warten, bis sie an der Reihe sind'),
      held: n => `${n === 1 ? 'wartet' : 'warten'}, bis ein Mapping oder ein Ziel korrigiert ist`,
      delivered: () => '',
      skipped: n => `${n === 1 ? 'hatte' : 'hatten'} nichts zu senden, oder kein Mapping trifft zu`,
      failed: n => `${n === 1 ? 'muss' : 'müssen'} korrigiert werden`,
      uncertain: n =>
        n === 1
          ? 'ist eine Buchung, deren Antwort verloren ging'
          : 'sind Buchungen, deren Antwort verloren ging',
      discarded: n =>
        `${n === 1 ? 'wurde' : 'wurden'} von einer Person verworfen oder durch eine korrigierte Zeile ersetzt`,
    },
    again: (n, rows) =>
      n === 1
        ? `Zeile ${rows} wurde noch einmal eingeplant, weil sie vorher nicht oder nicht ganz zugestellt wurde.`
        : `Die Zeilen ${rows} wurden noch einmal eingeplant, weil sie vorher nicht oder nicht ganz zugestellt wurden.`,
    known: {
      delivered: (n, rows) =>
        n === 1
          ? `Zeile ${rows} wurde schon aus einer anderen Liste oder einem Webhook zugestellt und nicht noch einmal gesendet.`
          : `Die Zeilen ${rows} wurden schon aus einer anderen Liste oder Webhooks zugestellt und nicht noch einmal gesendet.`,
      skipped: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt und hat nichts zu senden.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt und haben nichts zu senden.`,
      queued: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt und wartet noch.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt und warten noch.`,
      held: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt und wird zurückgehalten.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt und werden zurückgehalten.`,
      failed: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt und schlug fehl.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt und schlugen fehl.`,
      uncertain: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt: eine Buchung, deren Antwort verloren ging.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt: Buchungen, deren Antwort verloren ging.`,
      discarded: (n, rows) =>
        n === 1
          ? `Zeile ${rows} ist aus einer anderen Liste oder einem Webhook bekannt und wurde verworfen.`
          : `Die Zeilen ${rows} sind aus einer anderen Liste oder Webhooks bekannt und wurden verworfen.`,
      gone: (n, rows) =>
        n === 1
          ? `Zeile ${rows} wurde schon eingelesen. Ihr Ereignis ist nicht mehr gespeichert, daher wurde sie nicht noch einmal gesendet.`
          : `Die Zeilen ${rows} wurden schon eingelesen. Ihre Ereignisse sind nicht mehr gespeichert, daher wurden sie nicht noch einmal gesendet.`,
    },
    replaced: n =>
      `${n === 1 ? 'Eine Zeile wurde' : `${count(n)} Zeilen wurden`} nicht noch einmal gesendet, obwohl später andere Werte kamen. Der Kalender behält die späteren Werte.`,
    superseded: n =>
      `${n === 1 ? 'Eine Zeile wurde' : `${count(n)} Zeilen wurden`} nicht gesendet, weil neuere Ereignisse alle Felder gesetzt haben. Der Kalender behält die späteren Werte.`,
    differing: n =>
      `${n === 1 ? 'Eine Zeile wurde' : `${count(n)} Zeilen wurden`} nicht gesendet, weil ein Ereignis mit derselben Id andere Inhalte hat. Öffnen Sie das Ereignis, um es zu korrigieren.`,
    earlier: (n, rows, mappings, when) =>
      `${n === 1 ? `Zeile ${rows} wurde` : `Die Zeilen ${rows} wurden`} schon mit einer früheren Fassung von ${mappings} eingelesen (${when}).`,
    earlierDiffers: n =>
      `Die jetzige Fassung würde für ${n === 1 ? 'eine Zeile' : `${count(n)} Zeilen`} andere Werte senden.`,
    afterImport: 'Nach dem Einlesen sendet ein Knopf sie noch einmal.',
    sendAgain: n => (n === 1 ? 'Eine Zeile noch einmal senden' : `${count(n)} Zeilen noch einmal senden`),
    sendAgainExplain:
      'Sendet die Zeilen mit den aktuellen Mappings noch einmal. Werte, die neuere Ereignisse seither gesetzt haben, werden ausgelassen.',
    crossed: (row, other) =>
      `Die Zeilen ${count(row)} und ${count(other)} haben die Kundennummer der jeweils anderen: Der Name in jeder ist der des Kunden der anderen.`,
    correctBefore: 'Korrigieren Sie die Nummern vor dem Einlesen.',
    exchanged: ({ one, other, by, mapping, columns = [], isColumn, compared }, rows, n) => {
      const share = isColumn ? `${count(n)} von ${count(compared)} Zeilen` : `${count(n)} Zeilen`;
      const what = {
        before: `${one} und ${other} von ${mapping}: ${share} haben die Werte, die dieselben Kunden vorher im jeweils anderen Feld hatten (Zeile ${rows}).`,
        days: `${one} und ${other} von ${mapping}: In ${share} liegt der zweite Tag vor dem ersten (Zeile ${rows}).`,
        'own-number': `${one} von ${mapping}: In ${share} ist die Nummer für Notfälle die eigene des Kunden (Zeile ${rows}).`,
        'turned-days': `${one} von ${mapping}: In ${share} ist der Tag der von vorher, mit Tag und Monat vertauscht (Zeile ${rows}).`,
      }[by];
      if (by === 'turned-days')
        return `${what} Wahrscheinlich hat die Liste eine andere Reihenfolge von Tag und Monat: Sehen Sie vor dem Einlesen parse der Regel an.`;
      const which = columns.length === 0 ? 'die Überschriften' : `die Überschriften (${columns.join(', ')})`;
      return isColumn
        ? `${what} Wahrscheinlich sind ${which} vertauscht. Korrigieren Sie sie vor dem Einlesen.`
        : `${what} Prüfen Sie, ob die beiden Werte in diesen Zeilen vertauscht sind.`;
    },
    moved: (row, other) =>
      `Zeile ${count(row)} würde die Werte setzen, die der Kunde der Zeile ${count(other)} vorher hatte. Wahrscheinlich sind die Kundennummern verrutscht: Korrigieren Sie die Liste vor dem Einlesen. Ist diese Liste richtig, war eine frühere verrutscht.`,
    changed: ({ path, kind, factor = 1 }, rows) =>
      kind === 'inverted'
        ? `${path}: Zeile ${rows} würde den anderen von zwei Werten setzen als vorher. Wahrscheinlich sind die Antworten der Spalte vertauscht, Ja statt Nein: Korrigieren Sie die Liste vor dem Einlesen. Ist diese Liste richtig, war eine frühere falsch.`
        : kind === 'resized'
          ? `${path}: Die Zahlen der Zeile ${rows} sind das ${factor.toLocaleString('de')}-Fache der Zahlen von vorher. Wahrscheinlich hat die Spalte eine andere Einheit oder ein anderes Komma. Ist diese Liste richtig, war eine frühere falsch.`
          : `${path}: Zeile ${rows} würde Werte setzen, die Kunden anderer Zeilen vorher hatten. Wahrscheinlich ist die Spalte ${kind === 'sorted' ? 'allein sortiert' : 'um eine Zeile verrutscht'}: Korrigieren Sie die Liste vor dem Einlesen. Ist diese Liste richtig, war eine frühere falsch.`,
    otherDecimals: ({ path, mapping, decimal, otherDecimal, isMixed }, rows, shownBy) =>
      isMixed
        ? `${path} von ${mapping}: Manche Zeilen haben „${decimal}“ vor den Nachkommastellen, andere „${otherDecimal}“ (Zeile ${shownBy}). Falsch sein können die Zahlen in Zeile ${rows}. Schreiben Sie alle Zahlen der Spalte gleich.`
        : `${path} von ${mapping}: Zeile ${shownBy} ist nur mit „${otherDecimal}“ vor den Nachkommastellen lesbar. Um den Faktor tausend falsch wären die Zahlen in Zeile ${rows}. Schreiben Sie vor dem Einlesen decimal: "${otherDecimal}" in die Regel, oder korrigieren Sie Zeile ${shownBy}.`,
    totals: (row, column, word) =>
      `Zeile ${count(row)} hat „${word}“ in der Spalte ${column} und eine Person. Wahrscheinlich ist sie die Summenzeile: Entfernen Sie sie vor dem Einlesen.`,
    swappedDays: ({ path, mapping, otherPattern, pattern, cure, isMixed, isReadByAccount }, rows, shownBy) =>
      isMixed
        ? `${path} von ${mapping}: Manche Zeilen haben zuerst den Tag, andere den Monat (Zeile ${shownBy} nur als ${otherPattern}). Vertauscht sein können die Tage in Zeile ${rows}. Schreiben Sie alle Tage der Spalte in einer Reihenfolge.`
        : `${path} von ${mapping}: Zeile ${shownBy} ist nur als ${otherPattern} lesbar. Mit ${pattern} würden Tag und Monat vertauscht gelesen, in Zeile ${rows}. Schreiben Sie vor dem Einlesen ${isReadByAccount ? 'as: date und ' : ''}parse: ${cure} in die Regel, oder korrigieren Sie Zeile ${shownBy}.`,
    lookUpBoth:
      'Sehen Sie beide Kunden im Kalender nach. Sind die Nummern falsch, korrigieren Sie beide Zeilen und lesen Sie die Liste noch einmal ein.',
    sendAgainAll:
      'Sendet die Zeilen mit den aktuellen Mappings und allen ihren Werten noch einmal, damit die der Liste gelten.',
    sentAgain: n => (n === 1 ? 'Eine Zeile wird neu geplant.' : `${count(n)} Zeilen werden neu geplant.`),
    row: n => `Zeile ${count(n)}`,
    moreRows: n => (n === 1 ? 'Und eine weitere Zeile.' : `Und ${count(n)} weitere Zeilen.`),
    unreadable: n =>
      n === 1
        ? 'Eine Zeile ist nicht lesbar und wurde kein Ereignis.'
        : `${count(n)} Zeilen sind nicht lesbar und wurden keine Ereignisse.`,
    warned: n =>
      n === 1
        ? 'Eine dieser Zeilen hat eine Warnung. Öffnen Sie das Ereignis, um den Wert zu sehen und zu korrigieren.'
        : `${count(n)} dieser Zeilen haben eine Warnung. Öffnen Sie die Ereignisse, um die Werte zu sehen und zu korrigieren.`,
    warnedThen: n =>
      n === 1
        ? 'Eine dieser Zeilen hatte eine Warnung, als sie gesendet wurde. Öffnen Sie ihr Ereignis, um den Wert zu sehen und zu korrigieren.'
        : `${count(n)} dieser Zeilen hatten eine Warnung, als sie gesendet wurden. Öffnen Sie ihre Ereignisse, um die Werte zu sehen und zu korrigieren.`,
    download: n =>
      n === 1 ? 'Fehlgeschlagene Zeile herunterladen' : `${count(n)} fehlgeschlagene Zeilen herunterladen`,
    downloadSkipped: 'Zeilen ohne Kundennummer herunterladen',
    mend: 'In der Datei steht neben jeder Zeile der Grund. Korrigieren Sie die Zeilen, dann wählen Sie die Datei hier.',
    failedNeedFile:
      'Um die fehlgeschlagenen Zeilen als Datei zu erhalten, wählen Sie dieselbe Datei noch einmal.',
  },
  fields: {
    fill: 'Dieses Feld füllen',
    destination: 'Ziel',
    search: 'Suche nach Name oder Schlüssel',
    name: 'Name',
    key: 'keyName',
    type: 'Typ',
    choices: 'Auswahl',
    none: 'Kein Feld passt.',
    noStatuses: 'Noch ist kein Kundenstatus bekannt. `fieldbridge statuses --probe` fragt sie ab.',
    unused: 'Kein Mapping füllt es.',
    notSettable: 'Die API kann Bilder und Dokumente nicht setzen.',
    ofAppointment: 'Gehört zum Termin: Nur eine Buchung (persistCustomerData) kann es setzen.',
    types: {
      text: 'Text',
      textArea: 'Langer Text',
      date: 'Datum',
      birthday: 'Geburtstag',
      directDebitMandateDate: 'Datum des Lastschriftmandats',
      selection: 'Eine Auswahl',
      checkbox: 'Kästchen',
      checkbox_group: 'Mehrere Auswahlen',
      rating: 'Bewertung',
      link: 'Link',
      language: 'Sprache',
      image: 'Bild',
      multipleImages: 'Bilder',
      pictureMarking: 'Markiertes Bild',
      document: 'Dokument',
      multipleDocuments: 'Dokumente',
      iban: 'IBAN',
      bic: 'BIC',
    },
    usedBy: 'Gefüllt von',
    lastFilled: 'Wann zuletzt gefüllt?',
    notFilled: 'Keines der neuesten zugestellten Ereignisse hat es gefüllt.',
    filledBy: 'Gefüllt von einem Ereignis von',
    neverSet: 'Felder mit Regel und ohne Wert',
    examine: 'Gespeicherte Ereignisse prüfen',
    examining: 'Wird geprüft …',
    allSet: 'Jedes Feld mit einer Regel hatte einen Wert, oder es ist kein Ereignis gespeichert.',
    inNone: events => `kein Wert in ${events === 1 ? 'einem Ereignis' : `${count(events)} Ereignissen`}`,
    statuses: 'Kundenstatus',
    notListed: 'in der Konfiguration genannt, aber nicht in der Liste des Kontos',
    origin: {
      declared: 'in der Konfiguration genannt',
      listed: 'vom Konto genannt',
      confirmed: 'vom Konto angenommen',
    },
    fetched: when => `Vom Konto gelesen ${when}.`,
    noDestination: 'Die Konfiguration nennt kein Ziel.',
  },
  bench: {
    explain:
      'Ein Mapping schreiben und gleich den Aufruf für ein echtes Ereignis sehen. Nichts wird gesendet.',
    mapping: 'Mapping',
    event: 'Ereignis',
    newMapping: 'Neues Mapping …',
    newName: 'Name des neuen Mappings',
    isThere: name => `Ein Mapping „${name}“ gibt es schon, deshalb wurde es geöffnet.`,
    newNameHelp: 'Kleine Buchstaben, Ziffern, - und _; vor einem Schrägstrich ein Ordner.',
    begin: 'Beginnen',
    noMappings: 'Es gibt noch kein Mapping. Geben Sie dem ersten einen Namen, dann zeigen Sie auf Werte.',
    tabs: 'Teile der Werkbank',
    payload: 'Payload',
    text: 'Mapping',
    call: 'Aufruf',
    noEvent:
      'Von diesem Absender ist noch kein Ereignis gespeichert. Stattdessen werden die Werte des ersten Tests der Datei benutzt.',
    nothingToTry:
      'Von diesem Absender ist kein Ereignis gespeichert, und die Datei hat keinen Test mit Payload. Senden Sie einen Webhook, oder schreiben Sie einen Test.',
    testOf: name => `Der Payload des Tests „${name}“`,
    showValues: 'Werte zeigen',
    showHelp: 'Werte sind verdeckt. Wenn Sie sie zeigen, steht das im Protokoll.',
    answers: 'Antworten',
    wholePayload: 'Der ganze Webhook',
    nothingWritten:
      'Noch leer. Zeigen Sie auf einen Wert im Payload, dann auf das Feld, das er füllt: So entsteht die erste Regel.',
    pointHelp: 'Zeigen Sie auf einen Wert, dann unter Aufruf auf ein Feld: Die Regel wird geschrieben.',
    pointedValue: path => `${path}: Wählen Sie jetzt das Feld, das er füllt.`,
    pointedPart: name => `${name}: Wählen Sie jetzt den Wert, der es füllt.`,
    cancelPointing: 'Abbrechen',
    written: (part, rule) => `Geschrieben: ${part}: ${rule}`,
    takeBack: 'Rückgängig',
    goesTo: 'geht an',
    findField: 'Feld suchen',
    sent: 'Gesendete Werte',
    notFilled: 'Noch nicht gefüllt',
    suggested: 'Wahrscheinliche Werte',
    sampleNowhere: 'Kein Payload eines Tests hat einen Wert dafür.',
    sampleIn: (file, line) => `Sein Wert steht in ${file}, Zeile ${line}.`,
    operation: 'Das Mapping',
    operations: { updateCustomer: 'ändert einen Kunden', persistCustomerData: 'schließt eine Buchung ab' },
    parts: {
      when: 'Nur Ereignisse mit diesem Wert',
      link: 'Kennung der Person beim Absender',
      id: 'Kundennummer',
      customerId: 'Kundennummer',
      note: 'Notiz',
      customerStatus: 'Kundenstatus',
      appointmentId: 'Termin',
      appointmentParticipantId: 'Teilnehmer des Termins',
      genderType: 'Geschlecht',
      firstName: 'Vorname',
      name: 'Nachname',
      email: 'E-Mail-Adresse',
      mobile: 'Mobilnummer',
      phone: 'Festnetznummer',
      privacy: 'Einwilligung: Datenschutz',
      terms: 'Einwilligung: AGB',
      minAge: 'Einwilligung: Mindestalter',
      rightOfWithdrawal: 'Einwilligung: Widerrufsrecht',
      marketing: 'Einwilligung: Werbung',
      hasMarketingBox: 'Das Formular fragt nach Werbung',
      'appointmentParticipant.customerComment': 'Bemerkung zum Termin',
    },
    moreFields: more => `${more} weitere; suchen Sie genauer.`,
    notWanted: 'Das Mapping trifft auf dieses Ereignis nicht zu: `when` ist falsch.',
    noCall: 'Für dieses Ereignis wird nichts gesendet.',
    unusable: 'So kann der Text nicht benutzt werden. Der Aufruf zeigt den lesbaren Teil.',
    unfinished: 'Noch nicht fertig',
    stillMissing: 'Das fehlt noch:',
    whichChoice: (field, answer) => `${field}: Was ist mit „${answer}“ gemeint?`,
    noChoice: 'Nichts senden',
    choiceMissing: 'Auswahl fehlt noch',
    callWaits: 'Dieses Ereignis wartet auf die Kundennummer seiner Person. Dann wird es gesendet.',
    changesNothing: 'Ein Feld, eine Notiz oder ein Kundenstatus, der geändert wird.',
    now: 'jetzt',
    earlier: 'In den letzten Ereignissen',
    kinds: {
      used: 'wird gesendet',
      cleared: 'wird gelöscht',
      'left-out': 'wird weggelassen',
      wrong: 'kann nicht gesendet werden',
      waits: 'wartet auf die Kundennummer',
    },
    notWantedShort: 'trifft nicht zu',
    masked: '•••',
    right: 'Stimmt es?',
    judging: 'Wird geprüft …',
    checksGreen: 'Prüfungen sind grün',
    checksRed: errors => (errors === 1 ? '1 Fehler' : `${errors} Fehler`),
    warnings: count => (count === 1 ? '1 Warnung' : `${count} Warnungen`),
    testsGreen: count => (count === 1 ? '1 Test besteht' : `${count} Tests bestehen`),
    testsRed: (failed, all) => `${failed} von ${all} Tests schlagen fehl`,
    noTests: 'Keine Tests',
    openLines: count =>
      count === 1 ? '1 Zeile einer Tabelle vergleichen' : `${count} Zeilen von Tabellen vergleichen`,
    openLinesExplain:
      'Kein Test enthält diese Zeilen, und ihre Wörter zeigen nicht, ob sie stimmen. Vergleichen Sie die Antwort links mit dem Wert rechts.',
    addLines: 'Sie stimmen: als Test hinzufügen',
    linesAdded: 'Der Text hat jetzt einen Test mit diesen Zeilen. Speichern Sie ihn, um sie zu behalten.',
    renewTests: 'Erwartung der Tests erneuern',
    renewExplain:
      'Rechts: Die fehlgeschlagenen Tests erwarten die Aufrufe, die das Mapping jetzt macht. Vergleichen Sie jeden neuen Wert mit dem, woraus er gelesen wird, bevor Sie ihn übernehmen.',
    renewedText: 'Mit erneuerten Tests',
    renew: 'Übernehmen',
    renewed: 'Die Tests erwarten die jetzigen Aufrufe. Speichern Sie den Text, um sie zu behalten.',
    renewFirst:
      'Wenn ein Test nur den früheren Stand erwartet, brechen Sie ab, und wählen Sie „Erwartung der Tests erneuern“ bei den fehlgeschlagenen Tests.',
    sameEvents: events =>
      events === 1
        ? 'Das letzte Ereignis würde sich nicht ändern'
        : `Von den letzten ${events} Ereignissen würde sich keines ändern`,
    changedEvents: (changed, events) =>
      events === 1
        ? 'Das letzte Ereignis würde sich ändern'
        : `Von den letzten ${events} Ereignissen ${changed === 1 ? 'würde sich eines' : `würden sich ${changed}`} ändern`,
    failingEvents: n => (n === 1 ? 'Eines davon würde fehlschlagen' : `${n} davon würden fehlschlagen`),
    heldEvents: n => (n === 1 ? 'Eines davon würde angehalten' : `${n} davon würden angehalten`),
    releasedEvents: count =>
      count === 1
        ? 'Ein wartendes Ereignis würde weitergehen'
        : `${count} wartende Ereignisse würden weitergehen`,
    noStored: 'Keine gespeicherten Ereignisse',
    line: line => `Zeile ${line}`,
    differences: 'Änderungen an Ereignissen',
    differs: {
      fails: 'würde fehlschlagen',
      held: 'würde angehalten',
      'gone-call': 'es würde nichts mehr gesendet',
      'new-call': 'würde zum ersten Mal gesendet',
      operation: 'eine andere Operation',
      destination: 'ein anderes Ziel',
      waits: 'würde auf die Kundennummer warten',
      skipped: 'würde übersprungen',
      link: 'eine andere Person',
      removed: 'wird nicht mehr gesendet',
      cleared: 'würde gelöscht',
      changed: 'ein anderer Wert',
      added: 'wird auch gesendet',
      sent: 'würde gesendet',
    },
    eventCount: count => (count === 1 ? '1 Ereignis' : `${count} Ereignisse`),
    tryThis: 'Ansehen',
    expected: 'der Test erwartet',
    notSent: 'nicht gesendet',
    readFrom: 'aus',
    makeTest: 'Einen Test aus diesem Ereignis machen',
    testMade: (name, replaced) =>
      `Der Test „${name}“ wurde hinzugefügt; ${replaced} Werte sind erfunden. Prüfen Sie, ob er noch persönliche Daten enthält:`,
    save: 'Speichern',
    saved: 'Gespeichert. Die Bridge benutzt es in wenigen Sekunden.',
    unsaved: 'Noch nicht gespeichert',
    asSaved: 'Wie gespeichert',
    revert: 'Meine Änderungen verwerfen',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    download: 'Herunterladen',
    whyNot: {
      'edit-off':
        'Speichern ist aus: Setzen Sie `admin: {edit: true}` in der Konfiguration. Bis dahin kopieren Sie den Text in die Datei.',
      'not-writable':
        'In den Ordner der Mappings kann nicht geschrieben werden. Kopieren Sie den Text in die Datei.',
      outside: 'Die Datei liegt außerhalb des Ordners der Mappings.',
      'not-a-name': 'So kann ein Mapping nicht heißen: kleine Buchstaben, Ziffern, - und _.',
      'too-large': 'Der Text ist zu groß.',
      'not-text': 'Die Datei ist nicht in UTF-8.',
      busy: 'Gerade schreibt jemand anderes. Versuchen Sie es noch einmal.',
      reader:
        'Sie können Mappings ansehen. Um sie auszuprobieren und zu speichern, melden Sie sich mit dem Admin-Token an.',
      other: 'Die Datei kann hier nicht geschrieben werden. Kopieren Sie den Text hinein.',
    },
    confirmTitle: 'Speichern, obwohl nicht alles grün ist?',
    confirmExplain: 'Haken Sie jeden Punkt an, um ihn zu bestätigen.',
    confirmDifferences: (changed, events) =>
      events === 1
        ? 'Das letzte Ereignis hätte ein anderes Ergebnis'
        : `${changed} der letzten ${events} Ereignisse ${changed === 1 ? 'hätte' : 'hätten'} ein anderes Ergebnis`,
    confirmNewCalls: (changed, events) =>
      events === 1
        ? 'Das letzte Ereignis bekommt einen Aufruf, den es noch nicht hat'
        : `${changed} der letzten ${events} Ereignisse ${changed === 1 ? 'bekommt' : 'bekommen'} einen Aufruf, den es bisher nicht gab`,
    confirmOpenChoice: (field, answer) =>
      `${field}: Für „${answer}“ fehlt noch die Auswahl. Sobald ein Ereignis diese Antwort hat, werden alle Ereignisse dieses Mappings angehalten.`,
    confirmTest: name => `Der Test schlägt fehl: ${name}`,
    versions: 'Frühere Fassungen',
    noVersions: 'Es gibt keine frühere Fassung dieser Datei.',
    replacedAt: 'ersetzt',
    compare: 'Mit dem Text vergleichen',
    restore: 'Wiederherstellen',
    restored: 'Der frühere Text steht im Editor. Speichern Sie ihn, um ihn zu benutzen.',
    conflictTitle: 'Jemand hat die Datei geändert',
    conflictExplain: 'Links: die Datei, wie sie jetzt ist. Rechts: Ihr Text. Nichts wurde überschrieben.',
    keepMine: 'Meinen Text behalten',
    takeTheirs: 'Die Datei übernehmen',
    unchangedLines: '$ unveränderte Zeilen',
    diskText: 'Die Datei',
    ownText: 'Ihr Text',
    earlierText: 'Frühere Fassung',
    gone: 'Die Datei wurde inzwischen entfernt.',
    keysSave: 'Strg+S: speichern · ',
    keysHelp:
      'Strg+Leertaste: Vorschläge · F12 oder Strg+Klick: zum Wert · Strg+Z: rückgängig · Esc, dann Tab: den Editor verlassen',
    fix: 'Korrigieren',
  },
  setup: {
    title: 'Einrichten',
    steps: 'Schritte',
    setupSteps: {
      account: 'Konto',
      sender: 'Absender',
      webhook: 'Erster Webhook',
      mapping: 'Mapping',
      delivery: 'Zustellung',
    },
    stepDone: 'erledigt',
    readerCannot: 'Um einen Absender hinzuzufügen oder zu ändern, melden Sie sich mit dem Admin-Token an.',
    goOn: 'Weiter einrichten',
    missing: {
      account: 'Diese Bridge hat noch kein Konto, daher kann nichts zugestellt werden.',
      restart: 'Das neue Konto gilt nach einem Neustart.',
      sender: 'Diese Bridge hat noch keinen Absender, daher kann kein Webhook ankommen.',
    },
    missingSource: (name, step) =>
      `Vom Absender ${name} wurde noch nichts zugestellt. Nächster Schritt: ${step}.`,
    faultyFile:
      'Die gespeicherte Konfiguration hat Fehler, daher arbeitet die Bridge mit der letzten gültigen weiter. Korrigieren Sie diese Stellen, oder stellen Sie unten eine frühere Fassung wieder her. `fieldbridge check` zeigt mehr:',
    cannotEdit: {
      what: 'Diese Seite kann die Konfiguration nicht schreiben.',
      step: 'Ändern Sie config.yaml von Hand, und führen Sie dann `fieldbridge check` aus.',
    },
    allDone: 'Alles ist eingerichtet. Webhooks werden zugestellt.',
    noSource: name => `Es gibt keinen Absender ${name}. Vielleicht wurde er entfernt.`,
    addSender: 'Absender hinzufügen',
    addLocation: 'Standort hinzufügen',
    others: 'Noch nicht fertig:',
    configVersions: 'Frühere Fassungen der Konfiguration',
    configVersionsExplain:
      'Jede Änderung hier oder mit `fieldbridge init --add` bewahrt die vorige Fassung auf.',
    noConfigVersions: 'Die Konfiguration wurde hier noch nicht geändert.',
    lookAt: 'Ansehen',
    currentConfig: 'Jetzt gespeichert',
    configDiffers:
      'Geheimnisse sind auf beiden Seiten verdeckt. Die Absender der wiederhergestellten Fassung gelten nach zwei Sekunden.',
    sameConfig:
      'Diese Fassung ist gleich der gespeicherten Konfiguration, abgesehen von verdeckten Geheimnissen.',
    restoreConfig: 'Diese Fassung wiederherstellen',
    configRestored: 'Die frühere Fassung ist wiederhergestellt. Auch die ersetzte Fassung bleibt erhalten.',
    configNotValid: 'Diese Fassung kann nicht wiederhergestellt werden, denn sie ist nicht mehr gültig:',
    restartTitle: 'Ein Neustart ist nötig',
    restartWaits: keys =>
      `Diese Teile der Konfiguration gelten nach einem Neustart: ${keys}. Angenommene Webhooks bleiben erhalten.`,
    restartForAccount:
      'Das neue Konto gilt nach einem Neustart der Bridge. Er dauert wenige Sekunden, und kein Webhook geht verloren.',
    restart: 'Jetzt neu starten',
    restarting: 'Die Bridge startet neu. Diese Seite macht automatisch weiter.',
    restartYourself:
      'Starten Sie die Bridge so neu, wie sie gestartet wurde. Diese Seite macht dann automatisch weiter.',
    accountTitle: 'Ihr Konto verbinden',
    accountExplain:
      'Geben Sie die Adresse Ihres Kalenders und sein API-Token ein. Beides wird sofort ausprobiert. Im Konto wird nichts geändert.',
    address: 'Adresse des Kalenders',
    addressHelp: 'Wie im Browser, etwa https://kalender.example.com',
    token: 'API-Token',
    tokenHelp:
      'Aus den Einstellungen des Kalenders. Es wird in einer Datei gespeichert, die nur diese Bridge liest.',
    allowHttp: 'Das Token trotzdem unverschlüsselt senden',
    tryAccount: 'Konto ausprobieren',
    trying: 'Die Felder des Kontos werden gelesen …',
    accountResponds: (fields, settable) =>
      `Das Konto antwortet. Es hat ${count(fields)} Felder; ${count(settable)} davon können gesetzt werden.`,
    locationName: 'Name dieses Standorts',
    nameHelp: 'Kleine Buchstaben, Ziffern, Binde- und Unterstriche.',
    statuses: 'Kundenstatus (darf leer bleiben)',
    statusesHelp: 'Genau wie in den Einstellungen des Kalenders, durch Kommas getrennt.',
    takeAccount: 'Dieses Konto verwenden',
    accountTaken: 'Das Konto steht in der Konfiguration.',
    sandboxTitle: 'Kein Konto zur Hand?',
    sandboxExplain:
      'Die Sandbox ist ein simulierter Kalender auf diesem Rechner. Mit ihr können Sie alles ausprobieren, und nichts verlässt den Rechner.',
    useSandbox: 'Sandbox verwenden',
    accountFaults: {
      'no-such-host': {
        what: 'Kein Rechner hat diese Adresse.',
        step: 'Suchen Sie nach einem Tippfehler. Öffnen Sie den Kalender im Browser, und kopieren Sie die Adresse von dort.',
      },
      unreachable: {
        what: 'Unter dieser Adresse antwortet nichts.',
        step: 'Prüfen Sie die Adresse und den Port. Steht eine Firewall zwischen diesem Rechner und dem Kalender?',
      },
      tls: {
        what: 'Das Zertifikat dieser Adresse ist nicht gültig.',
        step: 'Verwenden Sie die Adresse, für die das Zertifikat gilt, oder lassen Sie es erneuern.',
      },
      'plain-http': {
        what: 'Diese Adresse antwortet mit http, nicht mit https.',
        step: 'Läuft der Kalender auf diesem Rechner oder in Ihrem eigenen Netz, geben Sie seine Adresse mit http:// davor ein. Sonst prüfen Sie die Adresse und den Port.',
      },
      'only-https': {
        what: 'Diese Adresse antwortet mit https, nicht mit http.',
        step: 'Geben Sie die Adresse mit https:// davor ein.',
      },
      timeout: {
        what: 'Die Adresse antwortet nicht rechtzeitig.',
        step: 'Versuchen Sie es in einer Minute noch einmal. Bleibt es langsam, prüfen Sie die Adresse und das Netz.',
      },
      'not-the-api': {
        what: 'Unter dieser Adresse antwortet etwas, aber nicht die API des Kalenders.',
        step: 'Geben Sie nur die Adresse des Kalenders ein, ohne den Pfad einer Seite, etwa https://kalender.example.com.',
      },
      token: {
        what: 'Das Konto lehnt dieses Token ab.',
        step: 'Kopieren Sie das API-Token noch einmal aus den Einstellungen des Kalenders, vom ersten bis zum letzten Zeichen.',
      },
      'no-permission': {
        what: 'Das Token stimmt, aber es darf die Felder nicht lesen.',
        step: 'Geben Sie diesem Token in den Einstellungen des Kalenders das Recht für die API, und versuchen Sie es noch einmal.',
      },
      moved: {
        what: 'Diese Adresse leitet zu einer anderen weiter.',
        step: 'Öffnen Sie die Adresse im Browser, und geben Sie die Adresse ein, die er dann zeigt.',
      },
      failing: {
        what: 'Der Kalender antwortet mit einem Fehler.',
        step: 'Versuchen Sie es in einer Minute noch einmal. Bleibt der Fehler, fragen Sie den Betreiber des Kalenders.',
      },
      incomplete: { what: 'Die Adresse oder das Token fehlt.', step: 'Geben Sie beides ein.' },
      'not-an-address': {
        what: 'Das ist keine Adresse.',
        step: 'Geben Sie sie wie im Browser ein, etwa https://kalender.example.com.',
      },
      unencrypted: {
        what: 'Mit http:// würde das Token unverschlüsselt gesendet.',
        step: 'Geben Sie die Adresse mit https:// ein. Hat der Kalender keine solche, haken Sie das Kästchen an, und versuchen Sie es noch einmal.',
      },
      'no-sandbox': {
        what: 'Dieses Programm hat keine Sandbox.',
        step: 'Führen Sie `fieldbridge sandbox` in einem Terminal aus, und geben Sie Adresse und Token ein, die dort stehen.',
      },
    },
    changeFaults: {
      'edit-off': {
        what: 'Die Konfiguration erlaubt dieser Seite nicht, Dateien zu schreiben.',
        step: 'Setzen Sie `admin: {edit: true}` in config.yaml, und starten Sie neu. Oder fügen Sie Absender im Terminal hinzu: `fieldbridge init --add`.',
      },
      'not-writable': {
        what: 'In den Ordner der Konfiguration kann nicht geschrieben werden.',
        step: 'Lassen Sie das Programm dort schreiben, oder ändern Sie config.yaml von Hand.',
      },
      outside: {
        what: 'Die Datei liegt außerhalb ihres Ordners.',
        step: 'Verschieben Sie sie in den Ordner der Mappings.',
      },
      'not-a-name': {
        what: 'Das kann kein Name sein.',
        step: 'Verwenden Sie kleine Buchstaben, Ziffern, - und _.',
      },
      'too-large': { what: 'Die Datei würde zu groß.', step: 'Füllen Sie weniger Felder.' },
      'not-text': { what: 'Die Datei ist nicht in UTF-8.', step: 'Speichern Sie sie als UTF-8.' },
      busy: {
        what: 'Gerade schreibt jemand anderes.',
        step: 'Versuchen Sie es gleich noch einmal.',
      },
      conflict: {
        what: 'Jemand anderes hat die Konfiguration inzwischen geändert.',
        step: 'Versuchen Sie es gleich noch einmal.',
      },
      'name-taken': {
        what: 'Diesen Namen gibt es schon.',
        step: 'Wählen Sie einen anderen. Ein Mapping, das es schon gibt, lässt sich in der Werkbank ändern. Für ein weiteres Formular eines Absenders schreibt `fieldbridge init --add --source NAME --payload DATEI` ein zweites Mapping mit einer Bedingung.',
      },
      'no-such-name': {
        what: 'Dieser Name steht nicht in der Konfiguration.',
        step: 'Laden Sie diese Seite neu.',
      },
      'no-such-version': {
        what: 'Diese frühere Fassung gibt es nicht mehr.',
        step: 'Wählen Sie eine andere.',
      },
      'config-unreadable': {
        what: 'Die Konfiguration ist kein gültiges YAML und lässt sich daher nicht ändern.',
        step: 'Führen Sie `fieldbridge check` aus: Es zeigt die Stelle. Korrigieren Sie sie von Hand, und versuchen Sie es noch einmal.',
      },
      'config-faulty': {
        what: 'Die Konfiguration wäre mit dieser Änderung nicht gültig, daher wurde nichts geschrieben.',
        step: 'Führen Sie `fieldbridge check` aus, korrigieren Sie die gezeigten Fehler, und versuchen Sie es noch einmal.',
      },
      'secret-elsewhere': {
        what: 'Das Geheimnis dieses Absenders steht an einer Stelle, die diese Seite nicht ändert.',
        step: 'Ändern Sie es von Hand in config.yaml.',
      },
      'unknown-sender': {
        what: 'Unter diesem Namen ist kein Absender bekannt.',
        step: 'Wählen Sie einen aus der Liste.',
      },
      'needs-public-url': {
        what: 'Dieser Absender signiert die Adresse, an die er sendet. Daher muss die Bridge ihre öffentliche Adresse kennen.',
        step: 'Geben Sie die öffentliche Adresse dieser Bridge ein, und fügen Sie den Absender noch einmal hinzu.',
      },
      'already-mapped': {
        what: 'Dieser Absender hat schon ein Mapping. Ein zweites ohne Bedingung würde jeden Webhook doppelt senden.',
        step: 'Ändern Sie das Mapping in der Werkbank. Für ein weiteres Formular des Absenders schreibt `fieldbridge init --add --source NAME --payload DATEI` ein zweites Mapping mit einer Bedingung.',
      },
      'no-webhook': {
        what: 'Von diesem Absender ist noch kein Webhook gekommen.',
        step: 'Senden Sie einen Test aus dem Formular.',
      },
      'no-catalog': {
        what: 'Die Felder des Kontos sind noch nicht bekannt.',
        step: 'Warten Sie einige Sekunden, und versuchen Sie es noch einmal. Hilft das nicht, sehen Sie auf der Seite „Jetzt“ nach dem Konto.',
      },
      unreadable: {
        what: 'Dieser Webhook lässt sich nicht lesen.',
        step: 'Öffnen Sie das Ereignis, und sehen Sie sich den Inhalt an. Stellen Sie den Absender auf JSON oder ein Formular um.',
      },
      'cannot-restart': {
        what: 'Dieses Programm startet sich nicht selbst neu.',
        step: 'Starten Sie es so neu, wie es gestartet wurde.',
      },
    },
    senderTitle: 'Wer sendet die Webhooks?',
    senderExplain: 'Wählen Sie das Formular, den Shop oder das Werkzeug, aus dem Ihre Daten kommen.',
    findSender: 'Absender suchen',
    noSuchSender:
      'Unter diesem Namen ist kein Absender bekannt. Wählen Sie „Anderer Absender“: Jedes Werkzeug ist geeignet, das einen POST senden kann.',
    sendersFound: n => (n === 1 ? 'Ein bekannter Absender' : `${count(n)} bekannte Absender`),
    anotherSender: 'Anderer Absender',
    anotherExplain:
      'Jedes Werkzeug ist geeignet, das einen POST senden kann. Die Adresse enthält ein Geheimnis, damit niemand sonst dorthin senden kann.',
    senderName: 'Name dieses Absenders',
    ownSecret: 'Geheimnis (darf leer bleiben)',
    ownSecretHelp:
      'Nur wenn der Absender Ihnen schon eines gegeben hat. Bleibt es leer, wird hier ein sicheres erzeugt.',
    secretLater: 'Dieser Absender zeigt sein Geheimnis erst später. Lassen Sie dies vorerst leer.',
    publicUrl: 'Öffentliche Adresse dieser Bridge',
    publicUrlHelp: 'Die Adresse, unter der das Internet sie erreicht, etwa https://bridge.example.com',
    add: 'Hinzufügen',
    otherChoice: 'Andere Wahl',
    takingUp: 'Die Bridge übernimmt diesen Absender innerhalb von zwei Sekunden.',
    wholeUrl: 'URL für Webhooks, mit ihrem Geheimnis',
    notReachable: sender =>
      `Diese Adresse gilt nur auf diesem Rechner. ${sender} kann sie aus dem Internet nicht erreichen. Bitten Sie die Person, die Ihren Server betreut, um eine öffentliche Adresse dieser Bridge (\`server.publicUrl\` in config.yaml). Geben Sie diese dann beim Absender ein.`,
    notPublic:
      'Die Konfiguration nennt keine öffentliche Adresse (`server.publicUrl`), daher ist dies die Adresse dieser Seite. Ein Absender im Internet muss sie erreichen können.',
    wrongSender: 'Der falsche Absender?',
    removeThis: name => `${name} entfernen`,
    withoutToken: 'Beim Absender endet diese Adresse mit ihrem Geheimnis, das hier nicht gezeigt wird.',
    secretWasShown:
      'Das Geheimnis wurde einmal gezeigt. Haben Sie es nicht mehr, machen Sie ein neues, und geben Sie es beim Absender ein.',
    atSender: title => `Zu tun bei ${title}`,
    secretAbove: 'Wenn ein Schritt `secret:` nennt, verwenden Sie das Geheimnis von oben.',
    atSenderAgain: 'Adresse und Schritte beim Absender',
    inEnglish: 'Die Schritte bei diesem Absender sind auf Englisch.',
    anyUrl: 'Kopieren Sie die ganze Adresse von oben, mit ?token=… am Ende.',
    anyPost:
      'Geben Sie sie in Ihrem Werkzeug als Webhook-URL ein. Wählen Sie POST, und JSON, wenn es die Wahl gibt.',
    anyTry: 'Senden Sie einen Testeintrag, möglichst mit einer echten Kundennummer.',
    shownOnce: 'Dies wird einmal gezeigt. Geben Sie es jetzt beim Absender ein.',
    secret: 'Geheimnis',
    verifyToken: 'Prüf-Token',
    hideSecret: 'Ich habe es eingegeben: verbergen',
    waiting: 'Wartet auf den ersten Webhook. Diese Seite wird automatisch grün.',
    firstCame: 'Der neueste Webhook ist da:',
    sourceFaults: {
      missing: {
        what: 'Ein Webhook kam ohne Signatur.',
        step: 'Geben Sie das Geheimnis beim Absender ein, speichern Sie dort, und senden Sie noch einmal einen Test.',
      },
      wrong: {
        what: 'Ein Webhook kam mit einer falschen Signatur.',
        step: 'Geben Sie beim Absender und hier dasselbe Geheimnis ein. Oder machen Sie ein neues, und geben Sie es dort ein.',
      },
      time: {
        what: 'Die Zeit in der Signatur ist zu weit von der Zeit hier entfernt.',
        step: 'Prüfen Sie die Uhr dieses Rechners und die des Absenders, und senden Sie noch einmal einen Test.',
      },
      'no-secret': {
        what: 'Ein Webhook kam, aber diese Bridge hat noch kein Geheimnis dieses Absenders.',
        step: 'Kopieren Sie das Geheimnis, das der Absender zeigt, und geben Sie es hier ein.',
      },
      'no-public-url': {
        what: 'Dieser Absender signiert seine Adresse, aber die Konfiguration nennt keine öffentliche Adresse.',
        step: 'Setzen Sie `server.publicUrl` in config.yaml auf die Adresse, an die der Absender sendet, und starten Sie neu.',
      },
      unreadable: {
        what: 'Ein Webhook kam, dessen Inhalt sich nicht lesen lässt.',
        step: 'Wählen Sie beim Absender JSON als Format, und senden Sie noch einmal einen Test.',
      },
      'too-large': {
        what: 'Ein Webhook kam, der zu groß ist.',
        step: 'Senden Sie weniger Felder und keine Dateien, oder erhöhen Sie `server.bodyLimit` in der Konfiguration.',
      },
      'other-method': {
        what: 'Eine Anfrage kam mit einer anderen Methode als POST.',
        step: 'Hat der Absender sie gesendet, wählen Sie dort POST als Methode, und senden Sie noch einmal einen Test. Haben Sie die Adresse im Browser geöffnet, können Sie dies ignorieren.',
      },
      paused: {
        what: 'Dieser Absender ist pausiert, daher werden seine Webhooks nicht angenommen.',
        step: 'Setzen Sie ihn fort.',
      },
      elsewhere: {
        what: 'Ein Webhook ging an eine andere Adresse.',
        step: 'Korrigieren Sie die Adresse beim Absender: Unten steht zuerst die Adresse, an die er sendet, dann die richtige.',
      },
      early: {
        what: 'Ein Webhook kam, bevor die Bridge diesen Absender kannte.',
        step: 'Senden Sie den Test noch einmal: Jetzt ist der Absender bekannt.',
      },
    },
    tokenFaults: {
      missing: {
        what: 'Ein Webhook kam an diese Adresse ohne ihr Geheimnis.',
        step: 'Kopieren Sie die ganze Adresse, mit ?token=… am Ende, und geben Sie sie beim Absender ein.',
      },
      wrong: {
        what: 'Ein Webhook kam mit einem falschen Geheimnis in der Adresse.',
        step: 'Kopieren Sie die ganze Adresse noch einmal, bis ganz zum Ende, und geben Sie sie beim Absender ein. Ist sie verloren, machen Sie ein neues Geheimnis.',
      },
    },
    otherFault: {
      what: 'Ein Webhook wurde abgelehnt.',
      step: 'Auf der Seite „Absender“ steht, warum.',
    },
    secretOfSender: 'Geheimnis, das der Absender zeigt',
    useSecret: 'Dieses Geheimnis verwenden',
    newSecret: 'Neues Geheimnis machen',
    lookTitle: 'Den ersten Webhook ansehen',
    lookExplain:
      'Seine Werte werden gezeigt, um vorzuschlagen, wie sie die Felder des Kontos füllen. Das steht danach im Protokoll.',
    look: 'Ansehen und ein Mapping vorschlagen',
    readingTitle: 'Wie seine Webhooks gelesen werden',
    asItCame: 'Der empfangene Webhook',
    headers: 'Kopfzeilen',
    body: 'Inhalt',
    readingTaken: 'Gespeichert. Es gilt für Webhooks, die von jetzt an kommen.',
    takeReading: 'So übernehmen',
    leaveReading: 'Ohne dies weiter',
    nothingToTake: 'Nichts muss geändert werden.',
    bodies: {
      json: 'Der Inhalt ist JSON.',
      form: 'Der Inhalt ist ein Formular.',
      multipart: 'Der Inhalt ist ein Formular mit Teilen.',
      xml: 'Der Inhalt ist XML.',
      text: 'Der Inhalt ist bloßer Text ohne Namen. Wählen Sie beim Absender JSON als Format, und senden Sie noch einmal einen Test.',
    },
    isList: n => `Der Inhalt ist eine Liste von ${count(n)} Objekten: Jedes wird ein eigenes Ereignis.`,
    isSplit: (path, n) =>
      `\`${path}\` ist eine Liste von ${count(n)} Objekten: Jedes wird ein eigenes Ereignis.`,
    hasEventId: path =>
      `\`${path}\` sieht wie die Kennung des Ereignisses aus: Kommt ein Webhook zweimal, zählt er einmal.`,
    hasEventTime: path =>
      `\`${path}\` ist die Zeit der Änderung: Kommt eine ältere Änderung verspätet, wird sie erkannt.`,
    noEventId: 'Es wurde keine Kennung des Ereignisses gefunden. Webhooks werden am Inhalt verglichen.',
    answersAreFields: 'Die Schlüssel des Formulars sind seine Fragen.',
    answersAreList: (list, question, answer) =>
      `\`${list}\` ist eine Liste von Antworten: Die Frage steht in \`${question}\`, die Antwort in \`${answer}\`.`,
    noSignature:
      'Keine Kopfzeile sieht wie eine Signatur aus. Der Absender wird am Geheimnis in der Adresse erkannt.',
    isStandard: 'Seine Kopfzeilen sind die von Standard Webhooks: Der Absender signiert.',
    looksSigned: (header, algorithm, encoding) =>
      `Die Kopfzeile \`${header}\` sieht wie eine Signatur aus (${algorithm}, ${encoding}).`,
    signatureHelp:
      'Zeigt der Absender ein Geheimnis für seine Signatur, geben Sie es ein: Die üblichen Arten werden ausprobiert.',
    trySecret: 'Dieses Geheimnis ausprobieren',
    secretFits: 'Die Signatur passt:',
    secretFitsNot:
      'Keine übliche Art der Signatur passt zu diesem Geheimnis. Das Geheimnis in der Adresse gilt weiter.',
    mappingTitle: 'Das erste Mapping',
    mappingExplain:
      'Ein Mapping legt fest, welcher Wert eines Webhooks welches Feld füllt. Dieses entsteht aus dem Webhook von oben.',
    saveMapping: 'Dieses Mapping speichern',
    mappingSaved: 'Das Mapping ist gespeichert. Die Bridge benutzt es innerhalb von zwei Sekunden.',
    callOf: (n, all) => `Aufruf ${n} von ${all}`,
    callTitle: 'Der Aufruf, der daraus wird',
    noCalls: 'Noch kein Aufruf.',
    asFile: 'Als Datei',
    script: 'Skript',
    fieldsTitle: 'Felder des Kontos',
    signs: '✓ sicher · ~ bitte ansehen · ? nur geraten',
    surenesses: { sure: 'Sicher', likely: 'Bitte ansehen', unsure: 'Nur geraten', none: 'Nichts passt' },
    doubts: {
      empty: 'In diesem Webhook ist der Wert leer.',
      'no-choice': 'Schreiben Sie hinter jede Antwort die Option, die gemeint ist.',
      'separator-in-choice':
        'Mehrere Antworten kommen als ein Text, und eine Option enthält dasselbe Zeichen. Lassen Sie die Antworten als Liste senden.',
      'options-missing': 'Einige Optionen des Formulars stehen noch nicht in der Tabelle.',
      'other-answers': 'Eine Antwort, die nicht in der Tabelle steht, schlägt fehl, damit Sie sie sehen.',
      'other-words': 'Ein Wort, das nicht in der Tabelle steht, schlägt fehl, damit Sie es sehen.',
      'day-or-month': 'Vorn kann der Tag oder der Monat stehen (MM/dd/yyyy).',
      'short-year':
        'Das Jahr hat nur zwei Ziffern, das Jahrhundert ist also nicht bekannt. Lassen Sie es mit vier Ziffern senden.',
      zone: 'Der Tag gilt in UTC. Schreiben Sie die Zeitzone Ihrer Kunden dazu: zone: Europe/Berlin',
      'somebody-else': 'Dem Namen nach gehört der Wert jemand anderem, nicht dem Kunden.',
      'something-else': 'Dem Namen nach gehört der Wert einer Firma oder einem Standort, nicht dem Kunden.',
      'other-time': 'Dem Namen nach ist es ein früherer oder späterer Wert.',
      'animal-too': 'Ein Feld für das Tier passt auch, und andere Werte betreffen das Tier.',
      'other-too': 'Ein Feld für eine andere Person passt auch, und andere Werte betreffen diese.',
      'overwritten-first': 'Jedes spätere Ereignis würde das erste überschreiben.',
      'other-unit':
        'Dem Namen nach steht der Wert in einer anderen Einheit oder Währung als das Feld und muss umgerechnet werden.',
      negated: 'Dem Namen nach fragt dies nach dem Gegenteil.',
      'several-values': 'Das sind mehrere Werte. Sie kämen mit Kommas in einem einzigen Text an.',
      'yes-or-no': 'Der Wert ist ein Ja oder Nein, das Feld ein Text.',
      'language-of-form': 'Das kann die Sprache des Formulars sein, und nicht die des Kunden.',
      'record-source': 'Der Wert sagt nur, wie der Datensatz entstand, etwa über eine Schnittstelle.',
    },
    noFieldFits:
      'Kein Wert dieses Webhooks passt eindeutig zu einem Feld des Kontos. Speichern Sie das Mapping, und öffnen Sie es in der Werkbank: Dort zeigen Sie auf einen Wert und auf das Feld, das er füllt.',
    unfilled: n =>
      n === 1 ? 'Ein Feld ohne Wert aus diesem Webhook' : `${count(n)} Felder ohne Wert aus diesem Webhook`,
    valueHere: 'Hier:',
    personTitle: 'Der Kunde',
    noPerson: {
      what: 'Dieser Webhook nennt keine Kundennummer.',
      step: 'Fügen Sie dem Formular ein verstecktes Feld mit der Kundennummer hinzu, und senden Sie noch einmal einen Test.',
    },
    noPersonChoose: 'Oder wählen Sie unten einen Wert, den nur eine Person hat, etwa die E-Mail-Adresse.',
    twoNumbers: (other: string) => ({
      what: `\`${other}\` ist eine andere Kundennummer. Nur eine von beiden ist die Nummer im Kalender.`,
      step: 'Wählen Sie unten die Nummer im Kalender. Eine Nummer, die der Absender selbst vergeben hat, gehört dort jemand anderem.',
    }),
    isNumber: 'Die Kundennummer steht in',
    isLink: 'Der Webhook wird zugeordnet über',
    linkMeans:
      'Dieses Formular hat keine Kundennummer, deshalb werden seine Webhooks über diesen Wert zugeordnet. Bei derselben Person muss er jedes Mal gleich sein, bei jeder anderen ein anderer. Nach dem Speichern fragt diese Seite einmal, zu welchem Kunden er gehört.',
    linkOtherwise:
      'Soll die Kundennummer mitgesendet werden, fügen Sie dem Formular ein verstecktes Feld dafür hinzu, und senden Sie noch einen Test.',
    exampleNumber: 'Diese Kundennummer ist ein Beispiel.',
    insteadOfSecret: 'YOUR-SECRET steht für das Geheimnis, das einmal gezeigt wurde.',
    inLink: 'Diese Nummer kam im Link zum Formular. Wer den Link hat, kann sie ändern.',
    typedIn:
      'Wer das Formular ausfüllt, kann diese Nummer ändern. Verwenden Sie möglichst ein verstecktes Feld.',
    chooseNumber: 'Die Kundennummer steht in:',
    chooseLink: 'Über einen anderen Wert zuordnen:',
    whoseTitle: 'Welcher Kunde ist das?',
    whoseExplain:
      'Das Ereignis wartet, denn die Bridge weiß nicht, zu welchem Kunden die Kennung dieser Person beim Absender gehört. Geben Sie die Nummer einmal ein; jeder weitere Webhook mit dieser Kennung geht an denselben Kunden.',
    whoseWrong: number =>
      `Der Kalender hat keinen Kunden ${number ?? 'mit dieser Nummer'}. Geben Sie die richtige Nummer ein: Sie ersetzt diese auch für jeden weiteren Webhook dieser Person.`,
    whoseNumber: 'Kundennummer',
    whoseNumberHelp: 'Wie der Kalender sie zeigt, nur Ziffern.',
    sandboxNumbers: 'Die Kunden der Sandbox haben die Nummern 1001 bis 1009.',
    whoseSave: 'Merken und zustellen',
    whoseSaved: 'Gemerkt. Das Ereignis wird als Nächstes zugestellt.',
    whoseMany:
      'Für viele Kunden auf einmal gibt es eine Liste: `fieldbridge links import DATEI`. Eine Buchung legt die Verknüpfung automatisch an.',
    asProposed: 'wie vorgeschlagen',
    notChosen: 'noch nichts gewählt',
    unmatched:
      'Wählen Sie zuerst oben, woran der Kunde zu erkennen ist. Bis dahin sendet dieses Mapping nichts. Sie können es trotzdem speichern und in der Werkbank vervollständigen.',
    newerCame: 'Ein neuerer Webhook ist da.',
    lookAtNewer: 'Das Mapping aus dem neueren machen',
    saveUnmatched: 'Speichern, obwohl es nichts sendet',
    delivered: 'Zugestellt',
    unsplit:
      'Dieser Webhook ist eine Liste und kam, bevor das Aufteilen eingerichtet war. Alle Personen sind daher ein einziges Ereignis. Senden Sie den Test noch einmal.',
    deliveredExplain:
      'Der erste Webhook dieses Absenders ist im Konto angekommen. Weitere Webhooks werden genauso zugestellt. Ist ein Kunde noch nicht bekannt, wartet das Ereignis, und die Seite „Jetzt“ zeigt es.',
    openEvent: 'Ereignis öffnen',
    oldCounts:
      'Zwei Geheimnisse gelten: das neue und das alte. Beenden Sie das alte, sobald der Absender das neue verwendet.',
    settle: 'Altes Geheimnis beenden',
    deedNames: {
      pause: 'Pausieren',
      resume: 'Fortsetzen',
      remove: 'Entfernen',
      settle: 'Altes Geheimnis beenden',
      secret: 'Neues Geheimnis',
    },
    deedMeans: {
      pause:
        'Seine Webhooks werden mit 503 beantwortet, damit der Absender sie später noch einmal sendet. Geprüfte Webhooks bleiben unter den abgelehnten erhalten.',
      resume: 'Seine Webhooks werden wieder angenommen.',
      remove:
        'Der Absender, seine Mappings und seine Geheimnisse werden entfernt. Frühere Fassungen der Dateien bleiben. Seine Ereignisse bleiben. Es dauert etwa fünf Sekunden.',
      settle: 'Danach gilt nur das neueste Geheimnis. Haben Sie das neue schon beim Absender eingegeben?',
      secret: 'Ein neues Geheimnis wird erzeugt und einmal gezeigt. Das alte gilt, bis Sie es beenden.',
    },
    typeName: name => `Zum Bestätigen ${name} eingeben`,
  },
  keys: {
    go: 'g, dann n e s f b p l: zu einer Seite gehen',
    filter: '/: zur Suche gehen',
    move: 'j k: nächste und vorige Zeile',
    open: 'Enter: die Zeile öffnen',
    siblings: '[ ]: neueres und älteres Ereignis',
    act: 'c r d b: das geöffnete Ereignis korrigieren, noch einmal planen, verwerfen oder in der Werkbank öffnen',
    close: 'Esc: schließen',
    help: '?: diese Tasten zeigen',
  },
};

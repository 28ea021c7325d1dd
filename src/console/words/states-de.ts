import type { StateCode } from '../../deliver/destinations/destination-state.ts';

const outage = 'Fragen Sie den Anbieter des Kalenders, ob er läuft.';
const network = 'Prüfen Sie die baseUrl des Ziels und das Netz des Rechners, auf dem dieses Programm läuft.';
const calendar = 'Sehen Sie sich den Kunden oder den Termin im Kalender an.';
const fewerCalls = 'Senken Sie die Grenzen (`limits`) des Ziels, wenn das oft geschieht.';
const report = 'Bitte melden Sie das: Es ist ein Fehler dieses Programms.';

/**
 * The German reasons why a destination is not open, with the step that opens it. Other codes keep the bridge's text.
 */
export const statesDe: Readonly<
  Partial<Record<StateCode, { readonly title: string; readonly advice?: string }>>
> = {
  'paused-by-person': { title: 'Jemand hat das Ziel pausiert' },
  'paused-and-not-in-config': {
    title: 'Das Ziel ist pausiert und steht nicht in der Konfiguration',
    advice: 'Nehmen Sie es wieder in die Konfiguration auf, und setzen Sie es dann fort.',
  },
  'store-is-copy': {
    title: 'Der Speicher ist eine Kopie, oder er wurde verschoben',
    advice:
      'Sorgen Sie dafür, dass das Original nicht mehr läuft, sehen Sie sich die wartenden Aufrufe an, und setzen Sie das Ziel dann fort.',
  },
  'token-changed': { title: 'Das neue Token wird zuerst ausprobiert' },
  'not-in-config': {
    title: 'Das Ziel steht nicht in der Konfiguration',
    advice:
      'Nehmen Sie es wieder auf, oder verwerfen Sie seine Aufrufe. Wird ein Ereignis danach noch einmal geplant, geht es dorthin, wohin seine Mappings dann senden.',
  },
  'answers-mixed-up': {
    title: 'Die Antwort gehört zu einer anderen Anfrage',
    advice: 'Fragen Sie den Anbieter des Kalenders, warum Antworten vertauscht werden.',
  },
  'token-refused': {
    title: 'Das Token wird abgelehnt: Es fehlt, ist falsch oder abgelaufen',
    advice: 'Geben Sie dem Ziel ein neues Token.',
  },
  'page-instead-of-answer': {
    title: 'Statt einer Antwort kam eine Seite oder ein Text',
    advice: 'Öffnen Sie die baseUrl im Browser, und prüfen Sie, welches Programm dort antwortet.',
  },
  'unknown-answer': {
    title: 'Die Antwort steht nicht in der Beschreibung der API',
    advice: `Lesen Sie die Antwort im Ereignis. ${calendar}`,
  },
  'unknown-http-status': {
    title: 'Die Antwort hat einen Status, den die Beschreibung der API nicht kennt',
    advice: calendar,
  },
  'address-not-found': {
    title: 'Die Adresse wurde nicht gefunden',
    advice: 'Prüfen Sie den Pfad in der baseUrl des Ziels.',
  },
  'call-refused': {
    title: 'Der Aufruf wurde abgelehnt',
    advice: 'Lesen Sie die Antwort im Ereignis. Vielleicht hat ein Proxy eine Regel gegen den Aufruf.',
  },
  conflict: {
    title: 'Wegen eines Konflikts abgelehnt',
    advice: `${calendar} Planen Sie das Ereignis dann noch einmal.`,
  },
  'credentials-needed': {
    title: 'Etwas vor der API verlangt Zugangsdaten',
    advice:
      'Bitten Sie die Betreiber des Proxys oder der Firewall vor dem Kalender, diesen Rechner durchzulassen.',
  },
  blocked: {
    title: 'Etwas vor der API hat den Aufruf gesperrt',
    advice: 'Fragen Sie die Betreiber der Firewall vor dem Kalender, warum sie den Aufruf sperrt.',
  },
  'request-incomplete': {
    title: 'Das Ziel bekam nicht rechtzeitig die ganze Anfrage',
    advice: 'Prüfen Sie das Netz zwischen diesem Rechner und dem Kalender.',
  },
  'not-offered': {
    title: 'Das Ziel bietet diese Operation nicht (mehr) an',
    advice: 'Prüfen Sie mit dem Anbieter des Kalenders die baseUrl des Ziels.',
  },
  'fewer-calls-requested': { title: 'Das Ziel bat um weniger Aufrufe', advice: fewerCalls },
  'wait-requested': { title: 'Das Ziel bat zu warten', advice: fewerCalls },
  'destination-failed': { title: 'Das Ziel hatte einen Fehler', advice: outage },
  'answer-lost-on-the-way': { title: 'Etwas vor der API hat die Antwort verloren', advice: outage },
  unavailable: { title: 'Das Ziel ist gerade nicht verfügbar', advice: outage },
  'address-moved': {
    title: 'Das Ziel ist umgezogen',
    advice: 'Tragen Sie die neue Adresse als baseUrl des Ziels ein, und starten Sie das Programm neu.',
  },
  redirected: {
    title: 'Das Ziel leitete um. Das Ergebnis des Aufrufs ist nicht bekannt',
    advice: 'Prüfen Sie die baseUrl des Ziels.',
  },
  'name-not-resolved': {
    title: 'Der Name des Ziels wurde nicht gefunden',
    advice: 'Prüfen Sie den Host in der baseUrl des Ziels und den DNS-Server dieses Rechners.',
  },
  unreachable: { title: 'Das Ziel ist nicht zu erreichen', advice: network },
  'connection-timeout': { title: 'Der Aufbau der Verbindung dauerte zu lange', advice: network },
  'connection-reset': { title: 'Das Ziel hat die Verbindung abgewiesen', advice: network },
  'tls-failed': {
    title: 'Das Zertifikat des Ziels ist ungültig, oder TLS schlägt fehl',
    advice:
      'Lassen Sie Zertifikat oder TLS des Ziels korrigieren, oder korrigieren Sie die baseUrl. Vorher wird nichts gesendet.',
  },
  'request-not-built': { title: 'Die Anfrage ließ sich nicht erstellen', advice: report },
  'answer-timeout': { title: 'Gesendet, aber es kam rechtzeitig keine Antwort', advice: outage },
  'connection-broken': {
    title: 'Gesendet, aber die Verbindung brach vor der Antwort ab',
    advice: outage,
  },
  'not-http': {
    title: 'Die Antwort war kein HTTP',
    advice: 'Prüfen Sie, ob die baseUrl des Ziels und ihr Port zum Kalender gehören.',
  },
  'answer-cut-off': { title: 'Die Antwort begann als Erfolg und brach ab', advice: outage },
  'explanation-cut-off': {
    title: 'Abgelehnt, und die Begründung ging verloren',
    advice:
      'Vergleichen Sie das Ereignis mit dem Konto. Korrigieren Sie es dann, oder planen Sie es noch einmal.',
  },
  'failure-cut-off': { title: 'Das Ziel hatte einen Fehler, und seine Antwort brach ab', advice: outage },
};

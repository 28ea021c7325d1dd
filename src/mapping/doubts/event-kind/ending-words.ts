import { changeWords, wordSet } from './record-words.ts';

const deletions = wordSet(
  'delete deleted deletes deletion destroy destroyed erase erased erasure purged trashed gelöscht geloescht löschen ' +
    'loeschen löschung verwijderd verwijderen verwijdering gewist supprimé supprimée supprimer suppression usunięty usunięta ' +
    'usunięte usunięto usunięcie skasowany skasowana skasowano eliminado eliminada eliminar eliminación eliminato eliminata ' +
    'eliminare eliminazione borrado borrada slettet raderad raderat borttagen smazán smazáno smazaný törölve törölt silindi silinmiş ' +
    'apagado apagada smazána vymazán vymazána vymazáno poistettu kustutatud șters ștearsă izbrisan obrisan ' +
    'sletning poisto kustutamine dzēsts izdzēsts ištrintas pašalintas izbrisano obrisano ștergere törlés изтрит изтрита изтриване iztrit διαγραφή διαγράφηκε διεγράφη διαγραμμένος ' +
    'diagrafi diagrafike diegrafi удален удалена удаление видалено видалення anonymized anonymised anonymisiert geanonimiseerd anonymisé anonymisée anonimizado anonimizada anonimizzato anonimizzata ' +
    'zanonimizowany zanonimizowana anonymizovan anonymizován anonimizálva anonymiseret anonymiserad anonymisert',
);
/** The records of a person, as the first or the last word of an event type. */
const records = wordSet(
  'contact customer client patient person lead subscriber record member card profile user guest kunde kundin kontakt ' +
    'patientin mitglied karte klant lid gast abonnent teilnehmer cliente paciente paziente socio socia miembro membro iscritto ' +
    'abbonato carta scheda tessera contatto contacto contato persona usuario utente suscriptor ficha tarjeta personne patiente ' +
    'adhérent abonné membre fiche persoon patiënt relatie kaart klient klientka pacjent pacjentka karta osoba uczestnik kund ' +
    'zákazník pacient ügyfél müşteri hasta',
);
/** Small words beside those of a key: `borttagen_datum`, `supprime_le`, `is_deleted`. */
const besideWords = wordSet(
  'is was ist wurde wurden est er ar ble bylo byl byla at on date datum datetime time timestamp zeit zeitpunkt am den le la fecha el data em il di dne dnia ' +
    'op tarih tarihi dato tidspunkt den since seit consent ' +
    'dátuma ημερομηνία ημερομηνίας imerominia imerominias päivä päivämäärä kuupäev data datums datumas pe ziua дата',
);
/** Words for a withdrawal, without those that mean the end of a membership or an order too. */
const revocations = wordSet(
  'revoked revocation withdrawn withdrawal widerrufen widerruf zurückgezogen ingetrokken intrekking retiré retirée retrait révoqué révoquée revocato revocata ' +
    'revoca revocado revocada revogado revogada ritirato ritirata retirado retirada wycofany wycofana wycofano cofnięty cofnięta cofnięto återkallat återkallad ' +
    'tilbagekaldt tilbakekalt odvolán odvolána odvoláno odvolano visszavonva iptal ' +
    'baja ανάκληση anaklisi anaklisis visszavonás tilbagetrukket peruutettu peruttu retras retrasă povučena povučeno opoziv отозвано отзыв',
);
/** Words for the letters and the consents that somebody can withdraw. */
const topics = wordSet(
  'consent consents optin newsletter newsletters mailing mailings mail email emails marketing einwilligung zustimmung werbung nieuwsbrief toestemming ' +
    'infolettre consentement consenso consensi consentimiento consentimento boletín publicidad suscripción iscrizione zgoda zgody biuletyn samtykke ' +
    'samtycke nyhetsbrev nyhedsbrev souhlas souhlasy zpravodaj hírlevél bülten onay abonelik subscription abo ' +
    'uutiskirje uudiskiri naujienlaiškis buletin bilten novice бюлетин ενημερωτικό enimerotiko συγκατάθεση sygkatathesi sygkatatheseis hozzájárulás suostumus consimțământ privola ' +
    'soglasje suglasnost рассылка согласие',
);
const removals = wordSet(
  'remove removed entfernt baja rimosso rimossa removido removida excluído excluída cancellato cancellata retiré retirée',
);
const tests = wordSet(
  'test testowy testowa testowe testovací ' + 'teszt testi δοκιμή δοκιμαστικό dokimi dokimastiko тест',
);
/** Words for a test that alone mean a trial, as in a trial membership. */
const trials = wordSet('prueba prova teste essai zkušební deneme proef próba prøve prov');
const unsubscriptions = wordSet(
  'unsubscribe unsubscribed unsubscription suppressed abgemeldet abmeldung abmelden abbestellt abbestellung abbestellen uitgeschreven uitschrijven désinscription désabonné désabonnée désabonnement desuscrito ' +
    'desuscrita disiscritto disiscritta disiscrizione wypisany wypisana avregistrerad afmeldt avmeldt odhlášen odhlášena odhláseno odhlášení ' +
    'leiratkozott leiratkozás désinscrit désinscrite desinscrito desinscrita cancelou afgemeld ausgetragen utmeldt avanmäld wypis ' +
    'afmelding avmelding dezabonat dezabonată dezabonare odjavljen odjavljena odjava отписан отписана otpisan απεγγραφή απεγγραφής απεγγράφηκε apeggrafi apeggrafis apegrafi ' +
    'отписка отписался відписка rezygnacja',
);
const cancellations = wordSet(
  'cancel canceled cancelled cancelation cancellation rejected declined storniert storno stornierung abgesagt absage ' +
    'abgelehnt geannuleerd annulé annulée annulation annulled annulliert annullierung annullato annullata cancelado ' +
    'cancelada cancelación anulado anulada anulación cancellato cancellata cancellazione cancelamento anulowany anulowana anulowano odwołany ' +
    'odwołana odwołano avbokad avbokat aflyst avlyst zrušen zrušena zrušeno iptal afgezegd void voided',
);
const unfinished = wordSet('partial partially incomplete unfinished unvollständig');
const deaths = wordSet(
  'deceased died verstorben gestorben overleden décédé décédée fallecido fallecida deceduto deceduta falecido falecida zmarł zmarła zmarły avliden',
);
const consents =
  /(?<![\p{L}\p{N}])(?:consents?|opt ?in|permissions?|subscription|newsletter|marketing|mailings?|einwilligung|zustimmung|werbung|nieuwsbrief|toestemming|consentement|consenso|consensi|consentimientos?|consentimento|bolet[ií]n|publicidad|suscripcion|iscrizione|zgod[ay]|biuletyn|samtykke|samtycke|nyhetsbrev|nyhedsbrev|infolettre|souhlas|hirlevel|bulten|onay[iı]?|uutiskirje|uudiskiri|buletin(?:ul)?|bilten|ενημερωτικο|enimerotiko|συγκαταθεση|sygkatathesi|hozzajarulas|suostumus|privola|soglasje|рассылка|согласие)(?![\p{L}\p{N}])/u;
const withdrawals =
  /(?<![\p{L}\p{N}])(?:revoked?|revocation|withdr[ae]wn?|withdrawal|widerruf(?:en)?|widerrufe|zuruckgezogen|zurueckgezogen|ingetrokken|retiree?|revocat[oa]|revocad[oa]|revogad[oa]|ritirat[oa]|retirad[oa]|baja|wycofan[aeoy]|cofniet[aeoy]|odwołan[aeoy]|aterkallat?|tilbagekaldt|odvolan[ao]?|geri cekildi|ανακληση|anaklisi|visszavon[a-z]*|tilbagetrukket|peruutettu|retras[a]?|povucen[ao]|opoziv|отозвано)(?![\p{L}\p{N}])/u;
/** Letters that somebody gets. Their end is a withdrawal, while a marketing campaign or a paid subscription ends for other reasons. */
const letters =
  /(?<![\p{L}\p{N}])(?:newsletters?|nieuwsbrief|nyhetsbrev|nyhedsbrev|infolettre|biuletyn|boletin|bulten|hirlevel|zpravodaj|uutiskirje|uudiskiri|buletin|bilten|ενημερωτικο|enimerotiko|рассылка)(?![\p{L}\p{N}])/u;
const endsOfLetters =
  /(?<![\p{L}\p{N}])(?:cancell?ed|cancelad[oa]|ended|beendet|gekundigt|gekuendigt|opgezegd|resiliee?|annulee?|annullat[oa]|avslutad|uppsagd|opsagt|oppsagt|zrusen[ao]?|iptali?|ayrildi|cikti|wypisano|lemondva|ακυρωση|akyrosi|peruttu|anulat|otkazan[ao]?|deactivated|deaktiviert)(?![\p{L}\p{N}])/u;
const merges = wordSet(
  'merge merged merges merging zusammengeführt zusammengefuehrt zusammenführung samengevoegd fusionné fusionnée fusionado fusionada unificado unificada unito połączony połączona scalony scalona',
);

/** The words by which events and their keys say that a record or a consent ended, in the languages of senders. */
export const endingWords = {
  besideWords,
  revocations,
  topics,
  deletions,
  records,
  removals,
  tests,
  trials,
  unsubscriptions,
  cancellations,
  changes: changeWords,
  unfinished,
  deaths,
  consents,
  letters,
  endsOfLetters,
  withdrawals,
  merges,
};

import { spellings } from '../../../diagnostics/spellings.ts';

/** Returns words without accents: keys and codes of programs often have none. */
export const wordSet = (text: string): ReadonlySet<string> =>
  new Set(text.trim().split(/\s+/).flatMap(spellings));

/** The words by which events say that a record is new, was sent, or was confirmed, in the languages of senders. */
export const creationWords = wordSet(`
  new create created creates creation add added insert inserted upsert upserted submit submitted submission response
  received complete completed finished register registered registration signup subscribe subscribed book booked booking
  paid payment import imported sync synced save saved join joined activate activated confirm confirmed reschedule
  rescheduled
  neu neuer neue neues angelegt anlage erstellt erstellung hinzugefügt erfasst eingegangen eingereicht abgeschickt gesendet
  ausgefüllt registriert registrierung angemeldet anmeldung gebucht buchung bestätigt verschoben gespeichert importiert bezahlt
  nieuw nieuwe aangemaakt toegevoegd toevoeging geregistreerd registratie verzonden ingestuurd ingediend ingevuld ontvangen
  bevestigd betaald geboekt opgeslagen aangemeld aanmelding ingeschreven inschrijving
  nouveau nouvelle créé créée création ajout ajouté ajoutée enregistré enregistrée enregistrement envoyé envoyée soumis
  soumise soumission rempli remplie reçu reçue complété complétée confirmé confirmée payé payée réservé réservée importé
  importée inscription inscrit inscrite
  nuevo nueva creado creada creación añadido añadida agregado agregada registrado registrada registro enviado enviada envío
  completado completada recibido recibida rellenado rellenada confirmado confirmada pagado pagada reservado reservada
  importado importada guardado guardada inscrito inscrita inscripción alta
  nuovo nuova creato creata creazione aggiunto aggiunta inserito inserita registrato registrata registrazione inviato
  inviata invio compilato compilata ricevuto ricevuta completato completata confermato confermata pagato pagata prenotato
  prenotata importato importata salvato salvata iscrizione
  novo nova criado criada criação adicionado adicionada adição cadastrado cadastrada cadastro registado registada registo
  preenchido preenchida recebido recebida concluído concluída salvo inscrição
  nowy nowa nowe utworzony utworzona utworzone utworzono utworzenie stworzony stworzona stworzono dodany dodana dodane
  dodano dodanie zarejestrowany zarejestrowana zarejestrowano rejestracja wysłany wysłana wysłano przesłano wypełniony
  wypełniona wypełniono zapisany zapisana zapisano zapis zgłoszenie otrzymano potwierdzony potwierdzona potwierdzono
  opłacony opłacona opłacono zarezerwowano
  nový nová nové vytvořen vytvořena vytvořeno vytvoření přidán přidána přidáno přidání založen založena založeno
  registrován registrována registrováno registrace odeslán odeslána odesláno odeslání vyplněn vyplněna vyplněno přijat
  přijata přijato potvrzen potvrzena potvrzeno zaplacen zaplacena zaplaceno uložen uložena uloženo přihlášen přihlášena
  vytvorený vytvorená vytvorené vytvorenie pridaný pridaná pridané pridanie založený založená založené registrovaný
  registrovaná registrácia odoslaný odoslaná odoslané odoslanie vyplnený vyplnená vyplnené prijatý prijatá prijaté potvrdený
  potvrdená potvrdené zaplatené uložený uložená uložené prihlásený prihlásená
  új létrehozva létrehozás létrehozott létrejött hozzáadva hozzáadás hozzáadott felvéve rögzítve rögzítés regisztrálva
  regisztráció regisztrált beküldve beküldés elküldve kitöltve kitöltött beérkezett megerősítve fizetve kifizetve foglalva
  mentve importálva feliratkozás feliratkozott
  yeni oluşturuldu oluşturulan oluşturma eklendi eklenen ekleme kaydedildi kayıt kaydoldu gönderildi gönderim dolduruldu
  alındı tamamlandı onaylandı ödendi
  νέος νέα νέο δημιουργήθηκε δημιουργία προστέθηκε προσθήκη εγγραφή εγγράφηκε υποβλήθηκε υποβολή συμπληρώθηκε ολοκληρώθηκε
  καταχωρήθηκε καταχώρηση επιβεβαιώθηκε πληρώθηκε λήφθηκε neos nea neo dimiourgithike dimiourgia prostethike prosthiki
  eggrafi ypovlithike ypovoli
  nou nouă creat creată creare adăugat adăugată adăugare înregistrat înregistrată înregistrare trimis trimisă completat
  completată primit primită confirmat confirmată plătit plătită salvat salvată înscris înscrisă înscriere
  ny nyt nye oprettet oprettelse tilføjet tilføjelse registreret registrering indsendt udfyldt modtaget gennemført bekræftet
  betalt booket importeret gemt tilmeldt tilmelding
  nytt nya skapad skapat skapades tillagd tillagt registrerad registrerat inskickad inskickat ifylld ifyllt mottagen
  mottaget bekräftad bekräftat betald bokad bokat importerad sparad sparat anmäld anmälan
  opprettet opprettelse lagttil lagttill registrert innsendt utfylt mottatt bekreftet bestilt importert lagret påmeldt
  påmelding
  uusi luotu luonti luominen lisätty lisäys rekisteröity rekisteröinti lähetetty täytetty vastaanotettu saapunut vahvistettu
  maksettu varattu tuotu tallennettu ilmoittautunut
  uus loodud loomine lisatud lisamine registreeritud registreerimine saadetud esitatud täidetud saabunud kinnitatud makstud
  broneeritud imporditud salvestatud
  jauns jauna izveidots izveidota izveide pievienots pievienota pievienošana reģistrēts reģistrēta reģistrācija nosūtīts
  nosūtīta iesniegts iesniegta aizpildīts aizpildīta saņemts saņemta apstiprināts apstiprināta apmaksāts saglabāts
  naujas nauja sukurtas sukurta sukūrimas pridėtas pridėta pridėjimas užregistruotas užregistruota registracija išsiųstas
  išsiųsta pateiktas pateikta užpildytas užpildyta gautas gauta patvirtintas patvirtinta apmokėtas apmokėta išsaugotas
  nov novi ustvarjen ustvarjena ustvarjeno dodan dodana dodano registriran registrirana poslan poslana poslano oddan oddana
  izpolnjen izpolnjena prejet prejeta potrjen potrjena plačan plačana shranjen shranjena
  stvoren stvorena stvoreno kreiran kreirana kreirano dodat dodata registrovan registrovana ispunjen ispunjena ispunjeno
  primljen primljena potvrđen potvrđena plaćen plaćena spremljen spremljena sačuvan sačuvana
  нов нова ново създаден създадена създадено създаване добавен добавена добавено добавяне регистриран регистрирана
  регистрация изпратен изпратена изпратено попълнен попълнена попълнено получен получена получено потвърден потвърдена
  платен платена запазен запазена
  новый новая новое создан создана создано создание добавлен добавлена добавлено добавление зарегистрирован
  зарегистрирована отправлен отправлена отправлено заполнен заполнена заполнено подтвержден подтверждена оплачен оплачена
  импортирован сохранен сохранена
  новий нове створено створений створена створення додано доданий додавання зареєстровано реєстрація надіслано
  заповнено отримано підтверджено оплачено збережено
`);

/** The words by which events say that a record was changed, in the languages of senders. */
export const changeWords = wordSet(`
  update updated updates change changed changes modified edit edited patch patched
  aktualisiert aktualisierung geändert änderung verändert bearbeitet angepasst
  gewijzigd wijziging bijgewerkt aangepast aanpassing bewerkt veranderd
  modifié modifiée modification changé changée actualisé actualisée
  modificado modificada modificación actualizado actualizada actualización cambiado cambiada editado editada
  modificato modificata modifica aggiornato aggiornata aggiornamento variato variata cambiato cambiata
  atualizado atualizada atualização alterado alterada alteração
  zmieniony zmieniona zmienione zmieniono zmiana edytowany edytowana edytowano edycja zmodyfikowany zmodyfikowana
  zmodyfikowano zaktualizowany zaktualizowana zaktualizowano aktualizacja
  změněn změněna změněno změna upraven upravena upraveno úprava aktualizován aktualizována aktualizováno aktualizace
  zmenený zmenená zmenené zmena upravený upravená upravené aktualizovaný aktualizovaná aktualizované aktualizácia
  módosítva módosítás módosított módosult frissítve frissítés frissült szerkesztve megváltozott megváltoztatva változás
  güncellendi güncelleme güncellenen değiştirildi değişti değişiklik düzenlendi
  ενημερώθηκε ενημέρωση τροποποιήθηκε τροποποίηση άλλαξε αλλαγή enimerothike enimerosi tropopoiithike tropopoiisi allaxe
  allagi
  modificat modificată modificare actualizat actualizată actualizare schimbat schimbată editat editată
  ændret ændring opdateret opdatering redigeret
  ändrad ändrat ändring ändrades uppdaterad uppdaterat uppdatering redigerad redigerat
  endret endring oppdatert oppdatering redigert
  muokattu muokkaus muutettu muuttunut muutos päivitetty päivitys
  muudetud muutmine muutus muutunud uuendatud uuendamine
  mainīts mainīta izmaiņas atjaunināts atjaunināta atjaunots labots rediģēts
  pakeistas pakeista pakeitimas atnaujintas atnaujinta atnaujinimas redaguotas
  spremenjen spremenjena spremenjeno sprememba posodobljen posodobljena posodobitev
  promijenjen promijenjena promijenjeno promjena izmijenjen izmijenjena izmjena ažuriran ažurirana ažurirano promenjen
  promenjena promena izmenjen izmenjena
  променен променена променено промяна обновен обновена обновено актуализиран актуализирана редактиран редактирана
  изменен изменён изменена изменено изменение обновлен обновлён обновлена обновлено обновление отредактирован
  змінено змінений змінена зміна оновлено оновлений оновлена оновлення відредаговано
`);

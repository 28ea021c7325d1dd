/** The steps at further senders in German, in the form of `stepsDe`. */
export const furtherStepsDe: Readonly<Record<string, readonly string[]>> = {
  'cal-com': [
    'Öffnen Sie Einstellungen, „Developer“, „Webhooks“ (oder den Reiter „Webhooks“ eines einzelnen Termintyps), und wählen Sie „New“.',
    'Geben Sie {url} als „Subscriber URL“ ein, und wählen Sie die Auslöser, etwa „Booking Created“.',
    'Geben Sie das Geheimnis von oben als „Secret“ ein.',
    'Wählen Sie „Ping test“: Der Test muss gelingen. Legen Sie dann den Webhook an.',
    'Damit klar ist, wessen Buchung es ist, fügen Sie eine Buchungsfrage mit dem Bezeichner contact_id hinzu (beim Termintyp: „Advanced“, „Booking questions“), und verbergen Sie sie. Verlinken Sie den Termintyp mit ?contact_id=... hinter der Adresse.',
    'Mappings finden eine Antwort am Bezeichner ihrer Frage (`$answers.notes`). Lassen Sie „Custom Payload Template“ ausgeschaltet: Sonst fehlen die Kennungen und Zeiten, die Fieldbridge liest. Cal.com wiederholt nichts, was fehlschlug.',
  ],
  calendly: [
    'Calendly hat keine Seite für Webhooks: Sie werden über die API angelegt (ab dem Tarif „Standard“). Öffnen Sie „Integrations & apps“, „API & webhooks“, und erzeugen Sie ein „Personal access token“.',
    'So finden Sie Ihre Organisation: `curl -H "Authorization: Bearer TOKEN" https://api.calendly.com/users/me` zeigt sie als current_organization.',
    'Legen Sie den Webhook mit diesem Befehl an.{instead}\n\n     curl -X POST https://api.calendly.com/webhook_subscriptions \\\n       -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\\n       -d \'{"url": "{url}", "events": ["invitee.created", "invitee.canceled"],\n            "organization": "YOUR-ORGANIZATION", "scope": "organization", "signing_key": "YOUR-SECRET"}\'',
    'Damit klar ist, wessen Termin es ist, fragen Sie bei den Fragen an die Eingeladenen nach der Kundennummer. Oder verlinken Sie den Termintyp mit ?salesforce_uuid=... hinter der Adresse: Sie finden den Wert als payload.tracking.salesforce_uuid.',
    'Mappings finden eine Antwort am Text ihrer Frage (`$answers."Haben Sie Allergien?"`): Ändern Sie ihn nur zusammen mit dem Mapping.',
    'Beim Verschieben sendet Calendly invitee.canceled (mit rescheduled: true) und invitee.created, in beliebiger Reihenfolge: Wählen Sie eines davon mit `when` aus. Nach einem Tag voller Fehler schaltet Calendly den Webhook aus; legen Sie ihn dann neu an.',
  ],
  framer: [
    'Wählen Sie in Framer das Formular auf der Arbeitsfläche, rechts neben „Send To“ die Auswahl „Add…“, dann „Webhook“.',
    'Geben Sie {url} als URL ein. Framer folgt keiner Weiterleitung.',
    'Geben Sie dort das Geheimnis von oben ein. Framer zeigt es nicht noch einmal, und ohne Geheimnis unterschreibt es nicht.',
    'Veröffentlichen Sie die Website, und senden Sie das Formular einmal ab. Kommt keine Antwort, wiederholt Framer einen Webhook bis zu fünfmal.',
    'Mappings finden eine Antwort am Namen ihres Feldes (`{answer: Kundennummer}`): Ändern Sie ihn nur zusammen mit dem Mapping. Damit klar ist, wessen Antworten es sind, fragen Sie im Formular nach der Kundennummer oder der E-Mail-Adresse.',
    'Framer beschreibt nicht, wie es Kästchen, mehrere Auswahlen und die Zeit des Formulars schreibt. Sehen Sie sich einen Webhook an, bevor Sie solche Felder zuordnen.',
  ],
  'google-forms': [
    `Öffnen Sie Ihr Formular, das Menü mit den drei Punkten, „Apps Script“, und ersetzen Sie den Inhalt durch dieses Skript.{instead}

     function sendToFieldbridge(e) {
       const answers = {};
       e.response.getItemResponses().forEach(each => {
         answers[each.getItem().getTitle()] = each.getResponse();
       });
       const request = {
         method: 'post',
         contentType: 'application/json',
         headers: { Authorization: 'Bearer YOUR-SECRET' },
         payload: JSON.stringify({
           formId: e.source.getId(),
           responseId: e.response.getId(),
           submittedAt: e.response.getTimestamp().toISOString(),
           email: e.response.getRespondentEmail(),
           answers: answers,
         }),
       };
       for (let wait = 2000; ; wait *= 3) {
         try {
           return UrlFetchApp.fetch('{url}', request);
         } catch (error) {
           if (wait > 60000) throw error;
           Utilities.sleep(wait);
         }
       }
     }

     Speichern Sie es dann.`,
    'Wählen Sie „Trigger“ (die Uhr) und „Trigger hinzufügen“: sendToFieldbridge, „Aus Formular“, „Beim Senden des Formulars“. Wählen Sie bei Fehlern „Sofort benachrichtigen“.',
    'Erlauben Sie, was Google fragt: Das Skript liest die Antworten und ruft Ihren Server auf.',
    'Senden Sie das Formular einmal ab. „Ausführungen“ in Apps Script zeigt, ob es ankam.',
    'Damit klar ist, wessen Antworten es sind, fragen Sie in einer eigenen Frage nach der Kundennummer, und geben Sie Kunden vorausgefüllte Links („Vorab ausgefüllten Link abrufen“ im Menü des Formulars).',
    'Mappings finden eine Antwort am Titel ihrer Frage (`$answers."Haben Sie Allergien?"`): Ändern Sie einen Titel nur zusammen mit dem Mapping. Geben Sie jeder Frage einen anderen Titel: Von zwei Fragen mit demselben Titel wird nur die letzte gesendet.',
  ],
  'google-ads': [
    'Öffnen Sie in Google Ads das Lead-Formular (ein Asset der Kampagne), dann „Leads aus Google Ads exportieren“, „Weitere Optionen für die Datenintegration“, „Webhook-Integration“.',
    'Geben Sie {url} als Webhook-URL ein und das Geheimnis von oben als Schlüssel. Google sendet ihn im Inhalt als google_key; er wird nicht aufbewahrt.',
    'Wählen Sie „Testdaten senden“. Ein Test hat is_test: true; lassen Sie ihn aus: Ergänzen Sie `$not(is_test = true)` im `when` des Mappings.',
    'Mappings finden eine Antwort an der Kennung ihrer Spalte (`$answers.EMAIL`, `$answers.FULL_NAME`, `$answers.PHONE_NUMBER`) oder am Text der Frage (`$answers."Haben Sie Allergien?"`).',
    'Ein Lead hat keine Kundennummer: Verknüpfen Sie ihn über die E-Mail-Adresse und den Namen (`link: $lowercase($join([$answers.EMAIL, $answers.FULL_NAME], " "))`), und lassen Sie ihn auf eine Buchung warten (`whenUnlinked: wait`).',
    'Google beschreibt nicht, welche Kennung Ihre eigenen Fragen haben (nehmen Sie deren Text) und wie mehrere Auswahlen geschrieben werden. Ältere Versionen senden weder lead_submit_time noch Kennungen der Spalten.',
  ],
  'meta-leads': [
    'Öffnen Sie auf developers.facebook.com Ihre App, Einstellungen, Allgemeines. Kopieren Sie den „App-Geheimcode“, und tragen Sie ihn hier als neues Geheimnis des Absenders ein.',
    'Meta prüft die URL sofort: Starten Sie Fieldbridge mit diesem Absender, und halten Sie das Prüf-Token (`verifyToken`) bereit.',
    'Fügen Sie der App das Produkt „Webhooks“ hinzu, wählen Sie „Page“, dann „Dieses Objekt abonnieren“. Geben Sie {url} als Callback-URL und das Prüf-Token als „Token bestätigen“ ein.',
    'Abonnieren Sie das Feld „leadgen“; andere Felder werden auch angenommen, haben aber keine Kennung eines Leads.',
    'Schalten Sie die App live, mit den Berechtigungen leads_retrieval und pages_manage_metadata, und installieren Sie sie auf der Seite: POST an /SEITEN-ID/subscribed_apps mit subscribed_fields=leadgen. Sonst wird nichts gesendet.',
    'Meta sendet die Kennungen von Lead, Formular und Anzeige, nie Name, E-Mail-Adresse oder Antworten. Dafür lassen Sie Zapier oder Make auf „New lead“ achten und die Felder an einen eigenen Absender senden (Vorlage Zapier oder Make).',
  ],
  mailchimp: [
    'Öffnen Sie in Mailchimp „Audience“, „More options“, „Audience settings“, „Webhooks“, und wählen Sie „Create New Webhook“.',
    'Starten Sie Fieldbridge zuerst mit diesem Absender, denn Mailchimp prüft die URL sofort. Geben Sie {url}?token=YOUR-SECRET als „Callback URL“ ein.{instead}',
    'Haken Sie „Profile Updates“ an (und nach Wunsch „Subscribes“). Unter „Only send updates when a change is made by“ haken Sie „a subscriber“ und „an account admin“ an. Lassen Sie „via the API“ aus, sonst kommen Ihre eigenen Änderungen zurück.',
    'Legen Sie ein Feld für die Kundennummer an (Settings, „Audience fields and *|MERGE|* tags“), mit einem Tag wie CUSTNO. Ein Mapping liest es als data.merges.CUSTNO.',
    'Behalten Sie die URL für sich: Wer sie kennt, kann senden. Mailchimp versucht einen Webhook nur wenige Male und schaltet ihn nach der Antwort 410 aus.',
  ],
  n8n: [
    'Fügen Sie Ihrem Workflow den Knoten „HTTP Request“ hinzu. Wählen Sie die Methode POST, und geben Sie {url} als „URL“ ein.',
    'Wählen Sie „Generic Credential Type“, „Header Auth“, und legen Sie Zugangsdaten mit dem Namen Authorization und dem Wert „Bearer YOUR-SECRET“ an, mit einem Leerzeichen dazwischen.{instead}',
    'Schalten Sie „Send Body“ ein, wählen Sie JSON und „Using Fields Below“, und fügen Sie für jeden Wert eine Zeile hinzu: einen eigenen Namen wie email, und den Wert. Mappings finden den Wert an diesem Namen.',
    'Schalten Sie in den Einstellungen des Knotens „Retry On Fail“ ein: Eine fehlgeschlagene Anfrage wird dann wiederholt.',
    'Schalten Sie „Send Headers“ ein, und fügen Sie Idempotency-Key mit der Kennung hinzu, die der Auslöser dem Geschehen gibt, falls es eine gibt: Ein wiederholter Lauf bewirkt dann nichts doppelt.',
    'Geben Sie dieser Kopfzeile bei jedem Geschehen einen neuen Wert, nie die Kennung einer Person: Derselbe Wert noch einmal gilt als Wiederholung.',
  ],
  odoo: [
    'Schalten Sie in Odoo den Entwicklermodus ein, öffnen Sie Einstellungen, „Technisch“, „Automatisierungsregeln“ (oder „Automatisierungen“ in Studio), und legen Sie eine Regel für das Modell „Kontakt“ an, die beim Speichern eines Kontakts läuft.',
    'Fügen Sie die Aktion „Webhook-Benachrichtigung senden“ hinzu, und geben Sie {url}?token=YOUR-SECRET ein.{instead} Odoo kann weder unterschreiben noch eigene Kopfzeilen senden.',
    'Wählen Sie unter „Felder“ jedes Feld, das das Mapping liest, und „Zuletzt aktualisiert am“ (write_date), die Zeit der Änderung. Das Beispiel in Odoo zeigt die Namen der Felder.',
    'Führen Sie die Kundennummer in einem Feld des Kontakts, etwa x_studio_customer_number. Ohne ein solches Feld nehmen Sie `link: _id`.',
    'Für ein leeres Feld schreibt Odoo false: Um es auszulassen, schreiben Sie einen Text im Mapping als `x_studio_allergies ? x_studio_allergies`. Für einen verbundenen Datensatz sendet Odoo die Kennung, in manchen Versionen mit dem Namen.',
    'Odoo wartet eine Sekunde auf die Antwort und wiederholt nichts, was fehlschlug: Betreiben Sie Fieldbridge in der Nähe, und sehen Sie nach dem ersten Versuch bei den abgelehnten Webhooks nach.',
  ],
  paperform: [
    'Öffnen Sie im Editor des Formulars „After Submission“, „Integrations & Webhooks“, dann „Webhooks“, und wählen Sie „Add Webhook“. Webhooks brauchen einen Tarif, der sie enthält.',
    'Geben Sie {url}?token=YOUR-SECRET ein.{instead} Paperform kann weder unterschreiben noch eigene Kopfzeilen senden.',
    'Wählen Sie „New Submission“ unter „Triggered On“, und legen Sie den Webhook an. „Test“ sendet die letzte Antwort noch einmal: Sie gilt als Wiederholung.',
    'Mappings finden eine Antwort am Schlüssel ihrer Frage (`$answers.ba7ri`), an einem eigenen „Custom pre-fill key“ (`$answers.allergies`), der bleibt, wenn sich der Titel ändert, oder am Titel.',
    'Damit klar ist, wessen Antworten es sind, fügen Sie eine verborgene Frage mit dem eigenen Schlüssel customer_number hinzu. Verlinken Sie das Formular mit ?customer_number=... hinter der Adresse.',
    'Paperform beschreibt nicht, ob mehrere Auswahlen eine Liste oder ein Text sind, welche Zeitzone created_at hat und ob eine unvollständige Antwort die Kennung der vollständigen hat. Geben Sie unvollständigen Antworten einen eigenen Absender.',
  ],
  stripe: [
    'Öffnen Sie im Stripe-Dashboard „Entwickler“ (Workbench), „Webhooks“, und wählen Sie „Ziel hinzufügen“.',
    'Wählen Sie die Ereignisse, etwa checkout.session.completed oder customer.updated, und das Format „Snapshot“: „Thin“ sendet Kennungen ohne Felder.',
    'Wählen Sie „Webhook-Endpunkt“, und geben Sie {url} als URL ein.',
    'Öffnen Sie das neue Ziel, zeigen Sie das „Signing secret“ an (whsec_...), und tragen Sie es ganz als neues Geheimnis des Absenders ein. Testmodus und Livemodus haben verschiedene.',
    'Die Kundennummer gehört nicht zu den Feldern von Stripe: Schreiben Sie sie als `metadata.customer_number` des Kunden oder der Checkout-Sitzung, oder als `client_reference_id`.',
    'Solange Sie das Geheimnis wechseln, gelten beim Absender beide; Stripe unterschreibt so lange auch mit dem alten, wie Sie es wählen.',
  ],
  webflow: [
    'Halten Sie das Geheimnis von oben bereit, und setzen Sie `version: token` beim Absender.',
    'Öffnen Sie in Webflow die Einstellungen Ihrer Website, „Apps & integrations“, und wählen Sie „Add webhook“ unter „Webhooks“. Wählen Sie den Auslöser „Form submission“ und die API-Version 2.',
    'Geben Sie {url}?token=YOUR-SECRET ein.{instead} Webflow unterschreibt Webhooks nicht, die hier angelegt werden.',
    'Mit Signatur: Legen Sie den Webhook mit einer eigenen App an (POST /v2/sites/SITE/webhooks mit dem triggerType form_submission und der url {url}). Tragen Sie das Client-Secret der App als neues Geheimnis ein, und lassen Sie `version` weg.',
    'Damit klar ist, wessen Antworten es sind, fügen Sie dem Formular in einem Embed ein verstecktes Feld mit der Kundennummer hinzu: `<input type="hidden" name="customer_number">`.',
    'Mappings finden eine Antwort am Namen ihres Feldes (`$answers."Vorname"`; beim Feld: Settings, Name): Ändern Sie ihn nur zusammen mit dem Mapping. Nach drei Fehlversuchen gibt Webflow auf.',
  ],
  zendesk: [
    'Öffnen Sie in Zendesk das Admin Center, „Apps und Integrationen“, „Aktionen und Webhooks“, und wählen Sie „Webhook erstellen“.',
    'Wählen Sie „Zendesk-Ereignisse“ und bei den Benutzern „User custom field changed“ (und andere zu Benutzern). „Auslöser oder Automatisierung“ ist für Tickets, und dort schreiben Sie das JSON selbst.',
    'Geben Sie {url} als Endpunkt-URL ein, die Methode POST und das Format JSON. Die Authentifizierung kann „Keine“ bleiben: Die Signatur genügt.',
    'Speichern Sie, öffnen Sie den Webhook wieder, wählen Sie „Geheimnis anzeigen“, und tragen Sie es unverändert als neues Geheimnis des Absenders ein.',
    'Setzen Sie die externe ID jedes Benutzers auf die Kundennummer (über die API oder einen Import): Ein Ereignis enthält sie als detail.external_id. Ein Ereignis enthält nur das eine eigene Feld, das sich geändert hat.',
    'Ein Auslöser fügt Werte unverändert ein: Ein Anführungszeichen in einem Kommentar macht das JSON unlesbar. Es bleibt bei den abgelehnten Webhooks; lassen Sie freie Texte aus Auslösern weg.',
  ],
};

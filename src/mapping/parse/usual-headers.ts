/** Usual names of columns and questions, which nobody sends as a text for everybody. In lower case. */
export const usualHeaders: ReadonlySet<string> = new Set(
  `nachricht bemerkung bemerkungen notiz notizen kommentar kommentare anmerkung anmerkungen hinweis hinweise
  mitteilung wunsch wünsche anliegen frage betreff text message comment comments note notes remark remarks subject
  status kundenstatus kundennummer anrede geschlecht gender salutation vorname nachname name email mail handy mobil
  mobile telefon telefonnummer phone straße strasse str adresse address plz postleitzahl zip ort stadt wohnort city
  land country geburtsdatum geburtstag birthday birthdate kasse krankenkasse versicherung insurance arzt hausarzt
  doctor allergie allergien allergies medikament medikamente medication größe groesse gewicht height weight quelle
  herkunft source beruf firma company sprache language`.split(/\s+/),
);

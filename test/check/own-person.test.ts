import { describe, expect, it } from 'vitest';
import { ownPersonForOther } from '../../src/check/people/own-person.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const names: Readonly<Record<string, string>> = {
  emergency: 'Notfallkontakt',
  ice: 'Contact d’urgence',
  acil: 'Acil durumda aranacak kişi',
  nod: 'Närmast anhörig',
  nouze: 'Nouzový kontakt',
  doctor: 'Überweisender Arzt',
  lekar: 'Ošetřující lékař',
  employer: 'Arbeitgeber',
  spouse: 'Ehepartner',
  nickname: 'Spitzname',
  recipient: 'Rechnungsempfänger',
  parents: 'Erziehungsberechtigte',
  contact: 'Ansprechpartner',
  'deputy.name': 'Stellvertretung im Notfall',
};
const catalog = catalogOf({
  fields: Object.entries(names).map(([keyName, name]) => fieldOf({ keyName, name })),
});

function found(rule: string, id = 'nr') {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n    ${rule}\n`;
  return ownPersonForOther(mappingOf(text), catalog);
}

describe('a field about another person that reads the customer', () => {
  it.each([
    ['emergency: {template: "{medlem.förnamn} {medlem.efternamn}, {medlem.mobil}"}', 'medlem.kundnummer'],
    ['emergency: {template: "{ad} {soyad}, {telefon}"}', 'musteri_no'],
    ['doctor: {template: "{data.object.first_name} {data.object.last_name}"}', 'data.object.id'],
    ['emergency: {template: "{first_name} {last_name}"}', 'nr'],
    ['emergency: {template: "{contact.vorname} {contact.nachname} ({contact.email})"}', 'nr'],
    ['emergency: first_name & " " & last_name', 'nr'],
    ['emergency: \'$join([first_name, last_name], " ")\'', 'nr'],
    ['ice: {template: "{client.prenom} {client.nom}"}', 'client.numero'],
    ['acil: {template: "{ad} {soyad}"}', 'nr'],
    ['nod: {template: "{kund.förnamn} {kund.efternamn}"}', 'nr'],
    ['nouze: {template: "{data.jmeno} {data.prijmeni}"}', 'nr'],
    ['nouze: {template: "{zakaznik.jmeno} {zakaznik.prijmeni}, {zakaznik.telefon}"}', 'nr'],
    ['lekar: {template: "{imie} {nazwisko}"}', 'nr'],
    ['doctor: last_name', 'nr'],
    ['employer: {template: "{nombre} {apellidos}"}', 'nr'],
    ['spouse: {template: "{keresztnev} {vezeteknev}"}', 'nr'],
    ['emergency: {template: "{$answers.Vorname} {$answers.Nachname}"}', 'nr'],
    ['deputy.name: {template: "{first_name} {last_name}"}', 'nr'],
  ])('is reported: %s', (rule, id) => {
    expect(found(rule, id)).toMatchObject([
      { code: 'mapping/other-name', message: expect.stringContaining('to the customer, and the field is') },
    ]);
  });

  it.each([
    ['emergency: {template: "{emergency_contact.name}, {emergency_contact.phone}"}', 'nr'],
    ['emergency: {template: "{medlem.anhörig.förnamn} {medlem.anhörig.efternamn}"}', 'medlem.kundnummer'],
    ['emergency: {template: "{notfall_vorname} {notfall_nachname}"}', 'nr'],
    ['deputy.name: {template: "{deputy.first_name} {deputy.last_name}"}', 'nr'],
    ['deputy.name: deputy.last_name', 'nr'],
    ['deputy.name: {answer: Stellvertretung Nachname}', 'nr'],
    ['deputy.name: vertretung.nachname', 'nr'],
    ['deputy.name: emergency.last_name', 'nr'],
    ['emergency: {template: "{partner.first_name} {partner.last_name}"}', 'nr'],
    ['acil: {template: "{yakin.ad} {yakin.soyad}"}', 'nr'],
    ['acil: {template: "{yakin_adi} {yakin_soyadi}"}', 'nr'],
    ['nod: {template: "{anhorig_fornamn} {anhorig_efternamn}"}', 'nr'],
    ['emergency: {template: "{first_name} {last_name} ({relation})"}', 'nr'],
    ['emergency: \'ice.name ? ice.name : first_name & " " & last_name\'', 'nr'],
    ['emergency: {template: "{first_name} {last_name}", because: the form is about the contact}', 'nr'],
    ['doctor: {answer: Hausarzt}', 'nr'],
    ['doctor: doctor.name', 'nr'],
    ['doctor: name', 'nr'],
    ['employer: company', 'nr'],
    ['employer: firma.name', 'nr'],
    ['acil: ad', 'nr'],
    ['nickname: {template: "{first_name} {last_name}"}', 'nr'],
    ['recipient: {template: "{first_name} {last_name}"}', 'nr'],
    ['parents: {template: "{first_name} {last_name}"}', 'nr'],
    ['contact: {template: "{first_name} {last_name}"}', 'nr'],
    ['spouse: {template: "{partner_vorname} {nachname}"}', 'nr'],
  ])('is right: %s', (rule, id) => {
    expect(found(rule, id)).toEqual([]);
  });
});

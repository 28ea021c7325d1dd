import { describe, expect, it } from 'vitest';
import { newEventType } from '../../src/mapping/doubts/event-kind/new-event-type.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

interface Options {
  readonly when?: string;
  readonly rule?: string;
  readonly headers?: object;
  readonly testHeaders?: object;
}

/** Returns the warning for an event of a mapping whose only sample has the given payload. */
function warningFor(
  sample: object,
  payload: object,
  { when, rule = 'note', headers = {}, testHeaders = {} }: Options = {},
) {
  const mapping = mappingOf(
    [
      'source: website',
      'destination: salon',
      ...(when === undefined ? [] : [`when: '${when}'`]),
      'operation: updateCustomer',
      'set:',
      '  id: id',
      `  note: ${rule}`,
      'tests:',
      '  - name: a customer',
      `    payload: ${JSON.stringify({ id: 1001, note: 'a', ...sample })}`,
      `    headers: ${JSON.stringify(testHeaders)}`,
      '    expect: [{id: "1001", note: a}]',
      '',
    ].join('\n'),
  );
  return newEventType(mapping, {
    payload: { id: 1002, note: 'b', ...payload },
    headers: headers as Record<string, string>,
  });
}

describe('an event of a type that no sample has', () => {
  it.each([
    // Words of languages and of senders that no table has.
    [{ zdarzenie: 'klient.zmieniony' }, { zdarzenie: 'klient.zablokowany' }],
    [{ tapahtuma: 'asiakas.muokattu' }, { tapahtuma: 'asiakas.poistettu' }],
    [{ sündmus: 'klient.muudetud' }, { sündmus: 'klient.kustutatud' }],
    [{ eveniment: 'client.modificat' }, { eveniment: 'client.sters' }],
    [{ γεγονός: 'πελάτης.ενημερώθηκε' }, { γεγονός: 'πελάτης.διαγράφηκε' }],
    [{ dogadaj: 'korisnik.promijenjen' }, { dogadaj: 'korisnik.obrisan' }],
    [{ data: { what: 'member:updated' } }, { data: { what: 'member:frozen' } }],
    [{ esemény: 'kitöltve' }, { esemény: 'zárolva' }],
    [{ begivenhed: 'tid.booket' }, { begivenhed: 'patient.spærret' }],
    [{ event: 'contact.updated' }, { event: 'contact.blacklisted' }],
    [{ event: 'contact.updated' }, { event: 'contact.hard_bounced' }],
    [{ event: 'contact.created' }, { event: 'invoice.created' }],
    [{ event: 'lead.updated' }, { event: 'lead.lost' }],
    [{ event_type: 'cliente' }, { event_type: 'recibo' }],
    [{ event_type: 'Neuanmeldung' }, { event_type: 'Rückläufer' }],
    [{ webhookTopic: 'members' }, { webhookTopic: 'orders' }],
    [{ type: 'updated' }, { type: 'expired' }],
    [{ typ: 'geaendert' }, { typ: 'ruhend' }],
    [{ tipo: 'creado' }, { tipo: 'anonimizado' }],
    [{ action: 'created' }, { action: 'locked' }],
    [{ event: { type: 'member.updated' } }, { event: { type: 'member.paused' } }],
    [{ data: { '@typ': 'neu' } }, { data: { '@typ': 'ungueltig' } }],
    [{ topic: 'customers.update' }, { topic: 'customers.redact' }],
    [{ triggerEvent: 'BOOKING_CREATED' }, { triggerEvent: 'BOOKING_CANCELLED' }],
    [{ event: 'invitee.created' }, { event: 'invitee.canceled' }],
    [{ event: 'invitee.created' }, { event: 'invitee_no_show.created' }],
    [{ type: 'checkout.session.completed' }, { type: 'checkout.session.async_payment_failed' }],
    [{ event: 'payment.received' }, { event: 'payment.declined' }],
    // The kind of the record beside what happened to it.
    [
      { event: { object_type: 'lead', action: 'updated' } },
      { event: { object_type: 'opportunity', action: 'updated' } },
    ],
    [
      { entity: 'kontakt', action: 'changed' },
      { entity: 'objednavka', action: 'changed' },
    ],
    [
      { meta: { resource: 'client', event: 'update' } },
      { meta: { resource: 'membership', event: 'update' } },
    ],
    [
      { recordType: 'Lead', type: 'updated' },
      { recordType: 'Contact', type: 'updated' },
    ],
  ])('sample %j, event %j: is reported', (sample, payload) => {
    expect(warningFor(sample, payload)).toMatchObject({ code: 'mapping/new-event-type', path: 'when' });
  });

  it.each([
    // Beside no type of an event, it is anything: a kind of flat, or a business.
    [{ objekttyp: 'wohnung' }, { objekttyp: 'haus' }],
    [{ data: { entity: 'gmbh' } }, { data: { entity: 'verein' } }],
    // The same type, also in other letters.
    [{ event: 'contact.updated' }, { event: 'contact.updated' }],
    [{ event: 'contact.updated' }, { event: 'CONTACT_UPDATED' }],
    // A record of the same kind was created or changed.
    [{ event: 'contact.created' }, { event: 'contact.updated' }],
    [{ event: 'contact.created' }, { event: 'contact.address_updated' }],
    [{ zdarzenie: 'klient.nowy' }, { zdarzenie: 'klient.zmieniony' }],
    [{ type: 'created' }, { type: 'updated' }],
    [{ typ: 'neu' }, { typ: 'geaendert' }],
    [{ event: 'form.submitted' }, { event: 'form.completed' }],
    [{ triggerEvent: 'BOOKING_CREATED' }, { triggerEvent: 'BOOKING_RESCHEDULED' }],
    // No type of an event.
    [{ type: 'private' }, { type: 'business' }],
    [{ tipo: 'particular' }, { tipo: 'empresa' }],
    [{ event: 'Sommerfest' }, { event: 'Yoga am See' }],
    [{ event: 'Open day' }, { event: 'Summer party' }],
    [{ action: 'call' }, { action: 'visit' }],
    [{ locale: 'de.DE' }, { locale: 'fr.FR' }],
    [{ source: 'website' }, { source: 'facebook' }],
    [{ email: 'anna@example.com' }, { email: 'bert@example.com' }],
    [{ site: 'anna.example' }, { site: 'bert.example' }],
    [{ ref: 'a1.b2' }, { ref: 'a1.c3' }],
    [{ username: 'anna.meier' }, { username: 'anna.huber' }],
    [{ file: 'photo.jpg' }, { file: 'photo.png' }],
    [{ operation: 'Knie' }, { operation: 'Hüfte' }],
    [{ customer: { plan: 'gold.monthly' } }, { customer: { plan: 'gold.yearly' } }],
    // Nothing to compare.
    [{}, { event: 'contact.blacklisted' }],
    [{ event: 'contact.updated' }, {}],
    [{ event: 'contact.updated' }, { event: '' }],
    [{ event: 'contact.updated' }, { event: { toString: [] } }],
  ])('sample %j, event %j: is not reported', (sample, payload) => {
    expect(warningFor(sample, payload)).toBeUndefined();
  });

  it.each([
    ['created', 'updated', 'frozen'],
    ['angelegt', 'geändert', 'gesperrt'],
    ['aangemaakt', 'gewijzigd', 'geblokkeerd'],
    ['créé', 'modifié', 'bloqué'],
    ['creado', 'actualizado', 'bloqueado'],
    ['creato', 'modificato', 'bloccato'],
    ['criado', 'alterado', 'bloqueado'],
    ['utworzony', 'zmieniony', 'zablokowany'],
    ['utworzono', 'edytowano', 'zablokowano'],
    ['dodano', 'aktualizacja', 'blokada'],
    ['vytvořen', 'změněn', 'blokován'],
    ['přidáno', 'upraveno', 'zablokováno'],
    ['vytvorený', 'zmenený', 'zablokovaný'],
    ['létrehozva', 'módosítva', 'zárolva'],
    ['új', 'frissítés', 'zárolás'],
    ['oluşturuldu', 'güncellendi', 'engellendi'],
    ['olusturuldu', 'guncellendi', 'engellendi'],
    ['δημιουργήθηκε', 'ενημερώθηκε', 'αποκλείστηκε'],
    ['dimiourgithike', 'enimerothike', 'apokleistike'],
    ['creat', 'actualizat', 'blocat'],
    ['adăugată', 'modificată', 'blocată'],
    ['oprettet', 'ændret', 'spærret'],
    ['skapad', 'uppdaterad', 'spärrad'],
    ['opprettet', 'endret', 'sperret'],
    ['luotu', 'muokattu', 'estetty'],
    ['lisätty', 'päivitetty', 'lukittu'],
    ['loodud', 'muudetud', 'blokeeritud'],
    ['izveidots', 'atjaunināts', 'bloķēts'],
    ['sukurtas', 'pakeistas', 'užblokuotas'],
    ['ustvarjen', 'posodobljen', 'blokiran'],
    ['stvoren', 'promijenjen', 'blokiran'],
    ['създаден', 'променен', 'блокиран'],
    ['создан', 'изменен', 'заблокирован'],
    ['створено', 'змінено', 'заблоковано'],
  ])(
    'is reported only for another end, in the words of a language: %s, %s, %s',
    (created, changed, other) => {
      for (const record of ['klient.', 'klient_', '']) {
        const [one, two] = [{ event: `${record}${created}` }, { event: `${record}${changed}` }];
        expect(warningFor(one, two)).toBeUndefined();
        expect(warningFor(two, one)).toBeUndefined();
        expect(warningFor(two, { event: `${record}${other}` })).toBeDefined();
      }
    },
  );

  it.each([
    ['event = "contact.blacklisted" or event = "contact.updated"'],
    ['event in ["contact.updated", "contact.blacklisted"]'],
    ['$contains(event, "black")'],
    ['event ~> /^contact/'],
  ])('is not reported if when names it: %s', when => {
    expect(
      warningFor({ event: 'contact.updated' }, { event: 'contact.blacklisted' }, { when }),
    ).toBeUndefined();
  });

  it.each([['$contains(event, "contact")'], ['event != "contact.deleted"'], ['$exists(event)']])(
    'is reported if when lets it pass without its name: %s',
    when => {
      const found = warningFor({ event: 'contact.updated' }, { event: 'contact.blacklisted' }, { when });
      expect(found?.hint).toContain('add and $not(event = "contact.blacklisted") to when');
    },
  );

  it('is not reported if a table names it', () => {
    const rule = '{from: event, values: {contact.updated: a, contact.paused: b}}';
    const sample = { event: 'contact.updated' };
    expect(warningFor(sample, { event: 'contact.paused' }, { rule })).toBeUndefined();
    expect(warningFor(sample, { event: 'contact.frozen' }, { rule })).toBeDefined();
  });

  it('is reported for the header of an event type', () => {
    const options = { testHeaders: { 'x-topic': 'customers/update' } };
    const paused = { ...options, headers: { 'x-topic': 'customers/disable' } };
    expect(warningFor({}, {}, paused)?.message).toBe(
      'the event has a type of event that no sample of the mapping has: $headers."x-topic" is "customers/disable", and in the samples "customers/update"',
    );
    expect(warningFor({}, {}, { ...options, headers: { 'x-topic': 'customers/create' } })).toBeUndefined();
  });

  it('hides a text below another key from those who may not see values', () => {
    const mapping = mappingOf(
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  note: note\n' +
        'tests:\n  - name: a\n    payload: {id: 1, note: a, kto: anna.meier, event: a.new}\n    expect: [{id: "1", note: a}]\n',
    );
    const said = (payload: object) =>
      JSON.stringify(newEventType(mapping, { payload, headers: {} }, { isShown: false }));
    expect(said({ kto: 'anna.huber', event: 'a.new' })).not.toContain('huber');
    expect(said({ kto: 'anna.meier', event: 'a.gone' })).toContain('a.gone');
  });

  it('is told at the event, and an end that the words name is told instead', async () => {
    const text =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  note: note\n' +
      'tests:\n  - name: a customer\n    payload: {id: 1001, note: a, event: contact.updated}\n    expect: [{id: "1001", note: a}]\n';
    const codesFor = async (event: string) =>
      codesOf(await evaluateYaml(text, { payload: { id: 1002, note: 'b', event } }));
    expect(await codesFor('contact.blacklisted')).toEqual(['mapping/new-event-type']);
    expect(await codesFor('contact.deleted')).toEqual(['mapping/ended-record']);
    expect(await codesFor('contact.created')).toEqual([]);
  });
});

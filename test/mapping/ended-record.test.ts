import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { mappingInput } from '../../src/deliver/planning/mapping-input.ts';
import { endedRecord } from '../../src/mapping/doubts/event-kind/ended-record.ts';
import { bookingMapping, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

const data = { id: 1001, note: 'a' };

function mappingWith(when = '', note = 'note') {
  const head = when === '' ? '' : `when: '${when}'\n`;
  return mappingOf(
    `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: id\n  note: '${note}'\n`,
  );
}

function reported(
  payload: object,
  { when = '', note = 'note', headers = {}, type = undefined as string | undefined } = {},
) {
  const event = {
    id: 'e1',
    source: 'website',
    receivedAt: '2026-01-01T12:00:00.000Z',
    ...(type !== undefined && { type }),
  };
  const input = {
    payload: isDocument(payload) ? payload : { ...data, ...payload },
    answers: undefined,
    headers,
    query: {},
    body: payload,
    event,
  };
  return endedRecord(mappingWith(when, note), input);
}

/** True for an XML document, which has no data beside its root. */
function isDocument(payload: object): boolean {
  return ['Warteliste', 'Meldung'].includes(Object.keys(payload)[0] ?? '');
}

function unsubscribed(more: object): object {
  return { type: 'buyer.unsubscribed', ...more };
}

describe('an event about a deletion, an unsubscription or a test', () => {
  it.each([
    { raderad: true },
    { medlem: { borttagen_datum: '2026-11-28' } },
    { kontakt: { smazano: true } },
    { kontakt: { smazáno: 'ano' } },
    { smazano_dne: '27. 11. 2026' },
    { eliminado_em: '27/11/2026' },
    { silindi: '1' },
    { data: { supprime_le: '2026-11-27T10:00:00Z' } },
    { customer_deleted_at: '2026-11-27' },
    { teste: true },
    { essai: true },
    { zkusebni: true },
    { testhändelse: true },
    { event: 'newsletter.cancelled' },
    { event: 'nyhetsbrev.avslutad' },
    { event: 'newsletter.subscription_ended' },
    { evento: 'newsletter.cancelada' },
    { evento: 'resposta.apagada' },
    { estado: 'rascunho' },
    { olay: 'onay.geri_cekildi' },
    { olay: 'bulten.abonelik_iptali' },
    { begivenhed: 'patient.slettet' },
    { begivenhed: 'test' },
    { begivenhed: 'nyhedsbrev.afmeldt' },
    { symvan: 'dokimi' },
    { συμβάν: 'δοκιμή' },
    { συμβάν: 'διαγραφή' },
    { symvan: 'diagrafi' },
    { symvan: 'apeggrafi' },
    { event: 'συνδρομητής.διαγραφή' },
    { symvan: 'enimerotiko.akyrosi' },
    { συμβάν: 'ενημερωτικό.ακύρωση' },
    { συμβάν: 'συγκατάθεση.ανάκληση' },
    { symvan: 'sygkatathesi.anaklisi' },
    { diegrafi: true },
    { διαγράφηκε: true },
    { esemény: 'teszt' },
    { esemény: 'anonimizálva' },
    { állapot: 'piszkozat' },
    { eveniment: 'client.șters' },
    { tapahtuma: 'asiakas.poistettu' },
    { dogadaj: 'korisnik.obrisan' },
    { event: 'members.opted_out' },
    { event: 'members.erased' },
    { event: 'customer.deleted' },
    { event: 'CONTACT_DELETE' },
    { event_type: 'contactDeleted' },
    { type: 'contact.deletion' },
    { action: 'delete' },
    { action: 'Kunde gelöscht' },
    { topic: 'customers/delete' },
    { method: 'DELETE' },
    { subscriptionType: 'contact.deletion' },
    { event: { type: 'customer.destroyed' } },
    { meta: { action: 'deleted' } },
    { data: { deleted: true } },
    { customer: { is_deleted: 1 } },
    { customer: { isDeleted: 'true' } },
    { contact: { deleted_at: '2026-01-01T00:00:00Z' } },
    { deletedAt: '2026-01-01' },
    { archived: true },
    { type: 'unsubscribe' },
    { event: 'subscriber.unsubscribed' },
    { aktion: 'Abmeldung' },
    { event: 'test' },
    { type: 'ping' },
    { event: 'webhook.test' },
    { test: true },
    { is_test: 1 },
    { Entry: { Action: 'Delete' } },
    { entry: { operation: 'deleted' } },
    { contact: { change_type: 'DELETE' } },
    { status: 'trash' },
    { status: 'deleted' },
    { data: { state: 'Deleted' } },
    { status: 'spam' },
    { spam: true },
    { is_spam: '1' },
    { event: 'contact.merged' },
    { type: 'CONTACT_MERGE' },
    { aktion: 'Kontakt zusammengeführt' },
    { status: 'merged' },
    { merged_into: 90044 },
    { contact: { mergedIntoId: 'c-44' } },
    { truncated: true },
    { payload_truncated: 'true' },
    { data: { is_truncated: 1 } },
    { event: 'ONCRMCONTACTDELETE' },
    { event_type: 'removed' },
    { event: 'contact.removed' },
    { verb: 'destroy' },
    { événement: 'suppression' },
    { statut: 'supprimé' },
    { status: 'archived' },
    { op: 'd' },
    { action: { type: 'deleteCard' } },
    { client: { archived: true } },
    { data: { client: { archived: 'yes' } } },
    { patient_archived: true },
    { trashed: 1 },
    { anonymized: true },
    { gdpr_deletion_requested: true },
    { MessageName: 'Delete' },
    { livemode: false },
    { mode: 'test' },
    { environment: 'Sandbox' },
    { partial: true },
    { status: 'incomplete' },
    { data: { status: 'draft' } },
    { status: 'abandoned' },
    { status: 'cancelled', line_items: [] },
    { order_number: '7', status: 'refunded' },
    { order_number: '7', financial_status: 'voided' },
    { order: { status: 'Storniert', total: '-77' } },
    { eventType: 'member.removed' },
    { type: 'card.removed' },
    { ereignis: 'patient.entfernt' },
    { type: 'member.test' },
    { type: 'test.member' },
    { event: 'test_card' },
    { ereignis: 'patient.verstorben' },
    { eventType: 'member.deceased' },
    { event: 'klant.overleden' },
    { événement: 'client.décédé' },
    { status: 'deceased' },
    { eventType: 'member.opted_out' },
    { event: 'optOut' },
    { type: 'consent.revoked' },
    { type: 'optin.withdrawn' },
    { type: 'MARKETING_CONSENT_WITHDRAWN' },
    { ereignis: 'patient.widerruf' },
    { ereignis: 'Einwilligung widerrufen' },
    { tipo: 'card.deleted' },
    { tipo: 'card.test' },
    { tipo: 'consent.revoked' },
    { tipo: 'consenso.revocato' },
    { tipo_evento: 'carta.eliminata' },
    { zdarzenie: 'klient.deleted' },
    { zdarzenie: 'customer.deleted' },
    { zdarzenie: 'klient.usunięty' },
    { zdarzenie: 'test' },
    { 'Typ zdarzenia': 'klient usunięty' },
    { akcja: 'usunięto' },
    { azione: 'eliminata' },
    { acción: 'paciente.eliminada' },
    { gebeurtenistype: 'klant.verwijderd' },
    { type_evenement: 'client.supprimé' },
    { ereignistyp: 'kunde.geloescht' },
    { händelse: 'kund.raderad' },
    { udalost: 'zakaznik.smazan' },
    { islem: 'silindi' },
    { stan: 'usunięty' },
    { evento: 'paciente.baja_boletin' },
    { evento: 'baja.boletin' },
    { evento: 'boletin.baja' },
    { evento: 'paciente.baja' },
    { tipo: 'baja' },
    { estado: 'baja' },
    { evento: 'paciente.prueba' },
    { type: 'carta.eliminata' },
    { type: 'cliente.cancellato' },
    { type: 'carta.prova' },
    { event: 'zgoda.wycofana' },
    { event: 'zgoda.cofnięta' },
    { event: 'klient.testowy' },
    { event: 'consentimiento.retirado' },
    { event: 'klant.verwijderd' },
    { Warteliste: { Meldung: { '@typ': 'geloescht', Name: 'a' } } },
    { Warteliste: { '@version': '1', Meldung: { Typ: 'geloescht', Name: 'a' } } },
    { Warteliste: { Meldung: { '@event': 'patient.deleted', Name: 'a' } } },
    { Warteliste: { Meldung: { '@type': 'deleted' } } },
    { Warteliste: { Meldung: { '@typ': 'test' } } },
    { Meldung: { '@typ': 'geloescht', Name: 'a', Ort: 'b' } },
    { Warteliste: { '@typ': 'geloescht', Meldung: { Name: 'a' } } },
  ])('is reported if the mapping does not read its type: %j', payload => {
    expect(reported(payload)?.code).toBe('mapping/ended-record');
  });

  it.each([
    {},
    { event: 'customer.created' },
    { event: 'customer.updated' },
    { event: 'contact.tag_removed' },
    { type: 'undeleted' },
    { event: 'customer.deliver' },
    { event: 'ONCRMCONTACTADD' },
    { event: 'contact.list_removed' },
    { op: 'u' },
    { action: { type: 'updateCard' } },
    { data: { client: { archived: false } } },
    { status: 'archived by mistake, see note' },
    { files: { data: { archived: true } }, status: 'new' },
    { event: 'ONCRMCONTACTUNDELETE' },
    { MessageName: 'Update' },
    { MessageName: 'Create' },
    { livemode: true },
    { mode: 'live' },
    { mode: 'payment' },
    { partial: false },
    { partial: 'Teilzahlung' },
    { status: 'complete' },
    { contact: { status: 'draft' } },
    { event: 'latest' },
    { deleted: false },
    { deleted: 0 },
    { deleted: null },
    { deleted_at: null },
    { deleted_at: '' },
    { deleted_at: '0000-00-00 00:00:00' },
    { archived: false },
    { test: false },
    { customer: { test: true } },
    { name: 'Test' },
    { comment: 'please delete the picture' },
    { contact: { type: 'test' } },
    { answers: [{ type: 'delete' }] },
    { Entry: { Action: 'Update', Status: 'Submitted' } },
    { answers: { action: 'Bitte löschen Sie mein Foto' } },
    { contact: { status: 'deleted' } },
    { status: 'active' },
    { status: 'not deleted' },
    { state: 'Test' },
    { spam: false },
    { spam: 'nein' },
    { contact: { spam: true } },
    { merged_into: null },
    { merged_into: '' },
    { merged_into: 0 },
    { merged_into: false },
    { event: 'customer.emerged' },
    { note: 'bitte mit meinem alten Konto zusammengeführt' },
    { truncated: false },
    { truncated: '0' },
    { event: 'x'.repeat(100).concat(' deleted') },
    { status: 'refunded' },
    { status: 'processing', line_items: [] },
    { order_number: '7', status: 'not cancelled' },
    { order: { status: 'completed' }, payment: { status: 'refunded' } },
    { order_number: '7', financial_status: 'partially_refunded' },
    { event: 'member.tag_removed' },
    { event: 'card.item.removed' },
    { event: 'fittest.member' },
    { event: 'test.drive' },
    { event: 'patient.test.completed' },
    { event: 'contest.card' },
    { event: 'member.studied' },
    { status: 'not deceased' },
    { event: 'consent.granted' },
    { event: 'optin.confirmed' },
    { event: 'photo_consent.revoked' },
    { event: 'token.revoked' },
    { event: 'application.withdrawn' },
    { event: 'vertrag.widerruf' },
    { event: 'account.withdrawal' },
    { tipo: 'card.updated' },
    { tipo: 'prueba' },
    { tipo: 'prova' },
    { tipo: 'clase de prueba' },
    { evento: 'bajada' },
    { evento: 'paciente.rebaja' },
    { evento: 'prioridad.baja' },
    { prioridad: 'baja' },
    { estado: 'prioridad baja' },
    { evento: 'paciente.alta' },
    { zdarzenie: 'klient.zmieniony' },
    { zdarzenie: 'zgoda.udzielona' },
    { zdarzenie: 'zamowienie.wycofane' },
    { stan: 'aktywny' },
    { akcja: 'nieusunięty' },
    { soort: 'massage' },
    { type: 'carta.eliminatoria' },
    { type: 'carta.provata' },
    { event: 'klient.testowanie' },
    { komentarz: 'usunięty' },
    { Warteliste: { Meldung: { '@typ': 'neu', Name: 'a' } } },
    { Warteliste: { Meldung: { '@typ': 'neu', Kontakt: { '@typ': 'test' } } } },
    { Warteliste: { Meldung: [{ '@typ': 'geloescht' }, { '@typ': 'neu' }] } },
    { contact: { person: { type: 'test' } } },
    { raderad: false },
    { borttagen_datum: null },
    { smazano: 'ne' },
    { supprime_le: '' },
    { deleted_by: 'anna' },
    { delete_url: 'https://example.com/d' },
    { silindi: '0' },
    { poslední_test: true },
    { essai_gratuit: true },
    { event: 'newsletter.sent' },
    { event: 'marketing.campaign_ended' },
    { event: 'subscription.ended' },
    { event: 'newsletter.opened' },
    { event: 'bulten.yeni' },
    { estado: 'ativo' },
  ])('is not reported for %j', payload => {
    expect(reported(payload)).toBeUndefined();
  });

  it.each([
    [{ event: 'customer.deleted' }, 'event = "customer.deleted"'],
    [{ event: 'customer.deleted' }, 'event in ["customer.created", "customer.deleted"]'],
    [{ event: 'customer.deleted' }, '$contains(event, "delet")'],
    [{ event: 'customer.deleted' }, 'event ~> /deleted$/'],
    [{ event: 'customer.deleted' }, '$lowercase(event) = "customer.deleted"'],
    [{ meta: { action: 'deleted' } }, 'meta.action = "removed" or meta.action = "deleted"'],
    [{ meta: { action: 'deleted' } }, '$lookup(meta, "action") = "deleted"'],
    [{ status: 'archived' }, 'status = "archived"'],
    [{ op: 'd' }, 'op = "d"'],
    [{ data: { deleted: true } }, '$not($exists(data.deleted) and data.deleted)'],
    [{ test: true }, 'test or note = "a"'],
    [{ 'event-name': 'deleted', eventName: 'deleted' }, '`event-name` = "deleted"'],
  ])('is not reported for %j if when is %s', (payload, when) => {
    expect(reported(payload, { when })).toBeUndefined();
  });

  it.each([
    [{ type: 'consent.revoked' }, '$not($contains(type, "revoked"))'],
    [{ evento: 'paciente.baja_boletin' }, '$not($contains(evento, "baja"))'],
    [{ evento: 'paciente.baja' }, '$not($contains(evento, "baja"))'],
    [{ tipo: 'card.deleted' }, 'tipo != "card.deleted"'],
    [{ Meldung: { '@typ': 'geloescht' } }, 'Meldung.`@typ` != "geloescht"'],
  ])('is not reported for %j if when asks for its kind: %s', (payload, when) => {
    expect(reported(payload, { when })).toBeUndefined();
  });

  it.each([
    [{ typ: 'geloescht' }, '{from: typ, values: {neu: a, geaendert: b}, otherwise: null}', true],
    [{ stan: 'usunięty' }, '{from: stan, values: {nowy: a}, otherwise: null}', true],
    [{ stan: 'deleted' }, '{from: stan, values: {nowy: a}, otherwise: null}', true],
    [{ typ: 'geloescht' }, '{from: typ, values: {neu: a, geloescht: b}, otherwise: null}', false],
    [
      { typ: 'Geloescht' },
      '{from: typ, values: {neu: a, geloescht: b}, ignoreCase: true, otherwise: null}',
      false,
    ],
    [{ typ: 'geloescht' }, '{from: typ, values: {neu: a}, otherwise: b}', false],
    [{ typ: 'geloescht' }, '{from: typ, values: {neu: a}}', false],
    [{ typ: 'geloescht' }, 'typ', false],
  ])('in %j, and a table in the rule %s: %s', (payload, rule, isReported) => {
    const mapping = mappingOf(
      `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  customerStatus: ${rule}\n`,
    );
    const event = { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
    const all = { ...data, ...payload };
    const input = { payload: all, answers: undefined, headers: {}, query: {}, body: all, event };
    expect(endedRecord(mapping, input) !== undefined).toBe(isReported);
  });

  it('is reported for an XML document without attributes by its media type', () => {
    const payload = { Warteliste: { Meldung: { Typ: 'geloescht' } } };
    expect(reported(payload)).toBeUndefined();
    expect(
      reported(payload, { headers: { 'content-type': 'application/xml; charset=utf-8' } })?.message,
    ).toContain('Warteliste.Meldung.Typ');
  });

  it.each([
    [{ trigger: 'Contact deleted' }, '$not(trigger = "test")'],
    [{ trigger: 'Contact deleted' }, 'trigger != "test"'],
    [{ type: 'member.removed' }, '$not(type = "member.deleted")'],
    [{ händelse: 'medlem.raderad' }, '$not(händelse = "medlem.borttagen") and $not(händelse = "test")'],
    [{ event: 'members.opted_out' }, '$not(event = "members.unsubscribed")'],
    [{ status: 'removed' }, '$not(status = "deleted")'],
    [{ trigger: 'test' }, '$not(trigger = "Contact deleted")'],
    [{ event: 'customer.deleted' }, '$not(event = "customer.merged")'],
    [{ event: 'customer.deleted' }, '$contains(event, "customer")'],
    [{ event: 'customer.deleted' }, '$exists(event)'],
    [{ meta: { action: 'deleted' } }, 'meta.action != "created"'],
    [{ status: 'archived' }, 'status != "draft"'],
    [{ status: 'cancelled', line_items: [] }, 'status != "canceled"'],
    [{ status: 'refunded', line_items: [] }, 'status != "cancelled"'],
    [{ type: 'customer.deleted', phones: [{ type: 'MOBILE' }] }, '$exists(phones[type="MOBILE"])'],
    [{ event: 'customer.deleted', refs: [{ event: 'a' }] }, 'refs.event = "a"'],
    [{ event: 'customer.deleted', a: { event: 'customer.deleted' } }, 'a.event = "customer.deleted"'],
  ])('is reported for %j if when is only %s', (payload, when) => {
    expect(reported(payload, { when })?.code).toBe('mapping/ended-record');
  });

  it.each([
    [{ type: 'member.deleted', phones: [{ type: 'MOBILE', number: '1' }] }, 'phones[type="MOBILE"].number'],
    [{ event: 'member.deleted', data: { event: 'b' } }, 'data.event'],
    [{ event: 'member.deleted', list: [{ event: 'b', a: 'c' }] }, 'list[event="b"].a'],
  ])('is reported for %j if a rule reads only a key of the same name: %s', (payload, note) => {
    expect(reported(payload, { note })?.code).toBe('mapping/ended-record');
  });

  it.each([
    'client.supprime',
    'client_supprimee',
    'kunde.geloscht',
    'kunde.geloescht',
    'KUNDE_GELOESCHT',
    'cliente.eliminado',
    'kontakt.usuniety',
    'desinscription',
    'zusammengefuhrt',
    'client.fusionne',
    'suppression',
  ])('is reported for a word without accents: %s', event => {
    expect(reported({ event })?.code).toBe('mapping/ended-record');
  });

  it.each(['client.supplement', 'suppléant', 'geloste Aufgabe', 'fusion.food', 'eliminatoria'])(
    'is not reported for a word that only looks like it: %s',
    event => {
      expect(reported({ event })).toBeUndefined();
    },
  );

  const booking = mappingOf(bookingMapping(''));
  const toldOfBooking = (payload: object) => {
    const event = { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
    return endedRecord(booking, {
      payload,
      answers: undefined,
      headers: {},
      query: {},
      body: payload,
      event,
    });
  };

  it.each([
    { type: 'bookingCanceled' },
    { event: 'appointment.cancelled' },
    { action: 'canceled' },
    { trigger: 'BOOKING_CANCELLED' },
    { event: 'Termin storniert' },
    { status: 'canceled' },
    { booking: { status: 'rejected' } },
    { appointment: { state: 'cancelled' } },
    { termin: { status: 'abgesagt' } },
    { statut: 'annulé' },
    { événement: 'annulation' },
    { cancelled: true },
    { appointment: { is_cancelled: '1' } },
    { data: { appointment: { status: 'cancelled_by_client' } } },
    { storniert: 'ja' },
    { cancelled_at: '2026-11-28T10:00:00Z' },
    { cancellation_reason: 'krank' },
    { status: 'Abgesagt durch Kunde' },
    { status: 'afgezegd' },
    { status: 'no_show' },
    { status: 'void' },
    { event: 'appointment.annulled' },
  ])('is reported for a cancellation that would book: %j', payload => {
    expect(toldOfBooking(payload)?.message).toContain('canceled');
    expect(reported(payload)).toBeUndefined();
  });

  it.each([
    { type: 'bookingCreated', booking: { status: 'approved' } },
    { payment: { status: 'declined' } },
    { cancelled: false },
    { cancelled_at: null },
    { cancellation_reason: '' },
    { status: 'not cancelled' },
    { status: 'confirmed' },
    { is_cancelled: '0' },
    { no_show: false },
    { subscription: { cancelled_at: '2026-11-28T10:00:00Z', cancelled: true } },
    { cancellation_policy: 'canceled within a day' },
    { booking: { cancel_url: 'https://example.com/cancel' } },
  ])('is not reported for a booking: %j', payload => {
    expect(toldOfBooking(payload)).toBeUndefined();
  });

  it('is not reported if a rule or the type of the event checks it', () => {
    expect(reported({ event: 'customer.deleted' }, { note: 'event & ": " & note' })).toBeUndefined();
    expect(reported({ event: 'customer.deleted' }, { when: '$exists(events)' })).toBeDefined();
    const note = 'event = "customer.unsubscribed" ? "left" : note';
    expect(reported({ event: 'customer.deleted' }, { note })).toBeDefined();
    expect(reported({ event: 'customer.unsubscribed' }, { note })).toBeUndefined();
    const when = '$event.type = "customer.deleted"';
    expect(reported({ kind: 'customer.deleted' }, { when, type: 'customer.deleted' })).toBeUndefined();
    expect(reported({}, { type: 'customer.deleted' })?.message).toContain('$event.type');
  });

  it('is reported for the type of the whole webhook, whose elements do not have it', () => {
    const told = (body: object, when = '') => {
      const input = {
        payload: data,
        answers: undefined,
        headers: {},
        query: {},
        body,
        event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
      };
      return endedRecord(mappingWith(when), input, { isWhole: true })?.message;
    };
    expect(told({ event: 'party/deleted', payload: [data] })).toContain('$body.event: "party/deleted"');
    expect(told({ event: 'party/updated', payload: [data] })).toBeUndefined();
    expect(
      told({ event: 'party/deleted', payload: [data] }, '$body.event = "party/deleted"'),
    ).toBeUndefined();
    expect(told({ note: 'bitte gelöscht', payload: [data] })).toBeUndefined();
  });

  it.each([
    [{ event: 'party/deleted' }, 1, true],
    [{ isDeleted: true }, 1, true],
    [{ event: 'party/deleted' }, 2000, false],
    [{ event: 'party/updated' }, 1, false],
    [{ deleted: false, total: 1 }, 1, false],
    [{ note: 'bitte gelöscht' }, 1, false],
  ])(
    'is reported for an event of a short webhook with %j beside %d events: %s',
    (beside, count, isReported) => {
      const body = Buffer.from(JSON.stringify({ ...beside, payload: Array(count).fill(data) }));
      const event = {
        ...{ id: 'e1', source: 'website', sequence: 1, receivedAt: 0, headers: {}, query: {} },
        ...{ body, payload: JSON.stringify(data), reading: { kind: 'json', charset: 'utf-8' } as const },
        planning: 'first' as const,
      };
      const found = endedRecord(mappingWith(), mappingInput(event, undefined));
      expect(found !== undefined).toBe(isReported);
    },
  );

  it('is reported for a header', () => {
    const headers = { 'x-shopify-topic': 'customers/delete' };
    expect(reported({}, { headers })?.message).toContain('$headers."x-shopify-topic"');
    expect(
      reported({}, { headers, when: '$headers."x-shopify-topic" = "customers/delete"' }),
    ).toBeUndefined();
  });

  it.each([
    { event: 'customer.deleted' },
    { meta: { action: 'deleted' } },
    { customer: { deleted: true } },
    { customer: { deleted: 'true' } },
    { deleted_at: '2026-01-01' },
    { action: "l'objet supprimé" },
  ])('is left out by the condition of its hint: %j', async payload => {
    const [, when = ''] = /when: '(.*?)'; if/.exec(reported(payload)?.hint ?? '') ?? [];
    const yaml = (head: string) =>
      `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: id\n  note: note\n`;
    const evaluated = (head: string, of: object) =>
      evaluateYaml(yaml(head), { payload: { ...data, id: '1001', ...of } });
    expect(when).not.toBe('');
    expect((await evaluated('', payload)).kind).toBe('call');
    expect((await evaluated(`when: '${when}'\n`, payload)).kind).toBe('not-wanted');
    expect((await evaluated(`when: '${when}'\n`, {})).kind).toBe('call');
  });

  const byOwnId = mappingOf(
    'source: website\ndestination: salon\nlink: objectId\noperation: updateCustomer\nset:\n  id: $linked\n  note: note\n',
  );
  const byPerson = mappingOf(
    'source: website\ndestination: salon\nlink: data.person_id\noperation: updateCustomer\nset:\n  id: $linked\n  note: note\n',
  );
  const toldOfRecord = (mapping: typeof byOwnId, payload: object) => {
    const event = { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
    return endedRecord(mapping, {
      payload,
      answers: undefined,
      headers: {},
      query: {},
      body: payload,
      event,
    });
  };

  it.each([
    { subscriptionType: 'company.propertyChange', objectId: 301 },
    { subscriptionType: 'deal.propertyChange', objectId: 301 },
    { subscriptionType: 'object.propertyChange', objectTypeId: '0-2', objectId: 301 },
    { meta: { entity: 'organization', action: 'change' }, objectId: 11 },
    { event: 'updated.deal', objectId: 11 },
    { module: 'Invoices', objectId: 11 },
  ])('is reported for a company or a deal whose own id is read as that of a person: %j', payload => {
    expect(toldOfRecord(byOwnId, payload)?.message).toContain('another kind of record');
    expect(toldOfRecord(byPerson, payload)).toBeUndefined();
  });

  it.each([
    { subscriptionType: 'contact.propertyChange', objectId: 301 },
    { subscriptionType: 'object.propertyChange', objectTypeId: '0-1', objectId: 301 },
    { meta: { entity: 'person', action: 'change' }, objectId: 11 },
    { type: 'company', objectId: 11 },
    { event: 'organization.person.updated', objectId: 11 },
  ])('is not reported for a person: %j', payload => {
    expect(toldOfRecord(byOwnId, payload)).toBeUndefined();
  });

  const toldOfConsent = (rule: string, payload: object, more = '') =>
    toldOfRecord(
      mappingOf(
        `source: website\ndestination: salon\n${more}operation: updateCustomer\nset:\n  id: id\n  note: note\n  additionalFields: {${rule}}\n`,
      ),
      { ...data, ...payload },
    );

  it.each([
    ['newsletter: {from: consent, as: boolean}', { type: 'buyer.unsubscribed', consent: 'no' }],
    ['newsletter: newsletter', { event: 'newsletter.abgemeldet', newsletter: false }],
    [
      'newsletter: {from: state, values: {a: true, unsubscribed: false}}',
      unsubscribed({ state: 'unsubscribed' }),
    ],
    [
      'newsletter: {from: optout, values: {"true": false, "false": true}, because: x}',
      unsubscribed({ optout: true }),
    ],
    ['kein_newsletter: {from: gone, as: boolean}', unsubscribed({ gone: true })],
    [`newsletter: 'consent = "yes"'`, unsubscribed({ consent: 'no' })],
    [
      'sms: {from: sms, as: boolean}, newsletter: {from: letter, as: boolean}',
      { type: 'sms.unsubscribed', sms: 'no', letter: 'yes' },
    ],
    ['newsletter: {from: letter, as: boolean}', { type: 'consent.revoked', letter: false }],
  ])(
    'is not reported for somebody who unsubscribes if the mapping reads the no: %s of %j',
    (rule, payload) => {
      expect(toldOfConsent(rule, payload)).toBeUndefined();
    },
  );

  it.each([
    ['newsletter: {from: consent, as: boolean}', unsubscribed({ consent: 'yes' })],
    ['newsletter: {from: consent, as: boolean}', unsubscribed({})],
    ['allergies: consent', unsubscribed({ consent: 'no' })],
    [
      'photo.ok: {from: photo, as: boolean}, newsletter: {from: letter, as: boolean}',
      unsubscribed({ photo: 'no', letter: 'yes' }),
    ],
    [
      'sms: {from: sms, as: boolean}, newsletter: {from: letter, as: boolean}',
      unsubscribed({ sms: 'no', letter: 'yes' }),
    ],
    ['newsletter: {from: letter, as: boolean}', { type: 'consent.revoked', letter: true }],
    ['newsletter: {from: letter, as: boolean}', { type: 'optin.withdrawn', letter: true }],
    ['newsletter: {answer: Newsletter}', { type: 'unsubscribe' }],
    ['newsletter: {from: consent, as: boolean}', { type: 'buyer.deleted', consent: 'no' }],
  ])('is reported if it does not: %s of %j', (rule, payload) => {
    expect(toldOfConsent(rule, payload)?.code).toBe('mapping/ended-record');
  });

  it.each(['', `when: '$exists(id)'\n`])(
    'never advises to leave out somebody who unsubscribes: %s',
    async when => {
      const payload = { ...data, id: '1001', type: 'buyer.unsubscribed', consent: 'yes' };
      const told = toldOfConsent('newsletter: {from: consent, as: boolean}', payload, when)?.hint ?? '';
      expect(told).not.toContain('leave');
      const [, rule = ''] = /as in (newsletter: '.*?')/.exec(told) ?? [];
      const of = (field: string) =>
        `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  additionalFields:\n    ${field}\n`;
      const evaluated = await evaluateYaml(of(rule.replace('…', 'consent = "yes"')), { payload });
      expect(evaluated.kind === 'call' && JSON.stringify(evaluated.call)).toContain('"false"');
      const alone = toldOfConsent('allergies: consent', payload, when)?.hint ?? '';
      expect(alone).not.toContain('leave');
      const [, other = ''] = /as in (newsletter: '.*?')/.exec(alone) ?? [];
      const both = [payload, { ...payload, type: 'buyer.created' }];
      const results = await Promise.all(both.map(each => evaluateYaml(of(other), { payload: each })));
      expect(results.map(({ kind }) => kind)).toEqual(['call', 'skipped']);
    },
  );

  it('is reported for an unfinished form, but not for a partial update', () => {
    expect(reported({ event_type: 'form_response_partial' })?.message).toContain('not finished');
    expect(reported({ event_type: 'form_response' })).toBeUndefined();
    expect(reported({ action: 'partial_update' })).toBeUndefined();
  });

  it('is reported at the call itself', async () => {
    const yaml =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  note: note\n';
    const evaluation = await evaluateYaml(yaml, {
      payload: { ...data, id: '1001', event: 'customer.deleted' },
    });
    expect(evaluation.kind === 'call' && evaluation.diagnostics.map(({ code }) => code)).toEqual([
      'mapping/ended-record',
    ]);
  });
});

describe('a mapping that reads the word for an unsubscription', () => {
  const rule = `{from: 'action = "unsubscribe" ? false : (newsletter)', values: {ja: "true", nein: "false", "false": "false"}}`;

  async function warned(newsletter: string, payload: object, more = '') {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  note: note\n  additionalFields:\n    newsletter: ${newsletter}\n${more}`;
    const given = { payload: { id: 1001, note: 'a', ...payload } };
    const evaluation = await evaluateYaml(text, given);
    const atEvent = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
    const input = {
      ...{ answers: undefined, headers: {}, query: {}, body: given.payload },
      ...given,
      event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
    };
    const atCheck = await checkTrials(mappingOf(text), [{ input }]);
    const of = (all: readonly { readonly code: string; readonly path?: string | undefined }[]) =>
      all.some(({ code, path }) => code === 'mapping/ended-record' && path?.endsWith('newsletter'));
    expect(of(atCheck)).toBe(of(atEvent));
    return of(atEvent);
  }

  it.each([
    [rule, { action: 'opt-out', newsletter: 'ja' }],
    [rule, { action: 'abmelden', newsletter: 'ja' }],
    [rule, { action: 'Abbestellung', newsletter: 'ja' }],
    [
      `{from: 'action = "unsubscribe" ? false : newsletter', as: boolean}`,
      { action: 'opt_out', newsletter: 1 },
    ],
    [`'$contains(action, "unsub") ? false : true'`, { action: 'abgemeldet' }],
  ])('is reported if it sends a yes for another word: %s, %j', async (newsletter, payload) => {
    expect(await warned(newsletter, payload)).toBe(true);
  });

  it.each([
    [rule, { action: 'unsubscribe', newsletter: 'ja' }],
    [rule, { action: 'opt-out', newsletter: 'nein' }],
    [rule, { action: 'opt-out' }],
    [rule, { action: 'subscribe', newsletter: 'ja' }],
    [rule, { action: 'update', newsletter: 'ja' }],
    [
      `{from: 'action in ["opt-out", "abmelden"] ? false : newsletter', as: boolean}`,
      { action: 'abmelden', newsletter: 'ja' },
    ],
    [`{from: 'action = "subscribe" ? true : false', as: boolean}`, { action: 'opt-out' }],
    [
      `{from: '$lowercase(action) = "opt-out" ? false : newsletter', as: boolean}`,
      { action: 'Opt-Out', newsletter: 'ja' },
    ],
    [
      `{from: 'action = "stop" ? false : newsletter', as: boolean, because: the form asks again}`,
      { action: 'opt-out', newsletter: 'ja' },
    ],
  ])('is not reported if it says no, nothing or why: %s, %j', async (newsletter, payload) => {
    expect(await warned(newsletter, payload)).toBe(false);
  });

  it('is not reported for a yes to something else', async () => {
    const photo = `    photo: {from: photo, as: boolean}\n    sms: {from: sms, as: boolean}\n`;
    expect(await warned(rule, { action: 'opt-out', newsletter: 'nein', photo: 'ja', sms: 'ja' }, photo)).toBe(
      false,
    );
  });
});

describe('an order that nobody has paid yet', () => {
  const goods = 'line_items[0].name';

  it.each([
    { status: 'pending', line_items: [{ name: '10er-Block' }] },
    { status: 'on-hold', line_items: [] },
    { order_number: '7', financial_status: 'pending' },
    { order: { paymentStatus: 'Unpaid', total: '77' } },
    { bestellnummer: '7', zahlungsstatus: 'ausstehend' },
  ])('is reported if the mapping sends what was ordered: %j', payload => {
    const found = reported(payload, { note: goods });
    expect(found?.code).toBe('mapping/ended-record');
    expect(found?.message).toContain('says that an order is not paid yet');
  });

  it.each([
    { status: 'processing', line_items: [] },
    { status: 'completed', line_items: [] },
    { order_number: '7', financial_status: 'paid' },
    { order_number: '7', financial_status: 'authorized' },
    { status: 'pending', contact: 7 },
    { status: 'on-hold' },
  ])('is not reported for %j', payload => {
    expect(reported(payload, { note: goods })).toBeUndefined();
  });

  it('is right for a name and an address, and if the mapping reads the state', () => {
    const payload = { status: 'pending', line_items: [{ name: '10er-Block' }] };
    expect(reported(payload, { note: 'billing.city' })).toBeUndefined();
    expect(reported(payload, { note: goods, when: 'status in ["processing", "pending"]' })).toBeUndefined();
  });
});

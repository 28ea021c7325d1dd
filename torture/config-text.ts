import { atticPath } from './destination.ts';

/** The secret of the senders. */
export const signingSecret = 'a-secret-of-the-torture';
/** The token for `/api`. */
export const adminToken = 'the-admin-token-of-the-torture';
/** The file of the destination's token, beside the config. */
export const tokenFile = 'token';
/** The folder of the store, beside the config. */
export const storeFolder = 'store';

/**
 * The config of a tortured bridge. Time limits by the wall clock are long, since the clock jumps. Waits are short, so
 * that much happens.
 */
export const configText = (port: number, url: string, hostileSources: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:${storeFolder}/bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: {file: ${tokenFile}}
    limits: {concurrency: 16, perSecond: 100000, timeout: 4s}
    retry: {first: 50ms, max: 1s, giveUpAfter: 60d}
  attic:
    baseUrl: ${url}${atticPath}
    token: some-token-of-the-attic
    limits: {concurrency: 4, perSecond: 100000}
    retry: {first: 50ms, max: 1s}
sources:
  crm:
    verify: {type: hmac, secret: ${signingSecret}, signature: {name: X-Signature}}
    eventId: id
${hostileSources}
admin: {token: ${adminToken}}
log: {level: warn}
`;

const consents = `
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`;

const booking = (kind: string, more: string) => `
source: crm
destination: salon
when: kind = "${kind}"
operation: persistCustomerData
maxAge: 60d
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  appointmentParticipant.customerComment: id
${more}${consents}`;

const hostile = (source: string) => `
source: ${source}
destination: attic
operation: updateCustomer
set:
  id: customer
  note: '$substring($string($), 0, 500)'
`;

/** The sources with an expensive `split`; the mapping of the other expensive source changes. */
const dearSplits = ['dear-items', 'dear-copies', 'dear-ever'];

/** Every mapping file by its name: one whose calls contain the id of their event, and one for each hostile source. */
export const mappingTexts = (hostileSources: readonly string[]): Readonly<Record<string, string>> => ({
  update: `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
maxAge: 60d
set: {id: customer, note: mark}
`,
  booking: booking('booking', '  customerId: customer'),
  'own-booking': booking('own booking', ''),
  ...Object.fromEntries(dearSplits.map(source => [source, hostile(source)])),
  ...Object.fromEntries(hostileSources.map(source => [source, hostile(source)])),
});

import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { signingSecret } from './hostile-requests.ts';

/** The token for `/api`. */
export const adminToken = 'the-admin-token-of-the-hostile-test';

/** One source for each scheme and format, as lines of a config. */
export const hostileSources = `\
  open: {verify: {type: none}}
  signed: {verify: {type: hmac, secret: ${signingSecret}, signature: {name: X-Signature}}}
  form: {verify: {type: none}, body: form}
  text: {verify: {type: none}, body: text}
  split: {verify: {type: none}, body: json, split: events, eventId: id}
  once: {verify: {type: none}, body: json, eventId: [sequence, customer]}
  outcome: {verify: {type: none}, respond: outcome, respondWithin: 250ms}
  parts: {verify: {type: none}, body: multipart}
  xml: {verify: {type: none}, body: xml}
  field: {verify: {type: none}, jsonField: payload}
  cloud: {preset: cloudevents, verify: {type: none}}`;

/** A config with one source for each scheme and format. */
export const configText = (port: number, sandbox: Sandbox) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: ${sandbox.url}
    token: ${sandbox.tokens.mitte}
    limits: {concurrency: 8, perSecond: 100000}
    retry: {first: 50ms, max: 1s}
sources:
${hostileSources}
admin: {token: ${adminToken}}
log: {level: warn}
`;

const update = (source: string) => `
source: ${source}
destination: salon
when: $not(normal = "yes")
link: id
whenUnlinked: skip
onInvalid: drop
onUnknownField: drop
operation: updateCustomer
set:
  id: customer
  note: {template: "{note} {$substring($string($), 0, 500)} {$lookup($, '__proto__')}"}
  customerStatus: {from: status, values: {VIP: VIP, constructor: Stammkunde}, otherwise: null}
  additionalFields:
    allergies: {from: "$join($keys($).($string($)), ' ')", whenEmpty: clear}
    birthdate: {from: dob, as: date, parse: [dd.MM.yyyy, yyyy-MM-dd], format: dd.MM.yyyy}
    interests: {from: topics, as: list}
    newsletter: {from: optin, as: boolean}
    hair.type: {from: topics, values: {VIP: lockig, constructor: kraus}, otherwise: null}
    contact.by: {from: '[optin, kind]', values: {update: SMS}, otherwise: E-Mail}
    lead.source: {from: $headers."content-type"}
`;

/** Mappings that read everything in a hostile payload, and one for the normal events in between. */
export const mappings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['open', 'signed', 'form', 'split', 'once', 'outcome', 'parts', 'xml', 'field', 'cloud'].map(name => [
      name,
      update(name),
    ]),
  ),
  text: `
source: text
destination: salon
operation: updateCustomer
set: {id: {value: "1007"}, note: '$substring($body, 0, 5000)'}
`,
  booking: `
source: open
destination: salon
when: kind = "booking"
onInvalid: drop
operation: persistCustomerData
set:
  appointmentId: appointment
  name: note
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`,
  normal: `
source: open
destination: salon
when: normal = "yes"
operation: updateCustomer
set:
  id: customer
  note: '$exists(polluted) ? "polluted" : note'
  additionalFields:
    birthdate: {from: dob, as: date, parse: [yyyy-MM-dd], format: dd.MM.yyyy}
    interests: {from: topics, as: list}
    newsletter: {from: optin, as: boolean}
`,
};

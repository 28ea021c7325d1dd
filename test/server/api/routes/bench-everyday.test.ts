import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldbridgeUntilStopped, folderWith, openSandbox } from '../../../cli/command-line.ts';

const root = join(import.meta.dirname, '../../../..');
const token = 'an-admin-token-of-some-length';

type Place = readonly (string | number)[];

/** How a mapping of every day is written in the Bench. */
interface Written {
  readonly name: string;
  readonly source: string;
  /** The field at which a person points, after the value in the payload of one of the tests; of the first by default. */
  readonly pointed: readonly (readonly [part: string, place: Place, test?: number])[];
  /** What is chosen of the suggestions afterwards: a line as pointing wrote it, and as it is then. */
  readonly completed?: readonly (readonly [before: RegExp, after: string])[];
}

const field = (keyName: string) => `additionalFields.${keyName}`;
const answer = (index: number, ...more: Place): Place => ['form_response', 'answers', index, ...more];
const page = (number: number, index: number, ...more: Place): Place => [
  'seiten',
  number,
  'antworten',
  index,
  'antwort',
  'werte',
  ...more,
];

const everyday: readonly Written[] = [
  {
    name: 'wordpress-umlauts',
    source: 'wordpress',
    pointed: [
      ['id', ['stammkunde']],
      ['note', ['wünsche-für-den-termin']],
      [field('birthdate'), ['geburtstag-tt.mm.jjjj']],
      [field('interests'), ['gewünscht']],
      [field('hair.type'), ['haartyp-heute', 0]],
      [field('contact.by'), ['erreichbar-über']],
      [field('newsletter'), ['newsletter-abonnieren', 0]],
      [field('allergies'), ['unverträglichkeiten']],
    ],
    completed: [
      [
        /newsletter: \{answer: newsletter-abonnieren\}/,
        'newsletter: {answer: newsletter-abonnieren, as: boolean}',
      ],
    ],
  },
  {
    name: 'form-with-tick-boxes',
    source: 'website',
    pointed: [
      ['id', answer(0, 'number')],
      [field('birthdate'), answer(1, 'date')],
      [field('interests'), answer(2, 'choices', 'labels')],
      [field('hair.type'), answer(3, 'choice', 'label')],
      [field('newsletter'), answer(4, 'boolean')],
      [field('allergies'), answer(5, 'text')],
    ],
  },
  {
    name: 'nested-answers',
    source: 'questionnaire',
    pointed: [
      ['id', page(0, 0)],
      ['customerStatus', page(1, 2)],
      [field('birthdate'), page(0, 1)],
      [field('interests'), page(0, 2)],
      [field('hair.type'), page(1, 0)],
      [field('newsletter'), page(1, 1)],
    ],
    completed: [
      [/\{answer: Wie oft\?\}/, '{answer: Wie oft?, values: often}'],
      [/curly: WHICH CHOICE\?/, 'curly: lockig'],
    ],
  },
  {
    name: 'crm-property',
    source: 'crm-contacts',
    pointed: [
      ['link', ['objectId']],
      [field('birthdate'), ['propertyValue'], 0],
      [field('hair.type'), ['propertyValue'], 1],
      [field('allergies'), ['propertyValue'], 2],
      [field('newsletter'), ['propertyValue'], 3],
    ],
    completed: [
      [/^set:\n/m, 'set:\n  id: $linked\n'],
      [/curly: WHICH CHOICE\?/, 'curly: lockig'],
      [/\{answer: allergies\}/, '{answer: allergies, whenEmpty: clear}'],
    ],
  },
  {
    name: 'booking-with-consent',
    source: 'booking-boxes',
    pointed: [
      ['appointmentId', ['termin', 'id']],
      ['appointmentParticipantId', ['termin', 'person']],
      ['firstName', ['kontakt', 'vorname']],
      ['name', ['kontakt', 'nachname']],
      ['email', ['kontakt', 'email']],
      ['mobile', ['kontakt', 'handy']],
      ['privacy', ['kästchen', 0, 'angekreuzt']],
      ['terms', ['kästchen', 1, 'angekreuzt']],
      ['minAge', ['kästchen', 2, 'angekreuzt']],
      ['marketing', ['kästchen', 3, 'angekreuzt']],
      [field('birthdate'), ['kontakt', 'geburtstag']],
    ],
    completed: [
      [/updateCustomer/, 'persistCustomerData'],
      [/mobile: kontakt\.handy/, 'mobile: {from: kontakt.handy, as: phone}'],
    ],
  },
];

/** The example's sources and tables on a sandbox. */
async function aBench() {
  const sandbox = await openSandbox();
  const example = readFileSync(join(root, 'config.example.yaml'), 'utf8');
  const { destinations, ...others } = parse(example) as { destinations: { salon: object } };
  const config = {
    ...others,
    server: { port: 0, publicUrl: 'https://hooks.example.com' },
    store: 'sqlite:bridge.db',
    admin: { token },
    destinations: { salon: { ...destinations.salon, baseUrl: sandbox.url, token: sandbox.tokens.mitte } },
  };
  const directory = folderWith({ 'config.yaml': JSON.stringify(config), 'mappings/.keep': '' });
  const secrets = ['TYPEFORM_SECRET', 'HUBSPOT_SECRET', 'FORM_TOKEN', 'BOOKING_SECRET'];
  const env = Object.fromEntries(secrets.map(name => [name, `long-enough-for-${name}`]));
  const running = fieldbridgeUntilStopped(['start'], { directory, env });
  const [, url = ''] = await running.printed(/"url":"([^"]+)"/);
  return async (path: string, body: object) => {
    const response = await fetch(`${url}/api/bench/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
    return (await response.json()) as any;
  };
}

/** A test of a mapping, with its payload. */
interface Example {
  readonly payload: unknown;
  readonly linked?: unknown;
  readonly expect?: readonly [object];
}

function examples(name: string): readonly Example[] {
  const folder = join(root, 'mappings/everyday');
  const { tests } = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) as {
    tests: readonly Example[];
  };
  return tests.map(({ payload, ...more }) => ({
    ...more,
    payload: typeof payload === 'string' ? JSON.parse(readFileSync(join(folder, payload), 'utf8')) : payload,
  }));
}

describe('the mappings of every day', () => {
  it.each(everyday.map(each => [each.name, each] as const))(
    '%s is written in the Bench by pointing and completing alone',
    async (_, written) => {
      const ask = await aBench();
      const { name: mapping, source } = written;
      const tests = examples(mapping);
      let text = '';
      for (const [part, place, test = 0] of written.pointed) {
        const { payload } = tests[test] ?? {};
        const { edit, ...trouble } = await ask('rule', { mapping, text, part, place, payload, source });
        expect(edit, `${part}: ${JSON.stringify(trouble)}`).toBeDefined();
        text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
      }
      for (const [before, after] of written.completed ?? []) {
        expect(text).toMatch(before);
        text = text.replace(before, after);
      }
      for (const { payload, linked, expect: calls } of tests) {
        if (!calls) continue;
        const tried = await ask('try', { mapping, text, payload, linked });
        expect(tried).toMatchObject({ findings: [], calls: [{ request: calls[0] }] });
      }
    },
  );
});

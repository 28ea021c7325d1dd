import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../src/config/load-config.ts';
import { needsNothing } from '../../src/config/placeholder.ts';
import type { CompletionItem, OpenText } from '../../src/language/complete/complete.ts';
import type { Diagnosing } from '../../src/language/diagnose.ts';
import type { ExampleEvent, Knowledge } from '../../src/language/knowledge.ts';
import { pathInMappings } from '../../src/language/mapping-path.ts';
import { sampleEvents } from '../../src/language/sample-events.ts';
import { sourceAsked } from '../../src/language/service.ts';
import { type Position, textLines } from '../../src/language/text-lines.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { catalogOf, fieldOf } from '../check/catalog.ts';

const root = resolve(import.meta.dirname, '../..');
const now = Date.parse('2026-03-02T10:00:00Z');

const forms = `
server: {publicUrl: "https://hooks.example.com"}
destinations:
  salon: {baseUrl: "https://calendar.example.com", token: "a-token-of-the-salon", locale: de, statuses: [Interessent, Neukunde, Stammkunde, VIP]}
  annex: {baseUrl: "https://calendar.example.com", token: "a-token-of-the-annex"}
sources:
  website: {preset: typeform, secret: a-secret-of-typeform-that-is-long}
  crm: {preset: hubspot, secret: a-secret-of-hubspot-that-is-long}
  form:
    verify: {type: none}
    answers: {each: antworten, key: frage.id, label: frage.text, value: antwort}
  lines: {verify: {type: none}, split: events}
tables:
  hair: {straight: glatt, curly: lockig}
`;

/** The config for the texts. */
export const configOfScene = (() => {
  const { config, diagnostics } = loadConfig('config.yaml', {
    env: {},
    readFile: () => forms,
    presets,
    needs: needsNothing,
  });
  if (!config) throw new Error(JSON.stringify(diagnostics));
  return config;
})();

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({
      keyName: 'allergies',
      name: 'Allergien',
      type: 'textArea',
      description: 'What to be careful with',
    }),
    fieldOf({
      keyName: 'haircolor',
      name: 'Haarfarbe',
      type: 'selection',
      selectItems: ['blond', 'braun', 'rot, gefärbt'],
      choiceNames: { en: ['blonde', 'brown', 'red, dyed'] },
    }),
    fieldOf({
      keyName: 'interests',
      name: 'Interessen',
      type: 'checkbox_group',
      selectItems: ['Farbe', 'Pflege'],
    }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'lead.source', name: 'Herkunft', type: 'text' }),
    fieldOf({
      keyName: 'Größe (cm)',
      name: 'Größe',
      type: 'text',
      validatorRegexp: '^[0-9]+$',
      errorMessage: 'nur Ziffern',
    }),
    fieldOf({ keyName: 'photo', name: 'Foto', type: 'image' }),
  ],
  statuses: ['Interessent', 'Neukunde', 'Stammkunde', 'VIP'].map(name => ({
    name,
    origin: 'listed' as const,
    at: now,
  })),
});

const antworten = `{"antworten": [
  {"frage": {"id": "q1", "text": "Kundennummer"}, "antwort": "1001"},
  {"frage": {"id": "q2", "text": "Größe (cm)"}, "antwort": "172"},
  {"frage": {"id": "q3", "text": "Geburtstag"}, "antwort": "14.03.1988"},
  {"frage": {"id": "q5", "text": "Wünsche: welche?"}, "antwort": ["Farbe", "Pflege"]}
 ], "kontakt": {"vor name": "Mara", "mail": "mara@example.com"}}`;
const lines = `{"events": [{"id": "e1", "contact": {"id": 1001, "stage": "customer"}, "items": [{"sku": "a-1", "price": {"net": 10}}]},
  {"id": "e2", "contact": {"id": 1002, "stage": "lead"}, "items": []}]}`;

const more = (source: string, body: string) =>
  parseMapping(
    `mappings/${source}-samples.yaml`,
    `source: ${source}\ndestination: salon\noperation: updateCustomer\nset: {id: {value: "1"}, note: {value: x}}\ntests: [{name: a sample, payload: samples/${source}.json, skips: true}]\n`,
    { readFile: () => Buffer.from(body), name: `${source}-samples` },
  );

const folder = readdirSync(join(root, 'mappings'))
  .filter(each => each.endsWith('.yaml'))
  .map(each => {
    const file = `mappings/${each}`;
    const readFile = (path: string) => readFileSync(join(root, path));
    return parseMapping(file, readFileSync(join(root, file), 'utf8'), {
      readFile,
      name: each.replace('.yaml', ''),
    });
  });
const mappings = [...folder, more('form', antworten), more('lines', lines)].map(
  ({ mapping, diagnostics }) => {
    if (!mapping) throw new Error(JSON.stringify(diagnostics));
    return mapping;
  },
);

const gathered = new Map<string, readonly ExampleEvent[]>();
for (const { name } of configOfScene.sources.values()) {
  const ofSource = mappings.filter(({ source }) => source === name);
  const events = await Promise.all(ofSource.map(each => sampleEvents(each, configOfScene, now)));
  gathered.set(name, events.flat());
}
const none: readonly ExampleEvent[] = [];

/** Returns the knowledge about a text: the samples of its source, the fields of the account. */
export function knownFor(open: OpenText, position?: Position): Knowledge {
  return {
    config: configOfScene,
    catalogs: new Map([['salon', catalog]]),
    events: gathered.get(sourceAsked(open, position) ?? '') ?? none,
    masked: false,
    showsName: () => true,
    sampleFiles: ['samples/intake.json', 'samples/crm-stage.json'],
    readFile: path => readFileSync(join(root, 'mappings', pathInMappings(path))),
  };
}

/** Without a time limit for checks. */
export const diagnosing: Diagnosing = { now, patience: () => true, pause: async () => {} };

/** Returns a text without its `|`, and the position of that mark. */
export function atCursor(
  marked: string,
  file = 'mappings/typed.yaml',
): { open: OpenText; position: Position } {
  const at = marked.indexOf('|');
  if (at < 0) throw new Error('no | in the text');
  const text = marked.slice(0, at) + marked.slice(at + 1);
  return { open: { file, text }, position: textLines(text).positionAt(at) };
}

/** Returns the text after an item was chosen, with `|` at the cursor. */
export function chosen(text: string, { insert }: CompletionItem): string {
  const lines = textLines(text);
  const start = lines.offsetAt(insert.range.start);
  return `${text.slice(0, start)}${insert.text}|${text.slice(lines.offsetAt(insert.range.end))}`;
}

import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainConfig, plainFolder, post, startedBridge } from './command-line.ts';

const composed = (text: string) => text.normalize('NFC');
const decomposed = (text: string) => text.normalize('NFD');

const mapping = `source: form
destination: salon
operation: updateCustomer
when: stufe.größe = "Größe L"
link: schlüssel
set:
  id: kunde
  customerStatus: {from: stufe.ränge, values: {Gärtnerin: Präsidentin}}
  note: {template: "{wünsche} für {stufe.größe}"}
  additionalFields:
    körper.pflege: wünsche
    flüge: "\`flüge\`"
    pflegearten: {from: pflegearten, as: list}
tests:
  - name: a customer
    payload: {kunde: 1001, schlüssel: Zoë, wünsche: Körperöl, stufe: {größe: Größe L, ränge: Gärtnerin}, flüge: Zürich, pflegearten: [Körperöl, Büschel]}
    expect:
      - id: "1001"
        customerStatus: Präsidentin
        note: Körperöl für Größe L
        additionalFields: {körper.pflege: Körperöl, flüge: Zürich, pflegearten: "Körperöl,Büschel"}
`;

const payload = {
  nächste: { id: 'ä-1' },
  kunde: 1001,
  schlüssel: 'Zoë',
  wünsche: 'Körperöl',
  stufe: { größe: 'Größe L', ränge: 'Gärtnerin' },
  flüge: 'Zürich',
  pflegearten: ['Körperöl', 'Büschel'],
};

/** Writes the account, the mapping and the webhook, each in one of the two Unicode forms. */
async function inForms(account: typeof composed, person: typeof composed, more = '') {
  const sandbox = await openSandbox();
  const choices = ['Körperöl', 'Büschel', 'Zürich'].map(account);
  for (const [keyName, type] of [
    ['körper.pflege', 'selection'],
    ['flüge', 'selection'],
    ['pflegearten', 'checkbox_group'],
  ] as const)
    sandbox.control('fields', { action: 'add', keyName: account(keyName), type, selectItems: choices });
  sandbox.control('statuses', { action: 'add', name: account('Präsidentin') });
  const files = {
    'config.yaml': person(plainConfig(sandbox, more).replace('[Stammkunde]', '[Stammkunde, Präsidentin]')),
    'mappings/notes.yaml': person(mapping),
  };
  return { sandbox, files };
}

describe.each([
  ['composed in the account', composed],
  ['decomposed in the account', decomposed],
])('a letter with an umlaut, %s', (_, account) => {
  describe.each([
    ['composed in the mapping', composed],
    ['decomposed in the mapping', decomposed],
  ])('%s', (__, person) => {
    it.each([
      ['composed in the webhook', composed],
      ['decomposed in the webhook', decomposed],
    ])('and %s, is the same letter; the account gets its own spelling', async (___, sender) => {
      const { sandbox, files } = await inForms(account, person);
      const bridge = await startedBridge(sandbox, '    eventId: nächste.id\n', {
        'mappings/notes.yaml': files['mappings/notes.yaml'],
      });
      const body = JSON.parse(sender(JSON.stringify(payload)));
      const { event } = await post(bridge.url, body);
      expect(event).toMatchObject({ status: 'delivered', diagnostics: [] });
      // The account lists the spelling of its statuses only when it refuses an unknown one.
      const updates = () => sandbox.calls().filter(each => each.operation === 'updateCustomer');
      const calls = updates().length;
      expect(calls).toBe(person === account ? 1 : 2);
      const sent = JSON.stringify(updates().at(-1));
      for (const word of ['körper.pflege', 'flüge', 'pflegearten', 'Präsidentin', 'Körperöl,Büschel'])
        expect(sent).toContain(account(word));
      const again = await post(bridge.url, JSON.parse(composed(JSON.stringify(body))));
      expect(again.event.status).toBe('delivered');
      expect(updates()).toHaveLength(calls);
    });

    it('causes no finding of check, and the test of the mapping passes', async () => {
      const { sandbox, files } = await inForms(account, person);
      const directory = plainFolder(sandbox, files);
      const checked = await fieldbridge(['check', '--strict'], { directory });
      expect(checked.out).toMatch(/^1 mapping and the config checked/);
      expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0, err: '' });
    });
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainConfig, plainFolder } from '../command-line.ts';

/** Fields, the labels of their questions, and the rules of a first draft. */
const drafts: readonly (readonly [key: string, name: string, label: string, rule: string])[] = [
  ['c1', 'Newsletter', 'Möchten Sie keinen Newsletter?', 'as: boolean'],
  ['c2', 'Werbung erlaubt', 'Bitte keine Werbung per E-Mail', 'as: boolean'],
  ['c3', 'SMS-Erinnerung', 'SMS-Erinnerung abbestellen?', 'as: boolean'],
  ['c4', 'Fotos erlaubt', 'Ich widerspreche der Veröffentlichung von Fotos', 'as: boolean'],
  ['smoker', 'Raucher', 'Sind Sie Nichtraucher?', 'as: boolean'],
  ['nonsmoker', 'Nichtraucher', 'Rauchen Sie?', 'as: boolean'],
  ['pregnant', 'Schwanger', 'Nicht schwanger?', 'as: boolean'],
  ['c5', 'Newsletter', 'Unsubscribe me from the newsletter', 'as: boolean'],
  ['c6', 'Marketing', 'Please do not send me marketing', 'as: boolean'],
  ['c8', 'Photos allowed', 'I object to photos', 'as: boolean'],
  ['c9', 'Smoker', 'Are you a non-smoker?', 'as: boolean'],
  ['c10', 'Newsletter', 'Je ne souhaite pas recevoir la newsletter', 'as: boolean'],
  ['c11', 'Newsletter', 'Se désabonner de la newsletter', 'as: boolean'],
  ['c13', 'Fumeur', 'Êtes-vous non-fumeur ?', 'as: boolean'],
  ['c12', 'Photos autorisées', 'Je refuse les photos', 'as: boolean'],
  ['c14', 'Newsletter', 'Newsletter gewünscht?', 'values: {true: false, false: true}'],
  ['c15', 'SMS-Erinnerung', 'Dürfen wir per SMS erinnern?', 'values: {true: false, false: null}'],
  ['c16', 'Marketing consent', 'May we send you marketing?', 'values: {true: false, false: true}'],
  ['c17', 'Photos allowed', 'May we show photos?', 'values: {false: true, true: false}'],
  ['c18', 'Newsletter', 'Souhaitez-vous la newsletter ?', 'values: {true: false, false: true}'],
  ['c19', 'Newsletter', 'Keinen Newsletter', 'values: {true: false, false: true}'],
  ['c20', 'Raucher', 'Rauchen Sie?', 'values: {true: false, false: true}'],
  ['c22', 'Werbung', 'Werbung ablehnen', 'values: {true: true, false: false}'],
];

interface Found {
  readonly code: string;
  readonly path?: string;
  readonly hint?: string;
  readonly severity: string;
}

it('lead to rules without a warning if each is followed once', async () => {
  const sandbox = await openSandbox();
  for (const [keyName, name] of drafts)
    sandbox.control('fields', { action: 'add', keyName, name: `${name} (${keyName})`, type: 'checkbox' });
  const config = plainConfig(sandbox).replace(/ {2}form:\n(?: {4}.*\n)*/, preset);
  const directory = plainFolder(sandbox, { 'config.yaml': config });
  const rules = new Map(drafts.map(([key, , , rule]) => [key, `{answer: ${key}, ${rule}}`]));
  const found = await checked(directory, rules);
  expect(found.map(({ path }) => path)).toEqual(drafts.map(([key]) => `additionalFields.${key}`));
  for (const { path = '', hint = '' } of found) {
    const key = path.replace('additionalFields.', '');
    rules.set(key, cured(key, rules.get(key) ?? '', hint));
  }
  expect(await checked(directory, rules)).toEqual([]);
});

const preset = '  form: {preset: typeform, secret: the-secret-of-the-form}\n';

/** Returns the rule of a hint, or the rule with the change that the hint advises. */
function cured(key: string, rule: string, hint: string): string {
  const whole = /write \w+: (\{answer: .*?\}\})/.exec(hint)?.[1];
  if (whole !== undefined) return whole;
  if (hint.includes('remove values and write as: boolean')) return `{answer: ${key}, as: boolean}`;
  if (hint.includes('write "false": null in the table')) return rule.replace('false: true', 'false: null');
  throw new Error(`${key} has no cure: ${hint}`);
}

async function checked(directory: string, rules: ReadonlyMap<string, string>): Promise<readonly Found[]> {
  const fields = drafts.map(([key, , label]) => ({ id: `F${key}`, title: label, type: 'yes_no', ref: key }));
  const answers = fields.map(({ id, ref }) => ({
    type: 'boolean',
    boolean: true,
    field: { id, type: 'yes_no', ref },
  }));
  const payload = {
    event_id: 'e1',
    event_type: 'form_response',
    form_response: {
      form_id: 'f',
      token: 't1',
      submitted_at: '2026-11-29T22:59:40Z',
      hidden: { nr: '1001' },
      definition: { id: 'f', title: 'Form', fields },
      answers,
    },
  };
  const text = `source: form
destination: salon
operation: updateCustomer
set:
  id: form_response.hidden.nr
  additionalFields:
${[...rules].map(([key, rule]) => `    ${key}: ${rule}\n`).join('')}tests:
  - {name: a form, payload: ${JSON.stringify(payload)}, includes: [{id: "1001"}]}
`;
  await writeFile(join(directory, 'mappings/notes.yaml'), text);
  const { out, err } = await fieldbridge(['check', '--json'], { directory });
  const { diagnostics } = JSON.parse(out || err);
  return diagnostics.filter(({ severity }: Found) => severity !== 'info');
}

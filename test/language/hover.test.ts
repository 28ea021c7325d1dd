import { describe, expect, it } from 'vitest';
import { builtInFunctions, refusedFunctions } from '../../src/expressions/functions.ts';
import { complete } from '../../src/language/complete/complete.ts';
import { describedFunctions } from '../../src/language/functions-described.ts';
import { createLanguageService } from '../../src/language/service.ts';
import { readProjectFile } from '../house/markdown.ts';
import { atCursor, diagnosing, knownFor } from './scene.ts';

const head = 'source: lines\ndestination: salon\noperation: updateCustomer\n';
const fields = `${head}set:\n  id: contact.id\n  additionalFields:\n`;

async function saidAt(marked: string, file?: string) {
  const { open, position } = atCursor(marked, file);
  return createLanguageService().hover(open, position, knownFor(open, position));
}

describe('hover', () => {
  it.each([
    ['wh|en: x\n', 'for which it is true'],
    [`${fields}    hair|color: {value: blond}`, 'Haarfarbe'],
    [`${fields}    hair|color: {value: blond}`, '`blond`, `braun`'],
    [`${fields}    lead.source: {from: contact.stage, a|s: text}`, 'type of the value'],
    [`${fields}    lead.source: {from: contact.stage, as: da|te}`, 'A date'],
    [`${fields}    lead.source: $upp|ercase(contact.stage)`, '$uppercase(text)'],
    [`${head}link: $head|ers.x`, 'The headers of the webhook'],
    ['tests:\n  - name: x\n    fails: mapping/invalid|-value', 'cannot'],
  ])('%j says %j', async (marked, wanted) => {
    expect((await saidAt(marked))?.contents).toContain(wanted);
  });

  it.each([
    ['sources:\n  a:\n    verify: {ty|pe: hmac}', 'A signature'],
    ['admin:\n  read|Token: x', 'can only read'],
  ])('of a config, %j says %j', async (marked, wanted) => {
    expect((await saidAt(marked, 'config.yaml'))?.contents).toContain(wanted);
  });

  it('shows the results of a path, a whole expression and a rule for the last events', async () => {
    const values = async (marked: string) => (await saidAt(marked))?.values?.map(({ value }) => value);
    expect(await values(`${head}link: contact.st|age`)).toEqual(['customer', 'lead']);
    expect(await values(`${head}link: cont|act.stage`)).toEqual([
      '{"id":1001,"stage":"customer"}',
      '{"id":1002,"stage":"lead"}',
    ]);
    expect(await values(`${head}set:\n  id: contact.id\n  no|te: $uppercase(contact.stage)\n`)).toEqual([
      'CUSTOMER',
      'LEAD',
    ]);
    expect(await values(`${head}set:\n  id: contact.id\n  no|te: {from: items.sku}\n`)).toEqual([
      'a-1',
      'nothing: it is missing',
    ]);
    const table = '{from: contact.stage, values: {lead: Neukunde}}';
    expect((await values(`${head}set:\n  id: contact.id\n  customer|Status: ${table}\n`))?.[0]).toMatch(
      /customer/,
    );
  });

  it('shows no value if values are masked', async () => {
    const { open, position } = atCursor(`${head}link: contact.st|age`);
    const knowledge = { ...knownFor(open), masked: true, showsName: (name: string) => name === 'contact' };
    const said = await createLanguageService().hover(open, position, knowledge);
    expect(said?.values?.map(({ value }) => value)).toEqual(['[masked]', '[masked]']);
    const behind = atCursor(`${head}link: contact.|`);
    expect(complete(behind.open, behind.position, knowledge).items).toEqual([]);
    const compared = atCursor(`${head}when: contact.stage = "|`);
    expect(complete(compared.open, compared.position, knowledge).items).toEqual([]);
  });

  it('shows nothing in a comment and in an empty line', async () => {
    expect(await saidAt(`${head}# a comm|ent`)).toBeUndefined();
    expect(await saidAt(`${head}|`)).toBeUndefined();
  });
});

describe('the definition in the sample', () => {
  const service = createLanguageService();
  const leadsTo = (marked: string) => {
    const { open, position } = atCursor(marked);
    return service.definition(open, position, knownFor(open, position));
  };
  const intake = 'tests:\n  - name: x\n    payload: samples/intake.json\n';

  it.each([
    [`when: form_response.form|_id = "x"\n${intake}`, 5],
    [`set:\n  i|d: form_response.hidden.contact_id\n${intake}`, 9],
    [`source: website\nset:\n  id: {answer: aller|gies}\n${intake}`, 15],
    [`${intake.replace('intake', 'in|take')}`, 1],
  ])('%j', (marked, line) => {
    expect(leadsTo(marked)).toMatchObject({ file: 'samples/intake.json', range: { start: { line } } });
  });

  it('is in a payload of the test itself, and nowhere if no sample has it', () => {
    const inline = 'tests:\n  - name: x\n    payload:\n      a: {b: 1}\n';
    expect(leadsTo(`when: a.b| = 1\n${inline}`)).toMatchObject({
      file: 'mappings/typed.yaml',
      range: { start: { line: 5 } },
    });
    expect(leadsTo(`when: a.c| = 1\n${inline}`)).toBeUndefined();
  });
});

describe('diagnostics and their fixes', () => {
  const service = createLanguageService();
  const found = (file: string, text: string) =>
    service.diagnostics({ file, text }, knownFor({ file, text }), diagnosing);
  const mended = async (marked: string) => {
    const { open, position } = atCursor(marked);
    return service.actions(open, { start: position, end: position }, knownFor(open), diagnosing);
  };

  it.each(['intake', 'crm-stage'])(
    'are the same for the example %s as those of check: no error',
    async name => {
      const file = `mappings/${name}.yaml`;
      const all = await found(file, readProjectFile(file));
      expect(
        all.filter(({ severity, code }) => severity === 'error' && code !== 'check/unknown-field'),
      ).toEqual([]);
    },
  );

  it('report at its place that no sample has a path', async () => {
    const [first] = (
      await found('mappings/a.yaml', `${head}set:\n  id: contact.id\n  note: contact.stag\n`)
    ).filter(({ code }) => code === 'check/path-never-matches');
    expect(first?.range).toEqual({ start: { line: 6, column: 9 }, end: { line: 6, column: 21 } });
  });

  it.each([
    [`${head}set:\n  i|dd: contact.id\n  note: x\n`, 'id'],
    [`${fields}    hair|colour: {value: blond}\n`, 'haircolor'],
    [`${fields}    Geburtstag|: contact.id\n`, 'birthdate'],
    [
      'source: line|\ndestination: salon\noperation: updateCustomer\nset: {id: contact.id, note: x}\n',
      'lines',
    ],
    [`${fields}    haircolor: {value: blon|}\n`, 'blond'],
    [
      'source: form\ndestination: salon\noperation: updateCustomer\nset: \n  id: kunde\n  note: wünsche-|für-den-termin\n',
      '  note: {answer: wünsche-für-den-termin}',
    ],
    [
      'source: lines\ndestination: salon\noperation: updateCustomer\nset: \n  id: kunde\n  note: wünsche-|für-den-termin\n',
      '  note: "`wünsche-für-den-termin`"',
    ],
  ])('%j is fixed by %j', async (marked, text) => {
    const edits = (await mended(marked)).flatMap(each =>
      each.edits.map(edit => edit.text.replace(/: $/, '')),
    );
    expect(edits).toContain(text);
  });
});

it('every allowed function is described', () => {
  const usable = [...builtInFunctions].filter(name => !refusedFunctions.has(name));
  expect([...describedFunctions.keys()].toSorted()).toEqual(usable.toSorted());
});

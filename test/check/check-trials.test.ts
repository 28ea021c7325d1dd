import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { brief, checkWith, mappingOf, samplesOf, storedOf } from './trials.ts';

const sample = { customer: 1, note: 'x', answers: { email: 'a@example.com', list: [{ name: 'n' }] } };
const never = 'check/path-never-matches';

async function hintOf(rule: string, payload: unknown = sample): Promise<string | undefined> {
  const found = await checkWith(mappingOf([`note: ${rule}`], { tests: [payload] }));
  return found.find(({ code }) => code === never)?.hint;
}

describe('a path', () => {
  it('in a sample is found, also through lists, with filters, and for null', async () => {
    const lines = ['note: answers.list.name', 'customerStatus: answers.list[0].name'];
    expect(await checkWith(mappingOf(lines, { tests: [sample] }))).toEqual([]);
    expect(await hintOf('answers.none', { customer: 1, answers: { none: null } })).toBeUndefined();
  });

  it('that is in no sample is reported with the nearest one', async () => {
    expect(await hintOf('answers.emial')).toBe('did you mean answers.email, which they have?');
    expect(await hintOf('answer.emial')).toBe('did you mean answers.email, which they have?');
    expect(await hintOf('email')).toBe('did you mean answers.email, which they have?');
    expect(await hintOf('answers.list.nam')).toBe('did you mean answers.list.name, which they have?');
    expect(await hintOf('body.note')).toBe('did you mean note, which they have?');
  });

  it('is suggested as valid JSONata', async () => {
    const payload = { customer: 1, 'first-name': 'x' };
    expect(await hintOf('firstname', payload)).toBe('did you mean `first-name`, which they have?');
  });

  it('without a near path is reported with the existing keys', async () => {
    expect(await hintOf('answers.zzzzzz')).toMatch(
      /^answers has email, list; if the path is right, add a sample/,
    );
    expect(await hintOf('zzzzzz.email2')).toMatch(/^the payload has customer, note, answers; /);
    expect(await hintOf('note.zzzzzz')).toMatch(/^note has nothing below it; /);
  });

  it('is not checked without samples, nor below a value that no sample has', async () => {
    expect(brief(await checkWith(mappingOf(['note: zzz'])))).toEqual([]);
    const lines = ['note: $headers.x', 'customerStatus: $query.x'];
    expect(await checkWith(mappingOf(lines, { tests: [sample] }))).toEqual([]);
  });

  it('is searched for only in events that the mapping wants', async () => {
    const other = { kind: 'other', remark: 'x' };
    const mapping = mappingOf(['note: remark'], {
      head: 'when: kind = "note"',
      tests: [{ ...sample, kind: 'note' }, other],
    });
    expect(brief(await checkWith(mapping))).toEqual([`warning ${never} note`]);
  });

  it('is also searched for in the samples of other mappings of the source', async () => {
    const other = mappingOf(['note: note'], {
      name: 'other',
      tests: [{ customer: 1, note: 'x', remark: 'y' }],
    });
    const mapping = mappingOf(['note: remark'], { tests: [sample] });
    const trials = [...(await samplesOf(mapping)), ...(await samplesOf(other))];
    expect(await checkTrials(mapping, trials)).toEqual([]);
  });

  it('is reported although the rule has a default, which would be sent for everybody', async () => {
    expect(await hintOf('{from: campaign, default: x}')).toContain('add a sample that has it');
    expect(await hintOf("{from: 'campaign ?? kind', default: x}")).toBeUndefined();
    expect(await hintOf('{from: answers.emial, default: x}')).toContain('answers.email');
  });

  it('that stored events have is valid, although no sample has it', async () => {
    const mapping = mappingOf(['note: remark'], { tests: [sample] });
    expect(await checkWith(mapping, storedOf({ remark: 'x' }))).toEqual([]);
  });

  it('that no stored event has is reported without samples: at once if it is misspelt, otherwise after ten events', async () => {
    const read = async (rule: string, stored: readonly unknown[]) =>
      (await checkWith(mappingOf([`note: ${rule}`]), storedOf(...stored))).map(({ hint }) => hint);
    const events = Array.from({ length: 10 }, () => sample);
    expect(await read('answers.emial', [sample])).toEqual(['did you mean answers.email, which they have?']);
    expect(await read('$trim(answers.emial)', [sample])).toHaveLength(1);
    expect(await read('zzzzzz', events.slice(1))).toEqual([]);
    expect(await read('zzzzzz', events)).toEqual([
      expect.stringMatching(/^the payload has customer, note, answers; /),
    ]);
    expect(await read('answers.email', [sample])).toEqual([]);
  });

  it('of the answers of a form is searched for in those of stored events too', async () => {
    const stored = storedOf(sample).map(each => ({
      ...each,
      input: { ...each.input, answers: { email: 'a@example.com' } },
    }));
    expect(await checkWith(mappingOf(['note: $answers.emial'], { tests: [sample] }), stored)).toMatchObject([
      { code: never, hint: 'did you mean $answers.email, which they have?' },
    ]);
  });

  it('that only samples have is a note after ten events', async () => {
    const mapping = mappingOf(['note: note'], { tests: [sample] });
    const events = Array.from({ length: 10 }, () => ({ customer: 1, notes: 'x' }));
    expect(await checkWith(mapping, storedOf(...events.slice(1)))).toEqual([]);
    const [found, ...more] = await checkWith(mapping, storedOf(...events));
    expect(found).toMatchObject({
      code: never,
      severity: 'info',
      hint: expect.stringContaining('had notes'),
    });
    expect(more).toEqual([]);
  });

  it('that is the whole condition is searched for in all events', async () => {
    const mapping = mappingOf(['note: note'], {
      head: 'when: consentt',
      tests: [{ ...sample, consent: true }],
    });
    expect(brief(await checkWith(mapping))).toEqual([`warning ${never} when`]);
  });
});

describe('a path inside an expression', () => {
  it('that is in no sample is reported with the nearest one, in functions, joins, templates and brackets', async () => {
    const meant = 'did you mean answers.email, which they have?';
    expect(await hintOf('$uppercase(answers.emial)')).toBe(meant);
    expect(await hintOf('answers.emial & "."')).toBe(meant);
    expect(await hintOf('{template: "To {note} at {$trim(answers.emial)}"}')).toBe(meant);
    expect(await hintOf('answers.list[nmae = "n"].name')).toBe(
      'did you mean answers.list.name, which they have?',
    );
    expect(await hintOf('$trim(zzzzzz)')).toMatch(/^the payload has customer, note, answers; /);
  });

  it('of the condition is searched for in all events', async () => {
    const mapping = mappingOf(['note: note'], { head: 'when: answers.emial = "x"', tests: [sample] });
    expect(brief(await checkWith(mapping))).toEqual([`warning ${never} when`]);
  });

  it('that may be missing is reported only if it looks misspelt', async () => {
    for (const rule of ['note ?? remark', '$exists(other.email) ? note : "x"', '[note, remark][0]']) {
      expect(await hintOf(`{from: '${rule}'}`)).toBeUndefined();
    }
    expect(await hintOf('note ?? answers.emial')).toContain('answers.email');
    expect(await hintOf('{from: $trim(campaign), default: x}')).toContain('add a sample that has it');
    // The second path is another spelling of the first one.
    expect(await hintOf('answers.email ?? answers.e_mail')).toBeUndefined();
  });

  it('is reported once if several parts need it', async () => {
    const found = await checkWith(
      mappingOf(['note: answers.lst[name = "n" and kind = "x"].name'], { tests: [sample] }),
    );
    expect(brief(found)).toEqual([`warning ${never} note`]);
  });

  it('is not checked if its context is unknown', async () => {
    const rule = '$join($map(answers.list, function($each) { $each.nmae & other }))';
    expect(await hintOf(rule)).toBeUndefined();
  });

  it('that a stored event has is valid', async () => {
    const mapping = mappingOf(['note: $trim(remark)'], { tests: [sample] });
    const found = await checkWith(mapping, storedOf({ remark: 'x' }));
    expect(brief(found)).toEqual(['info check/untested-expression']);
  });
});

describe('an expression that fails', () => {
  it('for a sample is an error at its place, and names the sample', async () => {
    const mapping = mappingOf(['note: $substring(answers.number, 1)'], {
      tests: [{ customer: 1, answers: { number: 5 } }],
    });
    expect(await checkWith(mapping)).toMatchObject([
      {
        code: 'check/expression-fails',
        severity: 'error',
        path: 'note',
        message: expect.stringMatching(/^note fails for the sample of "test 1" \(notes\): /),
        place: { line: 7 },
      },
    ]);
  });

  it('is an error if every stored event fails, and otherwise a warning with their number', async () => {
    const mapping = mappingOf(['note: $number(secret)']);
    const one = await checkWith(mapping, storedOf({ secret: 'x' }, { secret: 'y' }));
    expect(one).toMatchObject([{ severity: 'error', hint: expect.stringContaining('preview notes evt_1') }]);
    const [some] = await checkWith(mapping, storedOf({ secret: 'x' }, { secret: '5' }));
    expect(some).toMatchObject({ severity: 'warning', message: expect.stringContaining('for 1 of the 2') });
  });

  it('takes only the available time, except for the samples of its own tests', async () => {
    const mapping = mappingOf(['note: $number(secret)'], { tests: [{ customer: 1, secret: 'x' }] });
    const trials = [...(await samplesOf(mapping)), ...storedOf({ secret: 'y' }, { secret: 'z' })];
    const [found] = await checkTrials(mapping, trials, { patience: () => false });
    expect(found?.message).not.toContain('tried');
    expect(found?.message).toContain('the sample of "test 1"');
  });

  it('for a stored event is a warning that shows no value of it', async () => {
    const mapping = mappingOf(['note: $number(secret)'], { tests: [{ customer: 1, secret: '5' }] });
    const [found] = await checkWith(mapping, storedOf({ secret: 'top secret' }));
    expect(found).toMatchObject({ code: 'check/expression-fails', severity: 'warning' });
    expect(JSON.stringify(found)).toContain('evt_1');
    expect(JSON.stringify(found)).not.toContain('top secret');
  });

  it('is reported for the condition of a mapping too', async () => {
    const mapping = mappingOf(['note: note'], { head: 'when: $number(note) = 1', tests: [sample] });
    expect(brief(await checkWith(mapping))).toEqual(['error check/expression-fails when']);
  });
});

describe('an expression that is more than a path', () => {
  it('that gives no value in any test is reported once for the file, with all keys', async () => {
    const lines = [
      'note: $uppercase(answers.list[name = "other"].name)',
      'customerStatus: $trim(note)',
      'additionalFields:',
      '  a.b: {template: "{$trim(answers.list[1].name)}"}',
    ];
    const found = await checkWith(mappingOf(lines, { tests: [sample] }));
    expect(found).toMatchObject([
      {
        code: 'check/untested-expression',
        message: '2 expressions are covered by no test of this file: note, additionalFields.a.b',
        place: { line: 7 },
      },
    ]);
  });

  it('is not reported separately if when is true for no payload of the tests', async () => {
    const mapping = mappingOf(['note: $trim(note)'], { head: 'when: note = "y"', tests: [sample] });
    const found = await checkWith(mapping);
    expect(brief(found)).toEqual(['info check/untested-expression when']);
    expect(found[0]?.hint).toBe('correct when, or add a payload that it is true for');
  });

  it('that is true for no stored event is a warning if there are several events and no test disproves it', async () => {
    const lines = ['note: note'];
    const head = 'when: kind = "updat"';
    const events = (kind: string) => Array.from({ length: 5 }, () => ({ kind, note: 'x' }));
    const reported = async (tests: readonly unknown[], stored: readonly unknown[]) =>
      brief(await checkWith(mappingOf(lines, { head, tests }), storedOf(...stored)));
    expect(await reported([], events('update'))).toEqual(['warning check/untested-expression when']);
    expect(await reported([], events('update').slice(1))).toEqual([]);
    expect(await reported([], [...events('update'), ...events('updat').slice(0, 1)])).toEqual([]);
    expect(await reported([{ customer: 1, kind: 'updat', note: 'x' }], events('update'))).toEqual([]);
    const [warning] = await checkWith(mappingOf(lines, { head }), storedOf(...events('update')));
    expect(warning?.message).toContain('none of the 5 stored events');
    expect(JSON.stringify(warning)).not.toContain('"update"');
  });

  it('whose types never match is reported as that, and not as untested', async () => {
    const mapping = mappingOf(['note: $trim(note)'], { head: 'when: note = 5', tests: [sample] });
    expect(brief(await checkWith(mapping))).toEqual(['warning check/never-equal when']);
  });

  it('is not covered by a stored event, nor by a test of another mapping', async () => {
    const mapping = mappingOf(['note: $trim(remark)'], { tests: [sample] });
    const other = mappingOf(['note: note'], { name: 'other', tests: [{ customer: 1, remark: 'x' }] });
    const trials = [...(await samplesOf(mapping)), ...(await samplesOf(other)), ...storedOf({ remark: 'x' })];
    expect(brief(await checkTrials(mapping, trials))).toEqual(['info check/untested-expression']);
  });

  it('is covered by a test, and a file without tests gets no report here', async () => {
    expect(await checkWith(mappingOf(['note: $trim(note)'], { tests: [sample] }))).toEqual([]);
    expect(await checkWith(mappingOf(['note: $trim(note)']))).toEqual([]);
  });
});

describe('a look-up table', () => {
  const table = 'note: {from: kind, values: {a: A, b: B}, otherwise: C}';
  const codes = async (tests: readonly unknown[], stored: readonly unknown[] = []) =>
    brief(await checkWith(mappingOf([table], { tests }), storedOf(...stored)));

  it('gets a warning if none of its keys occurs', async () => {
    expect(await codes([{ customer: 1, kind: 'A' }])).toEqual(['warning check/idle-entry note']);
    expect(await codes([{ customer: 1, kind: ['x', 'a'] }])).toEqual([]);
  });

  it('gets a note for each key that never occurs in many values', async () => {
    const values = Array.from({ length: 49 }, () => ({ customer: 1, kind: 'a' }));
    expect(await codes([{ customer: 1, kind: 'a' }], values.slice(1))).toEqual([]);
    expect(await codes([{ customer: 1, kind: 'a' }], values)).toEqual(['info check/idle-entry note']);
  });

  it.each([
    ['{yes: true, no: false}', 0],
    ['{yes: "true", nope: "false", no: "false"}', 0],
    ['{yes: true, yep: true}', 1],
    ['{yes: Ja, no: Vielleicht}', 1],
  ])('gets no note for the only no of yes and no: %s', async (values, count) => {
    const mapping = mappingOf([`note: {from: kind, values: ${values}}`], {
      tests: [{ customer: 1, kind: 'yes' }],
    });
    const stored = storedOf(...Array.from({ length: 60 }, () => ({ customer: 1, kind: 'yes' })));
    const found = await checkWith(mapping, stored);
    expect(found.filter(({ code }) => code === 'check/idle-entry')).toHaveLength(count);
  });

  it('shows the values of samples, and none of stored events', async () => {
    const mapping = mappingOf([table], { tests: [{ customer: 1, kind: 'shown' }] });
    const text = JSON.stringify(await checkWith(mapping, storedOf({ kind: 'hidden' })));
    expect(text).toContain('shown');
    expect(text).not.toContain('hidden');
  });
});

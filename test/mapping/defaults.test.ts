import { describe, expect, it } from 'vitest';
import type { Defaults } from '../../src/config/defaults.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../src/mapping/explain/explain.ts';
import { startRecording } from '../../src/mapping/explain/recording.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { bookingData, bookingMapping, fieldMapping } from './evaluate-yaml.ts';

interface Config {
  readonly source?: Defaults;
  readonly destinations?: Readonly<Record<string, Defaults>>;
}

function read(text: string, { source, destinations = {} }: Config) {
  return parseMapping('mappings/intake.yaml', text, {
    readFile() {
      throw new Error('there is no file');
    },
    defaultsOf: (of, name) => (of === 'source' ? source : destinations[name]),
  });
}

async function evaluated(text: string, payload: Record<string, unknown>, config: Config) {
  const { mapping, diagnostics } = read(text, config);
  if (!mapping) throw new Error(diagnostics.map(each => each.message).join('\n'));
  const event = { id: 'e', source: 'website', receivedAt: '2026-01-01T00:00:00Z' };
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  const recording = startRecording();
  const evaluation = await evaluate(mapping, input, {
    people: 'p',
    findLink: async () => undefined,
    settingsOf: name => ({ defaults: config.destinations?.[name] }),
    record: recording.record,
  });
  return { evaluation, trace: await explain(mapping, recording) };
}

/** Returns the text that is sent for the field `f`, or the codes of the faults. */
async function sent(rule: string, f: unknown, config: Config, head = ''): Promise<unknown> {
  const { evaluation } = await evaluated(fieldMapping(rule, head), f === undefined ? {} : { f }, config);
  if (evaluation.kind !== 'call')
    return evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics.map(({ code }) => code);
  const change = evaluation.call.additionalFields.find(({ key }) => key === 'f')?.change;
  return change && 'set' in change ? change.set.text : change;
}

const all = {
  source: { parse: ['dd.MM.yyyy'], separator: '; ', decimal: ',' },
  destinations: { salon: { country: 'AT', zone: 'Europe/Vienna', format: 'd.M.yyyy' } },
} satisfies Config;

describe('defaults', () => {
  it('give each conversion the keys that it uses', async () => {
    expect(await sent('{from: f, as: phone}', '0664 1234567', all)).toBe('+436641234567');
    expect(await sent('{from: f, as: date}', '03.05.1990', all)).toBe('3.5.1990');
    expect(await sent('{from: f, as: list}', ['a', 'b'], all)).toBe('a; b');
    expect(await sent('{from: f, as: choices}', ['a', 'b'], all)).toBe('a; b');
    expect(await sent('{from: f, as: number}', '1.234,5', all)).toBe('1234.5');
    expect(await sent('f', '0664 1234567', all)).toBe('0664 1234567');
    expect(await sent('f', ['a', 'b'], all)).toBe('a,b');
  });

  it('apply from the nearest place: rule, mapping, source, destination', async () => {
    const format = (defaults: string) => ({ format: `'${defaults}' yyyy` });
    const config = { source: format('source'), destinations: { salon: format('destination') } };
    const head = 'defaults: {format: "\'mapping\' yyyy"}\n';
    const rule = '{from: f, as: date, format: "\'rule\' yyyy"}';
    const date = '{from: f, as: date}';
    expect(await sent(rule, '1990-05-03', config, head)).toBe('rule 1990');
    expect(await sent(date, '1990-05-03', config, head)).toBe('mapping 1990');
    expect(await sent(date, '1990-05-03', config)).toBe('source 1990');
    expect(await sent(date, '1990-05-03', { destinations: config.destinations })).toBe('destination 1990');
    expect(await sent(date, '1990-05-03', {})).toBe('1990-05-03');
  });

  it('decide about missing and empty values if the rule does not', async () => {
    const source = { whenEmpty: 'clear', whenMissing: 'fail' } as const;
    expect(await sent('f', '', { source })).toEqual({ clear: true });
    expect(await sent('f', undefined, { source })).toEqual(['mapping/missing-value']);
    expect(await sent('{from: f, whenEmpty: skip}', '', { source })).toEqual(['mapping/nothing-to-send']);
    expect(await sent('{from: f, required: true}', '', { source })).toEqual(['mapping/missing-value']);
    expect(await sent('{from: f, default: x}', undefined, { source })).toBe('x');
    expect(await sent('{value: x}', undefined, { source })).toBe('x');
  });

  it('never clear a value that cannot be cleared', async () => {
    const source = { whenEmpty: 'clear' } as const;
    const text = bookingMapping('  firstName: name\n');
    const { evaluation } = await evaluated(text, { ...bookingData, name: '' }, { source });
    expect(evaluation.kind).toBe('call');
    const destinations = { salon: { whenEmpty: 'fail' } } as const;
    const further = await evaluated(text, { ...bookingData, name: '' }, { source, destinations });
    expect(further.evaluation.kind).toBe('failed');
  });

  it('are those of the destination that a rule returns', async () => {
    const text = fieldMapping('{from: f, as: phone}').replace(
      'destination: salon',
      'destination: {from: to}',
    );
    const destinations = { salon: { country: 'AT' }, praxis: { country: 'DE' } } as const;
    const textFor = async (to: string, config: Config) => {
      const { evaluation } = await evaluated(text, { f: '0151 12345678', to }, config);
      return evaluation.kind === 'call' ? JSON.stringify(evaluation.call.additionalFields) : evaluation.kind;
    };
    expect(await textFor('praxis', { destinations })).toContain('+4915112345678');
    expect(await textFor('salon', { destinations })).not.toContain('+49');
    expect(await textFor('salon', { destinations, source: { country: 'DE' } })).toContain('+4915112345678');
  });

  it('do not apply to literals and tables of the mapping', async () => {
    expect(await sent('{value: "1990-05-03", as: date}', 1, all)).toBe('3.5.1990');
    expect(await sent('{from: f, values: {a: "1990-05-03"}, as: date}', 'a', all)).toBe('3.5.1990');
    expect(await sent('{value: "0664 1234567", as: phone}', 1, all)).toBe('+436641234567');
  });

  it('are named in the explanation, each with its place', async () => {
    const head = 'defaults: {parse: d/M/yyyy}\n';
    const text = fieldMapping('{from: f, as: date}', head).replace(
      'destination: salon',
      'destination: {from: to}',
    );
    const { trace } = await evaluated(text, { f: '3/5/1990', to: 'salon' }, all);
    const part = trace.parts.find(each => each.part === 'additionalFields.f');
    expect(part?.steps.flatMap(({ defaults = [] }) => defaults)).toEqual([
      { key: 'parse', of: 'mapping', name: 'intake', value: 'd/M/yyyy' },
      { key: 'zone', of: 'destination', name: 'salon', value: 'Europe/Vienna' },
      { key: 'format', of: 'destination', name: 'salon', value: 'd.M.yyyy' },
    ]);
  });

  it('of a mapping are refused at their places, with the nearest key', () => {
    const head =
      'defaults:\n  country: at\n  zone: Wien\n  parse: [TT.MM.JJJJ]\n  whenEmpty: drop\n  onUnknownField: drop\n';
    const { mapping, diagnostics } = read(fieldMapping('f', head), {});
    expect(mapping).toBeUndefined();
    expect(diagnostics.map(({ code, place }) => `${place?.line}:${place?.column} ${code}`)).toEqual([
      '4:12 yaml/wrong-type',
      '5:9 yaml/wrong-type',
      '6:11 yaml/wrong-type',
      '7:14 yaml/wrong-type',
      '8:3 yaml/unknown-key',
    ]);
  });

  it('that clear by a condition get a warning like a rule that does', () => {
    const rule = '{from: \'paid = "yes" ? amount\'}';
    const { diagnostics } = read(fieldMapping(rule), { source: { whenMissing: 'clear' } });
    expect(diagnostics).toMatchObject([
      {
        code: 'mapping/clears-by-condition',
        hint: expect.stringContaining(
          'write whenMissing: skip, since whenMissing: clear comes from the defaults of the source website',
        ),
      },
    ]);
  });
});

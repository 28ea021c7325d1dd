import { expect, it } from 'vitest';
import { convertBoolean } from '../../src/mapping/convert/convert-boolean.ts';
import { fieldOf } from './evaluate-yaml.ts';

it.each(['x', 'X', '✓'])('has a table in its hint that keeps all usual answers: %s', async tick => {
  const converted = convertBoolean(tick);
  const [, table = ''] =
    /add (values: \{.*\}, ignoreCase: true)/.exec(('hint' in converted && converted.hint) || '') ?? [];
  for (const [answer, text] of [
    [tick, 'true'],
    ['ja', 'true'],
    ['Ja', 'true'],
    ['nein', 'false'],
    ['yes', 'true'],
    ['No', 'false'],
    [true, 'true'],
    [false, 'false'],
    [1, 'true'],
    ['0', 'false'],
  ])
    expect(await fieldOf(`{from: a, ${table}}`, { a: answer })).toMatchObject({ set: { text } });
});

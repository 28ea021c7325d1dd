import { expect, it } from 'vitest';
import type { AdminApi } from '../../../src/cli/operate/admin-api.ts';
import { pathsToCorrect } from '../../../src/cli/operate/amend-paths.ts';
import type { EventView } from '../../../src/inbox/event.ts';
import { evaluate } from '../../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../../src/mapping/explain/explain.ts';
import { startRecording } from '../../../src/mapping/explain/recording.ts';
import { mappingOf } from '../../mapping/evaluate-yaml.ts';

/** Returns the proposed paths for an event that failed because of the fields of these rules. */
async function proposed(rules: Readonly<Record<string, string>>, payload: unknown) {
  const fields = Object.entries(rules).map(([key, rule]) => `    ${key}: ${rule}\n`);
  const mapping = mappingOf(
    `source: s\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  additionalFields:\n${fields.join('')}`,
  );
  const event = { id: 'evt_1', source: 's', receivedAt: '2026-03-01T12:00:00.000Z' };
  const recording = startRecording();
  await evaluate(
    mapping,
    { payload, answers: undefined, headers: {}, query: {}, body: payload, event },
    { people: 'p', findLink: async () => undefined, record: recording.record },
  );
  const why = [await explain(mapping, recording)];
  const api = { post: async () => ({ why }) } as unknown as AdminApi;
  const diagnostics = Object.keys(rules).map(key => ({
    ...{ code: 'mapping/invalid-value', severity: 'error', message: 'x' },
    path: `additionalFields.${key}`,
  }));
  const view = { ...event, status: 'failed', calls: [], diagnostics } as unknown as EventView;
  return pathsToCorrect(api, view);
}

const weight = `{from: '$replace(dog.weight, " kg", "")', as: number, decimal: ","}`;
const atFirst = `{from: '$replace(dog[0].weight, " kg", "")', as: number, decimal: ","}`;
const withdrawn = `{from: 'action = "unsubscribe" ? false : (newsletter)', values: {ja: "true", nein: "false"}}`;

it.each([
  ['a value in an object', { weight }, { dog: { name: 'Rex', weight: '3.1' } }, ['dog.weight']],
  ['a value at a position of an object', { atFirst }, { dog: { weight: '3.1' } }, ['dog.weight']],
  ['a value at a position of a list', { atFirst }, { dog: [{ weight: '3.1' }] }, ['dog[0].weight']],
  [
    'two values of one object, without the whole',
    { atFirst, visit: '{from: "dog[0].last_visit", as: date}' },
    { dog: { weight: '3.1', last_visit: 'gestern' } },
    ['dog.weight', 'dog.last_visit'],
  ],
  [
    'a value passed on under a condition',
    { newsletter: withdrawn },
    { action: 'subscribe', newsletter: 'si' },
    ['newsletter'],
  ],
  [
    'a missing value under a condition',
    { newsletter: `{from: 'action = "unsubscribe" ? false : (newsletter)', required: true}` },
    { action: 'subscribe' },
    ['newsletter'],
  ],
  [
    'a text of two values, both of which may be wrong',
    { born: `{from: 'day & "." & month & ".1990"', as: date, parse: d.M.yyyy}` },
    { day: '31', month: '2' },
    ['day', 'month'],
  ],
  ['the elements of a list', { several: '{from: tags, values: {a: b}}' }, { tags: ['x'] }, ['tags[0]']],
  ['no object, which has other values too', { whole: `{from: dog, as: number}` }, { dog: { weight: 3 } }, []],
  [
    'a value inside, instead of the whole and the value',
    { list: '{from: tags, as: number}', first: '{from: "tags[0]", as: number}' },
    { tags: ['x', 'y'] },
    ['tags[0]', 'tags[1]'],
  ],
  ['a missing value', { plain: '{from: dog.breed, required: true}' }, { dog: { weight: 3 } }, ['dog.breed']],
])('names the path of %s', async (_, rules, payload, paths) => {
  expect(await proposed(rules, { id: '1001', ...payload })).toEqual(paths);
});

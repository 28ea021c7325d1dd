import { expect, it } from 'vitest';
import { checkReferences } from '../../src/mapping/check-references.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const config = {
  sources: new Map([['website', 1]]),
  destinations: new Map([
    ['salon', 1],
    ['salon-bonn', 1],
  ]),
};
const check = (text: string) => checkReferences(mappingOf(text), config);
const withDestination = (rule: string) =>
  fieldMapping('a').replace('destination: salon', `destination: ${rule}`);

it('finds nothing if every name is in the config', () => {
  expect(check(fieldMapping('a'))).toEqual([]);
  expect(
    check(withDestination('{from: city, values: {Bonn: salon-bonn}, otherwise: null, default: salon}')),
  ).toEqual([]);
});

it('finds a source that is not in the config, and suggests the nearest one', () => {
  expect(check(fieldMapping('a').replace('website', 'web-site'))).toMatchObject([
    {
      code: 'mapping/unknown-source',
      message: 'the config has no source "web-site"; it has website',
      hint: 'did you mean "website"?',
      place: { line: 1, column: 9 },
    },
  ]);
});

it('finds a destination that is not in the config', () => {
  expect(check(withDestination('saloon'))).toMatchObject([
    { code: 'mapping/unknown-destination', hint: 'did you mean "salon"?', place: { line: 2, column: 14 } },
  ]);
});

it('suggests a rule for a path if a destination is written as a path', () => {
  expect(check(withDestination('location.name'))).toMatchObject([
    { code: 'mapping/unknown-destination', hint: 'if the event contains the name, write {from: ...}' },
  ]);
});

it('finds every destination that a rule can return', () => {
  const messages = (rule: string) => check(withDestination(rule)).map(each => each.message.split('"')[1]);
  expect(messages('{value: one}')).toEqual(['one']);
  expect(messages(`{from: "'one'"}`)).toEqual(['one']);
  expect(messages('{from: city, values: {Bonn: one, Rome: salon}, otherwise: two, default: three}')).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(messages('{from: city}')).toEqual([]);
});

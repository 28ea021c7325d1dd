import { describe, expect, it } from 'vitest';
import { checkOne } from '../../src/check/check-one.ts';
import { conditionNames } from '../../src/check/condition-names.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'theorie.pruefung', name: 'Theorieprüfung am', type: 'date' }),
    fieldOf({ keyName: 'praxis.pruefung', name: 'Praktische Prüfung am', type: 'date' }),
    fieldOf({ keyName: 'tyres.summer', name: 'Sommerreifen' }),
    fieldOf({ keyName: 'tyres.winter', name: 'Winterreifen' }),
    fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
    fieldOf({ keyName: 'last.visit', name: 'Letzter Besuch', type: 'date' }),
    fieldOf({ keyName: 'massage.left', name: 'Massage übrig', type: 'number' }),
    fieldOf({ keyName: 'yoga.left', name: 'Yoga übrig', type: 'number' }),
    fieldOf({ keyName: 'notes', name: 'Notizen' }),
  ],
});

function told(when: string, ...rules: readonly string[]): readonly (string | undefined)[] {
  const lines = rules.map(each => `    ${each}\n`).join('');
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nwhen: '${when}'\nset:\n  id: nr\n  additionalFields:\n${lines}`;
  return conditionNames(mappingOf(text), catalog).map(
    ({ hint }) => / write (\S+)|write (\S+)/.exec(hint ?? '')?.[2],
  );
}

describe('a field for events with the name of another field', () => {
  it.each([
    ['type = "Theorieprüfung"', 'praxis.pruefung: day', 'theorie.pruefung'],
    ['type = "theorieprüfung"', 'praxis.pruefung: {from: day, as: date}', 'theorie.pruefung'],
    ['event = "booked" and type = "Theorieprüfung"', 'praxis.pruefung: day', 'theorie.pruefung'],
    ['type in ["Theorieprüfung", "Theorieprüfung am"]', 'praxis.pruefung: day', 'theorie.pruefung'],
    ['type = "Theorie-Prüfung am"', 'praxis.pruefung: day', 'theorie.pruefung'],
    ['$contains(type, "Theorieprüfung")', 'praxis.pruefung: day', 'theorie.pruefung'],
    ['"Winterreifen" = article', 'tyres.summer: place', 'tyres.winter'],
    ['article = "tyres winter"', 'tyres.summer: place', 'tyres.winter'],
    ['kind = "Letzter Besuch"', 'first.visit: day', 'last.visit'],
    ['kind = "last visit"', 'first.visit: day', 'last.visit'],
  ])('is reported: %s, %s', (when, rule, better) => {
    expect(told(when, rule)).toEqual([better]);
  });

  it.each([
    ['type = "Praktische Prüfung"', ['praxis.pruefung: day']],
    ['type = "Theorieprüfung"', ['theorie.pruefung: day']],
    ['type = "Theorieprüfung"', ['theorie.pruefung: day', 'praxis.pruefung: next']],
    ['type in ["Theorieprüfung", "Praktische Prüfung"]', ['praxis.pruefung: day']],
    ['type != "Theorieprüfung"', ['praxis.pruefung: day']],
    ['$not(type = "Theorieprüfung")', ['praxis.pruefung: day']],
    ['type = "Theorieprüfung" ? false : true', ['praxis.pruefung: day']],
    ['type = "Theorieprüfung"', ['praxis.pruefung: {from: day, because: the school calls it so}']],
    ['type = "Theorieprüfung"', ['notes: text', 'last.visit: day']],
    ['type = "Prüfung"', ['praxis.pruefung: day']],
    ['type = "booked"', ['praxis.pruefung: day']],
    ['article = "Winterreifen"', ['notes: text']],
    ['article = "Yoga"', ['massage.left: n']],
  ] as const)('is not reported: %s, %j', (when, rules) => {
    expect(told(when, ...rules)).toEqual([]);
  });
});

it('is reported by check', () => {
  const config = {
    sources: new Map(),
    destinations: new Map([['salon', { name: 'salon', validators: 'fail' }]]),
  };
  const known = new Map([['salon', { snapshot: catalog }]]);
  const found = checkOne(
    mappingOf(
      `source: website\ndestination: salon\noperation: updateCustomer\nwhen: type = "Theorieprüfung"\nset:\n  id: nr\n  additionalFields:\n    praxis.pruefung: day\n`,
    ),
    config as never,
    known,
  );
  expect(found.filter(({ code }) => code === 'mapping/other-name')).toHaveLength(1);
});

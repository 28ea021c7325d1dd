import { describe, expect, it } from 'vitest';
import { fieldSubjects } from '../../../src/check/field-subjects.ts';
import { nameLikeness } from '../../../src/check/names/name-likeness.ts';
import { otherMeasures } from '../../../src/check/other-measures.ts';
import { suggestFields } from '../../../src/check/starter/suggest-fields.ts';
import { mappingOf } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from '../catalog.ts';

const fields = [
  fieldOf({ keyName: 'staerke.rechts', name: 'Brillenstärke rechts' }),
  fieldOf({ keyName: 'staerke.links', name: 'Brillenstärke links' }),
  fieldOf({ keyName: 'cf_7', name: 'Brillenstärke rechts' }),
  fieldOf({ keyName: 'sph.od', name: 'Sphäre OD' }),
  fieldOf({ keyName: 'sph.os', name: 'Sphäre OS' }),
  fieldOf({ keyName: 'teeth.top', name: 'Zähne oben' }),
  fieldOf({ keyName: 'photo.front', name: 'Foto vorn' }),
  fieldOf({ keyName: 'budget.min', name: 'Budget (mindestens)' }),
  fieldOf({ keyName: 'budget.max', name: 'Budget maximal' }),
  fieldOf({ keyName: 'duration', name: 'Dauer (min)' }),
  fieldOf({ keyName: 'holiday.from', name: 'Urlaub von' }),
  fieldOf({ keyName: 'holiday.to', name: 'Urlaub bis' }),
  fieldOf({ keyName: 'website', name: 'Links' }),
  fieldOf({ keyName: 'source', name: 'Empfohlen von' }),
];

function found(rule: string) {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
  const mapping = mappingOf(text);
  const isSide = ({ message }: { message: string }) => message.includes('the opposite side');
  const catalog = catalogOf({ fields });
  const known = fieldSubjects(mapping, catalog).filter(isSide);
  expect(otherMeasures(mapping, catalog).filter(isSide)).toEqual(known);
  return known.map(({ message }) => message);
}

describe('a value of the opposite side', () => {
  it.each([
    'staerke.links: {from: "`Brillenstärke R`"}',
    'staerke.rechts: {from: "`Brillenstärke L`"}',
    'staerke.links: {answer: brillenstaerke_rechts}',
    'staerke.links: {answer: Brillenstärke rechtes Auge}',
    'staerke.links: auge.re',
    'staerke.links: od.sph',
    'staerke.links: right.sphere',
    'cf_7: {answer: Brillenstärke links}',
    'sph.od: {answer: sphaere_os}',
    'sph.os: {answer: sphaere_od}',
    'sph.os: sphRight',
    'teeth.top: zaehne_unten',
    'photo.front: foto_hinten',
    'budget.min: budget_max',
    'budget.max: {answer: Mindestbudget}',
    'holiday.from: urlaub_bis',
    'holiday.to: urlaub.von',
    'holiday.to: start',
    'holiday.from: {answer: Urlaub Ende}',
  ])('is reported: %s', rule => {
    expect(found(rule)).toHaveLength(1);
  });

  it.each([
    'staerke.rechts: {from: "`Brillenstärke R`"}',
    'staerke.links: {from: "`Brillenstärke L`"}',
    'staerke.links: {answer: brillenstaerke_links}',
    'staerke.links: {answer: brillenstaerke_rechts, because: the form has it the wrong way round}',
    'staerke.links: {answer: Stärke rechts und links}',
    'staerke.links: staerke.os',
    'sph.od: sphaere_rechts',
    'sph.os: sphaere_l',
    'sph.od: sphaere',
    'teeth.top: zaehne_oben',
    'photo.front: photo.front',
    'budget.min: min_budget',
    'budget.max: {answer: Maximales Budget}',
    'duration: max_duration',
    'holiday.from: urlaub_von',
    'holiday.to: {answer: "Bis wann haben Sie Urlaub?"}',
    'holiday.from: {answer: "Von wann bis wann?"}',
    'website: right_of_way',
    'website: links',
    'source: empfohlen_bis_heute_von',
    'source: to.name',
  ])('is not reported otherwise: %s', rule => {
    expect(found(rule)).toEqual([]);
  });
});

it('is paired by a first mapping in any spelling', () => {
  const named = fields.slice(0, 2).map(field => ({ field, names: [field.keyName, field.name], choices: [] }));
  for (const [right, left] of [
    ['Brillenstärke R', 'Brillenstärke L'],
    ['brillenstaerke_re', 'brillenstaerke_li'],
    ['Brillenstärke OD', 'Brillenstärke OS'],
    ['brillenstärke right', 'brillenstärke left'],
  ] as const) {
    const paths = [left, right].map(name => ({
      names: [name],
      value: '+1,25',
      options: [],
      isAnswer: false,
      events: 1,
      expression: name,
      keys: [name],
    }));
    const first = suggestFields(named, paths).map(({ candidates }) =>
      candidates.map(({ path }) => path.expression),
    );
    expect(first).toEqual([[right], [left]]);
  }
  expect(nameLikeness('Size L', 'Größe links')).toBeLessThan(0.9);
});

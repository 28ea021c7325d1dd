import { describe, expect, it } from 'vitest';
import { fieldSubjects } from '../../../src/check/field-subjects.ts';
import { otherMeasures } from '../../../src/check/measures/other-measures.ts';
import { nameLikeness } from '../../../src/check/names/name-likeness.ts';
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
    'staerke.links: $answers.brillenstaerke_rechts',
    'staerke.links: {from: $number(brillenstaerke_rechts), as: number}',
    'staerke.links: {template: "{sphaere_r} / {zylinder_r}"}',
    'staerke.links: {template: "{sphaere_r} / {achse}"}',
    'staerke.links: {template: "{od.sph} / {od.cyl}"}',
    'staerke.rechts: sphaere_l & " " & achse_l',
    'staerke.rechts: $join([sphaere_l, achse_l], " ")',
    'staerke.links: $replace($answers.`Stärke rechts`, ",", ".")',
    `sph.od: 'fields[name="sph_os"].value'`,
    `sph.os: 'werte[auge="rechts"].sph'`,
    'sph.os: werte.right[0]',
    'sph.od: $round(os.sph, 2)',
    `staerke.links: 'staerke_rechts ? staerke_rechts : null'`,
    'cf_7: {template: "{eye.left.sph} dpt"}',
    'teeth.top: $uppercase(zaehne_unten)',
    'photo.front: $string(foto_hinten)',
    'budget.min: {template: "{budget_max} €"}',
    'budget.max: $min(budget.min)',
    'holiday.from: $substring(urlaub_bis, 0, 10)',
    'holiday.to: {template: "{urlaub.von}"}',
    'holiday.to: {from: $date(start)}',
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
    'staerke.rechts: {template: "{sphaere_r} / {achse_r}"}',
    'staerke.links: $number(brillenstaerke_links)',
    'staerke.links: $answers.brillenstaerke_links',
    'staerke.links: {template: "{sphaere_r} / {sphaere_l}"}',
    `staerke.links: 'staerke_links ? staerke_links : staerke_rechts'`,
    `staerke.links: 'nur_rechts ? null : staerke'`,
    `staerke.links: '$exists(staerke_rechts) and staerke'`,
    `staerke.links: {template: "{sphaere_r} / {zylinder_r}", because: the form has it the wrong way round}`,
    `sph.od: 'fields[name="sph_od"].value'`,
    `sph.os: 'werte[auge="links"].sph'`,
    `sph.os: 'werte[auge="beide"].sph'`,
    'holiday.to: $fromMillis($toMillis(start) + 3600000)',
    'holiday.to: {template: "{urlaub_von} {urlaub_dauer}"}',
    `holiday.from: 'start & " - " & ende'`,
    'holiday.from: $substring(urlaub_von, 0, 10)',
    'budget.max: budget.min * 2 + budget.max',
    'duration: $max(dauer)',
    'website: $join(right.links, ", ")',
    'source: {template: "{to.name}"}',
    'teeth.top: $uppercase(zaehne_oben)',
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

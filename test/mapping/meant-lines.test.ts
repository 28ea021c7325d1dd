import { describe, expect, it } from 'vitest';
import { composedText } from '../../src/diagnostics/composed.ts';
import { codePointOf } from '../../src/diagnostics/look-alikes.ts';
import { parse } from './evaluate-yaml.ts';
import { followed, noteAfter, noteMapping } from './followed.ts';

const payload = {
  name: 'Anna',
  ort: 'Ulm',
  plan: 'gold',
  vip: 'ja',
  tags: ['x', 'y'],
  list: [{ art: 'a', text: 'eins' }],
};

describe('a text in braces that YAML reads as a map', () => {
  it.each([
    ['note: {template: Hallo {name}, willkommen}', 'Hallo Anna, willkommen'],
    ['note: {template: Hallo {name}}', 'Hallo Anna'],
    ['note: {template: {name}}', 'Anna'],
    ['note: {template: {name}, {ort}}', 'Anna, Ulm'],
    ['note: {template: {name}: {ort}}', 'Anna: Ulm'],
    ['note: {template: Name: {name}, Ort: {ort}}', 'Name: Anna, Ort: Ulm'],
    ['note: {template: Hallo {name}, willkommen, whenMissing: skip}', 'Hallo Anna, willkommen'],
    ['note: {template: [{name}] {ort}}', '[Anna] Ulm'],
    ['note: {template: {name} [{ort}], as: text}', 'Anna [Ulm]'],
    ['note: {template: "Hallo" {name}}', 'Hallo Anna'],
    ['note: {template: Er sagt "{name}", immer}', 'Er sagt "Anna", immer'],
    ["note: {template: Anna's {ort}, neu}", "Anna's Ulm, neu"],
    ['note: {template: {{name}}, neu}', 'Anna, neu'],
    [`note: {template: \${name}, neu}`, 'Anna, neu'],
    ['note: {template: Hallo {name} #neu}', 'Hallo Anna #neu'],
    ['note: {template: Hallo {name} # neu}', 'Hallo Anna # neu'],
    ['note: {template: Hallo {name}, willkommen', 'Hallo Anna, willkommen'],
    ['note: {template: {vip = "ja" ? "VIP" : "Gast"}}', 'VIP'],
    ['note: {template: {$join(tags, ", ")}, neu}', 'x, y, neu'],
    ['note: {from: tags[0], as: text}', 'x'],
    ['note: {from: list[art = "a"].text}', 'eins'],
    ['note: {from: $join([name, ort], ", "), as: text}', 'Anna, Ulm'],
    ['note: {from: vip = "ja" ? "VIP" : "Gast", as: text}', 'VIP'],
    ['note: {from: [name, ort], as: list}', 'Anna,Ulm'],
    ['note: {from: {"a": name}.a, as: text}', 'Anna'],
    ['note: {from: nichts, default: -, keine}', '-, keine'],
    ['note: {value: Hallo, willkommen}', 'Hallo, willkommen'],
    ['note: {value: Hallo: willkommen}', 'Hallo: willkommen'],
    ['note: {value: [neu] Kunde}', '[neu] Kunde'],
    ['note: {value: {neu} Kunde}', '{neu} Kunde'],
    ['note: {value: House #3}', 'House #3'],
    ['note: {value: @salon}', '@salon'],
    ['note: {value: *neu*, fett}', '*neu*, fett'],
    ['note: {value: 100 %, mindestens}', '100 %, mindestens'],
    ['note: {from: plan, values: {gold: VIP, sehr, silber: Neu}}', 'VIP, sehr'],
    ['note: {from: plan, values: {gold: VIP: sehr}, otherwise: null}', 'VIP: sehr'],
    ['note: {from: plan, values: {gold: {neu}, x}}', '{neu}, x'],
    ['note:\n  template: {name}, {ort}', 'Anna, Ulm'],
    ['note:\n  template: Hallo {name}: neu', 'Hallo Anna: neu'],
    ['note: {\n  template: Hallo {name}, neu,\n  as: text}', 'Hallo Anna, neu'],
    ['note: {template: Hallo {name}, neu,\n  as: text}', 'Hallo Anna, neu'],
    ['note: {name}', 'Anna'],
    ['note: {{name}}', 'Anna'],
    ['note: {{ name }}', 'Anna'],
    [`note: \${name}`, 'Anna'],
    ['note: Hallo {name}', 'Hallo Anna'],
    ['note: Hallo {name}, willkommen!', 'Hallo Anna, willkommen!'],
    ['note: {from:name, as:text}', 'Anna'],
  ])('gets a hint with the intended line: %s', async (rule, sent) => {
    expect(await noteAfter(rule, payload)).toBe(sent);
  });

  it('gets this hint also for an additional field', async () => {
    const { left, sent } = await followed(
      noteMapping('additionalFields: {lead.source: {value: Instagram, neu}, "b": {template: {name}, neu}}'),
      { nr: 1, ...payload },
    );
    expect({ left, sent }).toMatchObject({
      left: [],
      sent: { additionalFields: { 'lead.source': 'Instagram, neu', b: 'Anna, neu' } },
    });
  });

  it('gets no hint if the intention is unclear', () => {
    for (const rule of [
      'note: {template Hallo {name}, neu}',
      'note: {: {name}, neu}',
      'note: {{a: {b}}, c}',
    ]) {
      const { diagnostics } = parse(noteMapping(rule));
      expect(diagnostics.length, rule).toBeGreaterThan(0);
      expect(
        diagnostics.filter(each => each.instead !== undefined),
        rule,
      ).toEqual([]);
    }
  });
});

/** Characters by their code points, because most of them are invisible. */
const signs = (...numbers: readonly number[]) => numbers.map(each => String.fromCodePoint(each));
const blanks = signs(
  ...[
    0xa0, 0x85, 0x1680, 0x180e, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
    0x2009,
  ],
  ...[0x200a, 0x202f, 0x205f, 0x2800, 0x3000, 0x3164, 0xffa0],
);
const invisible = signs(0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x2060, 0xfeff);
const dashes = signs(
  0x2010,
  0x2011,
  0x2012,
  0x2013,
  0x2014,
  0x2015,
  0x2043,
  0x2212,
  0x2796,
  0xfe58,
  0xfe63,
  0xff0d,
);
const bullets = signs(0xb7, 0x2022, 0x2023, 0x2219, 0x25aa, 0x25cf, 0x25cb, 0x25e6, 0xf0b7);
const named = (all: readonly string[]) => all.map(sign => [codePointOf(sign), sign] as const);

/** Returns the diagnostics in short: `line: message`. */
const said = (text: string) =>
  parse(text).diagnostics.map(({ place, message }) => `${place?.line}: ${message}`);

describe('a character that looks like a blank but is not one', () => {
  it.each(named(blanks))('is reported at its place only: %s', async (number, blank) => {
    const places = [
      `note:${blank}name`,
      `note:${blank}${blank}name`,
      `note: ${blank}{from:${blank}name}`,
      `note: {from:${blank}name}`,
      `note: {from: name,${blank}as: text}`,
      `note:${blank}{template: "{name}"}`,
      `note: vip${blank}= "ja" ? name`,
      `note: {template: "{vip${blank}= 'ja' ? name}"}`,
    ];
    for (const rule of places) {
      expect(await noteAfter(rule, payload), rule).toBe('Anna');
      const found = said(noteMapping(rule));
      // An expression is read in its composed form, which replaces some of these blanks.
      expect(found.join('\n'), rule).toMatch(
        RegExp(`(${number}|${codePointOf(composedText(blank))})`.replaceAll('+', '\\+')),
      );
      expect(found, rule).toEqual([expect.stringMatching(/^6: .*looks like a space but is not one \(/)]);
    }
    for (const text of [
      noteMapping('note: name').replace('  note', `${blank}${blank}note`),
      noteMapping('note: name').replace('  note', ` ${blank}note`),
      noteMapping('note: name').replace('  - name', `  -${blank}name`),
      noteMapping('note: name').replace('    payload', `${blank.repeat(4)}payload`),
      noteMapping('note: name').replace('operation:', `operation:${blank}`),
      noteMapping('note: name').replace('set:', `set:${blank}`),
    ]) {
      const { left, sent } = await followed(text, { nr: 1, ...payload });
      expect({ left, sent }, text).toMatchObject({ left: [], sent: { note: 'Anna' } });
      expect(said(text).join('\n'), text).toContain(number);
    }
  });

  it.each(named(blanks))('is kept inside a text: %s', (_, blank) => {
    const text = noteMapping(`note: {value: "10${blank}Euro"}`).replace(
      'nr: 1',
      `nr: 1, x: "a${blank}b", y: a${blank}b`,
    );
    expect(said(text)).toEqual([]);
  });
});

describe('an invisible character', () => {
  it.each(named(invisible))('is reported at a key or an entry: %s', async (number, sign) => {
    for (const text of [
      noteMapping(`${sign}note: name`),
      noteMapping(`note${sign}: name`),
      noteMapping(`note:${sign} name`),
      noteMapping('note: name').replace('  - name', `  -${sign} name`),
    ]) {
      const { left, sent } = await followed(text, { nr: 1, ...payload });
      expect({ left, sent }, text).toMatchObject({ left: [], sent: { note: 'Anna' } });
      expect(said(text).join('\n'), text).toContain(number);
    }
  });
});

describe('a dash or a bullet of a word processor', () => {
  it.each([...named(dashes), ...named(bullets)])('is reported: %s', async (number, sign) => {
    const what = bullets.includes(sign) ? 'bullet' : 'dash';
    for (const begin of [`  ${sign} name`, `  ${sign}\u00a0name`, `  ${sign}name`]) {
      const text = noteMapping('note: name').replace('  - name', begin);
      const { left, sent, said: found } = await followed(text, { nr: 1, ...payload });
      expect({ left, sent }, text).toMatchObject({ left: [], sent: { note: 'Anna' } });
      expect(
        found.map(({ place, message }) => `${place?.line}: ${message}`),
        text,
      ).toEqual([
        expect.stringMatching(
          `8: this is a ${what} from a word processor \\(${number.replace('+', '\\+')}.*\\); an entry of a list begins with a hyphen`,
        ),
      ]);
    }
  });

  it.each([...named(dashes), ...named(bullets)])('is kept inside a text: %s', (_, sign) => {
    const rule = `note: {from: plan, values: {${sign} keine ${sign}: null, gold: ${sign} ja ${sign}}}`;
    expect(said(noteMapping(rule))).toEqual([]);
  });
});

describe('a rule with operators of another language', () => {
  it.each([
    ['note: {answer = Wunsch}', 'kurz'],
    ['note: {from = name}', 'Anna'],
    ['note: {from => name, as = text}', 'Anna'],
    ['note: {from: name; as: text}', 'Anna'],
    ['note: {from: name ; as: text; default: x}', 'Anna'],
    ['note: {answer: "Wunsch, as: text}', 'kurz'],
    ['note: {answer: "Wunsch, as: text, default: x}', 'kurz'],
    ["note: {answer: 'Wunsch, as: text}", 'kurz'],
    ['note: answer: Wunsch', 'kurz'],
    ['note: answer: Wunsch, as: text', 'kurz'],
    ['note: from: name', 'Anna'],
    ['note: value: Hallo', 'Hallo'],
    ['note: template: Hallo {name}', 'Hallo Anna'],
    ['note: {answer: Wunsch, values: [kurz: Kurz]}', 'Kurz'],
    ['note: {answer: Wunsch, values: [kurz: Kurz, lang: Lang]}', 'Kurz'],
    ['note: {answer: Wunsch, values: kurz = Kurz}', 'Kurz'],
    ['note: {answer: Wunsch, values: kurz -> Kurz}', 'Kurz'],
    ['note: {answer: Wunsch, values: lang => Lang, kurz => Kurz}', 'Kurz'],
  ])('gets a hint with the intended line: %s', async (rule, sent) => {
    const { left, sent: call } = await followed(
      noteMapping(rule),
      { nr: 1, ...payload, Wunsch: 'kurz' },
      { Wunsch: 'kurz' },
    );
    expect({ left, call }).toMatchObject({ left: [], call: { note: sent } });
  });

  it.each([
    ['when: name: Anna', 'when: name = "Anna"'],
    ['when: name: "Anna"', 'when: name = "Anna"'],
    ['when: nr: 1', 'when: nr = 1'],
    ['when: vip: true', 'when: vip = true'],
    ['when: {answer: Wunsch} = "kurz"', 'when: $answers.Wunsch = "kurz"'],
    ['when: {answer: Wie oft?} = "nie"', 'when: $answers."Wie oft?" = "nie"'],
    ['when: {answer: "Größe (cm)"} = "172"', 'when: $answers."Größe (cm)" = "172"'],
  ])('gets a hint with a comparison: %s', async (when, wrote) => {
    expect(await followed(noteMapping('note: name', `${when}\n`), payload)).toMatchObject({
      wrote: [wrote],
      left: [],
    });
  });

  it('is never a question whose name is a list', () => {
    const { diagnostics } = parse(noteMapping('note: {answer: [eins, zwei]}'));
    expect(diagnostics.filter(({ instead }) => instead !== undefined)).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('yaml/wrong-type');
  });

  it('is reported by its column if the lines of a group have different columns', () => {
    const text = noteMapping('additionalFields:\na: name\n  b: name\n  c: name');
    const { diagnostics } = parse(text);
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const { hint } of diagnostics) expect(hint).toMatch(/column/);
  });
});

describe('a key in braces without its colon', () => {
  it.each([
    ['note: {from: zahl, as number}', '12', 'as'],
    ['note: {from: zahl, as number, whenMissing: skip}', '12', 'as'],
    ['note: {from: zahl, as: number, whenMissing skip}', '12', 'whenMissing'],
    ['note: {template: Hallo {name}, as text}', 'Hallo Anna', 'as'],
    ['note: {from: plan, values: {gold: VIP}, ignoreCase true}', 'VIP', 'ignoreCase'],
  ])('gets the colon in %s', async (line, note, key) => {
    expect(said(noteMapping(line))).toEqual([`6: a colon is missing after the key "${key}"`]);
    expect(await noteAfter(line, { ...payload, zahl: '12' })).toBe(note);
  });

  it('keeps the name of a question', async () => {
    const { wrote } = await followed(noteMapping('note: {answer: Weight (kg), as number}'), {});
    expect(wrote).toEqual(['note: {answer: Weight (kg), as: number}']);
  });

  it.each([
    ['note: {value: Danke, as always}', 'Danke, as always'],
    ['note: {value: Danke, as you like}', 'Danke, as you like'],
    ['note: {value: Hallo, number one}', 'Hallo, number one'],
    ['note: {value: Gut, default text}', 'Gut, default text'],
  ])('is not seen in the text of %s', async (line, note) => {
    expect(said(noteMapping(line)).join()).not.toContain('colon is missing');
    expect(await noteAfter(line, payload)).toBe(note);
  });
});

describe('a fault among others', () => {
  it('does not hide the others if the intention is clear', () => {
    const text = noteMapping(
      'note: {template: Hallo {name}, neu}\ncustomerStatus: {vaule: Neukunde}\nadress: ort',
    );
    expect(said(text)).toEqual([
      '6: a text that has "{" in it needs quotes inside { }',
      expect.stringContaining('7: there is no key "vaule"'),
      expect.stringContaining('8: updateCustomer has no parameter "adress"'),
    ]);
  });

  it('is reported alone if the intention is unclear', () => {
    const text = noteMapping('note: {from: a ? b: c: d}\ncustomerStatus: {vaule: Neukunde}');
    const { diagnostics } = parse(text);
    expect(diagnostics.map(({ place, code, instead }) => [place?.line, code, instead])).toEqual([
      [6, 'yaml/syntax', undefined],
    ]);
  });

  it('gets a corrected line only if that line has no other fault', () => {
    const { diagnostics } = parse(noteMapping('note: {from: $nothing(a): b, vaule: 1}'));
    expect(diagnostics.filter(({ instead }) => instead !== undefined)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { parse } from './evaluate-yaml.ts';
import { noteAfter, noteMapping } from './followed.ts';

const payload = {
  name: 'Anna',
  vorname: 'Anna',
  nachname: 'Muster',
  plan: 'gold',
  vip: 'ja',
  leer: '',
  age: 20,
  preis: 4.5,
  plz: '01099',
  tag: '2026-05-04',
  'E-Mail': 'a@example.com',
  kontakt: { 'e-mail': 'b@example.com' },
};

describe('a condition in the syntax of another language', () => {
  it.each([
    ['if (vip) "VIP" else "Gast"', 'VIP'],
    ['if vip "VIP" else "Gast"', 'VIP'],
    ['if vip = "ja" "VIP" else "Gast"', 'VIP'],
    ['if (vip = "nein") "VIP" else "Gast"', 'Gast'],
    ['if vip then "VIP" else "Gast"', 'VIP'],
    ['if vip then "VIP"', 'VIP'],
    ['if (vip) {"VIP"} else {"Gast"}', 'VIP'],
    ['if vip { "VIP" } else { "Gast" }', 'VIP'],
    ['if (vip == "ja") { return "VIP"; } else { return "Gast"; }', 'VIP'],
    ['if vip: "VIP" else: "Gast"', 'VIP'],
    ['if (vip == "ja" && age > 18) "VIP" else name', 'VIP'],
    ['if (vip == "ja" || age > 18) name else "Gast"', 'Anna'],
    ['"VIP" if vip = "ja" else "Gast"', 'VIP'],
    ['"VIP" if vip == "nein" else name', 'Anna'],
    ['vip ? "VIP" else "Gast"', 'VIP'],
    ['vip then "VIP" else "Gast"', 'VIP'],
    ['IF vip THEN "VIP" ELSE "Gast" END', 'VIP'],
    ['IF vip THEN "VIP" ELSE "Gast" END IF', 'VIP'],
    ['if plan = "neu" then "N" else if plan = "gold" then "G" else "X"', 'G'],
    ['if (plan == "neu") "N" elseif (plan == "gold") "G" else "X"', 'G'],
    ['if plan = "neu": "N" elif plan = "gold": "G" else: "X"', 'G'],
    ['case when plan = "neu" then "N" when plan = "gold" then "G" else "X" end', 'G'],
    ['wenn vip dann "VIP" sonst "Gast"', 'VIP'],
    ['Wenn plan = "neu" dann "N" sonst wenn plan = "gold" dann "G" sonst "X"', 'G'],
    ['if vip = “ja” then “VIP” else “Gast”', 'VIP'],
    ['if vip then name else "if then else"', 'Anna'],
    ['if $contains(name, "if") then "x" else name', 'Anna'],
    ['if (age >= 18) and vip = "ja" then "VIP" else "Gast"', 'VIP'],
  ])('gets a hint with ? and :, as valid YAML: %s', async (source, sent) => {
    expect(await noteAfter(`note: ${source}`, payload)).toBe(sent);
    expect(await noteAfter(`note: {template: '<{${source.replaceAll("'", "''")}}>'}`, payload)).toBe(
      `<${sent}>`,
    );
  });

  it.each([
    'if',
    'else',
    'if else',
    'if vip else',
    'else "x"',
    'then then',
    'if if if',
    'case when',
    'if ( then ) else',
  ])('is not found in %j', source => {
    const advised = parse(noteMapping(`note: ${source}`)).diagnostics.filter(({ instead }) =>
      instead?.includes('?'),
    );
    expect(advised).toEqual([]);
  });
});

describe('a formula of a spreadsheet', () => {
  it.each([
    ['IF(vip="ja";"VIP";"Gast")', 'VIP'],
    ['IF(vip="ja","VIP","Gast")', 'VIP'],
    ['=IF(vip="ja";"VIP";"Gast")', 'VIP'],
    ['if(vip = "nein"; "VIP"; "Gast")', 'Gast'],
    ['WENN(vip="ja";"VIP";"Gast")', 'VIP'],
    ['=WENN(vip="ja";"VIP";"Gast")', 'VIP'],
    ['ALS(vip="ja";"VIP";"Gast")', 'VIP'],
    ['IIF(vip = "ja", name, "Gast")', 'Anna'],
    ['IF(vip="ja";"VIP")', 'VIP'],
    ['IF(vip="ja";1;0)', '1'],
    ['IF(vip="ja",1,0)', '1'],
    ['IF(preis>4,4;"teuer";"billig")', 'teuer'],
    ['IF(vip<>"ja";"Gast";name)', 'Anna'],
    ['IF(AND(vip="ja";age>18);"VIP";"Gast")', 'VIP'],
    ['WENN(UND(vip="ja";ODER(plan="neu";plan="gold"));"VIP";"Gast")', 'VIP'],
    ['WENN(ODER(plan="neu";UND(vip="nein";age>18));"N";"G")', 'G'],
    ['WENN(NICHT(vip="ja");"Gast";"VIP")', 'VIP'],
    ['IF(plan="neu";"N";IF(plan="gold";"G";"X"))', 'G'],
    ['IF(IF(vip="ja";plan;"")="gold";"G";"X")', 'G'],
    ['"<"&IF(vip="ja";"VIP";"Gast")&">"', '<VIP>'],
    ['UPPER(name)', 'ANNA'],
    ['GROSS(VERKETTEN(vorname;" ";nachname))', 'ANNA MUSTER'],
    ['CONCATENATE(vorname," ",nachname)', 'Anna Muster'],
    ['LEFT(nachname;3)', 'Mus'],
    ['LINKS(nachname;1) & "."', 'M.'],
    ['WENN(ISTLEER(nichts);"-";nichts)', '-'],
    ['LÄNGE(name)', '4'],
    ['IF(vip="sagt ""ja""";"a";"b")', 'b'],
    ['IF(age>=WERT("18");"alt";"jung")', 'alt'],
    ["IF(vip='ja';'VIP';'Gast')", 'VIP'],
  ])('gets a hint with the equivalent expression: %s', async (source, sent) => {
    expect(await noteAfter(`note: ${source.startsWith('"') ? `'${source}'` : source}`, payload)).toBe(sent);
  });

  it.each([
    'SVERWEIS(a;b;c)',
    'IF(',
    'IF()',
    'IF(;;)',
    'IF(a;b;c',
    'IF(a;b;c))',
    'SUMMEWENN(a;b)',
    'A1+B2;',
    'HEUTE()',
  ])('gets no hint without an equivalent: %s', source => {
    const advised = parse(noteMapping(`note: ${source}`)).diagnostics.filter(({ instead }) =>
      instead?.includes('?'),
    );
    expect(advised).toEqual([]);
  });
});

describe('an expression in the syntax of another language', () => {
  it.each([
    ['vip == "ja" ? name', 'Anna'],
    ['vip === "ja" && age > 18 ? name', 'Anna'],
    ['vip <> "nein" ? name', 'Anna'],
    ['nichts || "Gast"', 'Gast'],
    ['plan IN ["gold", "neu"] AND vip = "ja" ? name', 'Anna'],
    ['vip eq "ja" ? name', 'Anna'],
    ['name contains "nn" ? name', 'Anna'],
    ['nichts is null ? name', 'Anna'],
    ['!(vip = "nein") ? name', 'Anna'],
    ['kontakt?."e-mail"', 'b@example.com'],
    ['vorname + " " + nachname', 'Anna Muster'],
    ['name,', 'Anna'],
    ['name;', 'Anna'],
    ['preis > 3,5 ? name', 'Anna'],
    ['plz = 01099 ? name', 'Anna'],
    ['tag > 2026-01-01 ? name', 'Anna'],
    ['$answers.age = 5 ? "a" ', 'skipped'],
    ['$uppercase(name) = 5 ? "a"', 'skipped'],
    ['age – 2', '18'],
    ['„Hallo“', 'Hallo'],
    ['«Hallo {name}»', 'Hallo Anna'],
    ['vip = ″ja″ ? name', 'Anna'],
    ['Neuer Kunde', 'Neuer Kunde'],
    ['Liebe Kundin, willkommen!', 'Liebe Kundin, willkommen!'],
    ['Hallo {name}', 'Hallo Anna'],
    ['E-Mail', 'a@example.com'],
    ['kontakt.e-mail', 'b@example.com'],
    ['"`E-Mail`" & \'x\''.replace('"`E-Mail`" & \'x\'', 'upper(name)'), 'ANNA'],
    ['name.toUpperCase', undefined],
  ])('gets a hint that sends the intended value: %s', async (source, sent) => {
    const note = await noteAfter(`note: ${source}`, payload);
    if (sent === undefined) expect(note).toMatchObject({ wrote: [] });
    else expect(note).toBe(sent);
  });

  it('gets a hint in the condition of a mapping and in its link', () => {
    const text = noteMapping('note: name', 'when: if vip then true else false\nlink: „kontakt“\n');
    expect(parse(text).diagnostics.map(({ instead }) => instead)).toEqual([
      'when: "vip ? true : false"',
      'link: \'"kontakt"\'',
    ]);
  });
});

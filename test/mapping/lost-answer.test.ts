import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lostAnswer } from '../../src/mapping/doubts/comparisons/lost-answer.ts';
import { codesOf, evaluateYaml, fieldMapping, fieldOf, mappingOf } from './evaluate-yaml.ts';

async function evaluated(table: string, answer: unknown) {
  const yaml = fieldMapping(`{from: a, ${table}}`).replace('f:', 'newsletter:');
  return evaluateYaml(`${yaml}  note: text\n`, { payload: { a: answer, text: 'x' } });
}

async function hintOf(table: string, answer: unknown): Promise<string | undefined> {
  const evaluation = await evaluated(table, answer);
  return evaluation.kind === 'not-wanted' ? undefined : evaluation.diagnostics[0]?.hint;
}

const yes = 'values: {"Ja, gerne": "true"}, otherwise: null';
const both = 'values: {"Ja, gerne": "true", "Nein, lieber nicht": "false"}, otherwise: null';
const lost = ['mapping/lost-answer'];

describe('an answer that a table of yes and no does not have', () => {
  it.each([
    [yes, 'Nein, danke'],
    [yes, 'Nein'],
    [yes, 'Non, merci'],
    [yes, 'No, grazie'],
    [yes, 'Nee, bedankt'],
    [yes, 'No, thanks'],
    [yes, 'No gracias'],
    [yes, 'Kein Interesse'],
    [yes, 'Ich möchte keine E-Mails'],
    [yes, 'abgemeldet'],
    [yes, false],
    [both, 'Nein, danke'],
    [both, 'Ja, sehr gern'],
    ['values: {Ja: 1, Nein: 0}, otherwise: null', 'Nein, danke'],
    ['values: {nein: false}, otherwise: null', 'Ja, klar'],
    ['values: {Ja: "true", vielleicht: null}, otherwise: null', 'Nein, danke'],
  ])('is reported: {%s} of %j', async (table, answer) => {
    expect(codesOf(await evaluated(table, answer))).toEqual(lost);
  });

  it('is reported if otherwise is a yes', async () => {
    const table = 'values: {Ja: "true"}, otherwise: "true"';
    expect(codesOf(await evaluated(table, 'Nein, danke'))).toEqual(lost);
    expect(codesOf(await evaluated(table, 'Newsletter'))).toEqual([]);
  });

  it.each([
    [yes, 'Ja, gerne'],
    [yes, ''],
    [yes, null],
    [yes, 'Keine Angabe'],
    [yes, 'keine Antwort'],
    [yes, 'No preference'],
    [yes, 'No answer'],
    [yes, 'Non renseigné'],
    [yes, 'Nein/Ja'],
    [yes, 'ja / nein'],
    [yes, 'Noemi'],
    [yes, 'Vielleicht'],
    [yes, 'weiß nicht'],
    ['values: {"Ja, gerne": "true", "Nein, danke": null}, otherwise: null', 'Nein, danke'],
    [`${yes}, because: a no is taken by phone`, 'Nein, danke'],
    ['values: {Ja: "true"}, otherwise: false', 'Nein, danke'],
    ['values: {Ja: Stammkunde}, otherwise: null', 'Nein'],
    ['values: {E-Mail: SMS, SMS: SMS}, otherwise: null', 'Nein, danke'],
  ])('is not reported: {%s} of %j', async (table, answer) => {
    expect(codesOf(await evaluated(table, answer))).toEqual([]);
  });

  it.each([
    [yes, 'Nein, danke', '"Nein, danke": "false"'],
    ['values: {Ja: Ja}, otherwise: null', 'Nein, danke', '"Nein, danke": "false"'],
    ['values: {ja: "false", nein: "true"}, otherwise: null', 'Nein, danke', '"Nein, danke": "true"'],
    ['values: {"Ja, gerne": "true"}', 'Nein, danke', '"Nein, danke": "false"'],
    ['values: {"Ja, gerne": "true"}', 'Ja', 'Ja: "true"'],
    ['values: {Nein: "0", Ja: "1"}', 'Nein, danke', '"Nein, danke": "0"'],
  ])('has the entry as its hint: {%s} of %j', async (table, answer, entry) => {
    expect(await hintOf(table, answer)).toContain(`add ${entry} to the table`);
    const [, entries = ''] = /^values: \{(.*?)\}/.exec(table) ?? [];
    const followed = `{from: a, values: {${entries}, ${entry}}, otherwise: null}`;
    expect(await fieldOf(followed, { a: answer })).toHaveProperty('set');
  });

  it('has the old hint if the table gives something else, or the answer is neither', async () => {
    for (const [table, answer] of [
      ['values: {Stamm: Stammkunde}', 'Nein, danke'],
      ['values: {Ja: "true"}', 'Keine Angabe'],
    ] as const)
      expect(await hintOf(table, answer)).toContain('or give otherwise');
  });
});

describe('a word that the table sends itself', () => {
  const sizes = 'values: {"Größe 10": "10", "Größe 13": "312", "Größe 312": "312"}';

  it.each([
    ['values: {Stammkunde: regular}', 'regular', ['for "Stammkunde": swap the two', 'add regular: regular']],
    [sizes, '312', ['for "Größe 13", "Größe 312": add "312": "312" to the table']],
    [sizes, '10', ['for "Größe 10": add "10": "10" to the table']],
    ['values: {Linkes Ohr: links, Rechtes Ohr: rechts}', 'links', ['for "Linkes Ohr": add links: links to']],
  ])('is added as a line of its own: %s with %s', async (table, answer, parts) => {
    const hint = await hintOf(table, answer);
    for (const part of parts) expect(hint).toContain(part);
    if (parts.length === 1) expect(hint).not.toContain('swap');
  });
});

describe('the example of a sender', () => {
  const newsletterOf = (sender: string) => {
    const file = new URL(`../../mappings/samples/senders/${sender}.yaml`, import.meta.url);
    const text = readFileSync(file, 'utf8').split('\ntests:')[0] ?? '';
    const found = mappingOf(`${text}\n`).additionalFields.find(({ key }) => key === 'newsletter');
    if (!found) throw new Error(sender);
    return found.rule;
  };

  it.each([
    ['shopify', ['subscribed', 'unsubscribed', 'not_subscribed', 'pending', 'redacted', 'invalid']],
    ['mailchimp', ['subscribe', 'unsubscribe', 'profile', 'upemail', 'cleaned', 'campaign']],
    ['klaviyo', ['yes', 'no', 'event:api.joined_loyalty_club', 'event:klaviyo.received_email', '']],
  ])('has a line for each usual state that says yes or no: %s', (sender, states) => {
    const rule = newsletterOf(sender);
    for (const state of states) expect(lostAnswer(state, rule, 'newsletter')?.message, state).toBeUndefined();
  });

  it.each(['not subscribed', 'nein', 'opted out'])('warns of another no: %s', word => {
    expect(lostAnswer(word, newsletterOf('shopify'), 'newsletter')?.code).toBe('mapping/lost-answer');
  });
});

import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { someOf } from '../fault.ts';
import type { Candidate, Suggestion } from './suggest-fields.ts';
import { writtenRule } from './written-rule.ts';
import { inComment, inLines, inOneLine, ruleInOneLine } from './yaml-words.ts';

const longestLine = 100;
const longestDoubt = 120;

/** Returns the lines of `additionalFields`: rules for certain and probable suggestions, else comments. */
export function fieldLines(suggestions: readonly Suggestion[]): string[] {
  const rules = suggestions.filter(({ sureness }) => sureness === 'sure' || sureness === 'likely');
  const unsure = suggestions.filter(({ sureness }) => sureness === 'unsure');
  const open =
    unsure.length === 0
      ? []
      : [
          rules.length === 0
            ? '    # unsure: these may fit. Is one right? Take the # away there, and at the beginning of "additionalFields:".'
            : '    # unsure: these may fit. To use one, remove the # and the space after it.',
          ...unsure.flatMap(unsureLines),
        ];
  if (rules.length === 0 && open.length === 0) return [];
  return [
    rules.length === 0 ? '  # additionalFields:' : '  additionalFields:',
    ...rules.flatMap(ruleLines),
    ...open,
  ];
}

/**
 * Returns other fields of the account as comments: those without a candidate, and those only for bookings.
 */
export function nothingLines(
  suggestions: readonly Suggestion[],
  notInUpdates: readonly FieldConfiguration[],
): string[] {
  const nothing = suggestions.filter(({ sureness }) => sureness === 'none').map(({ field }) => field);
  return [
    ...listed(
      `Nothing in the sample looks like these fields. To fill one, ${cureFor(suggestions)}.`,
      nothing,
    ),
    ...listed(
      'These belong to an appointment: only a mapping with persistCustomerData can set them.',
      notInUpdates,
    ),
  ];
}

/** Says where a line for a further field is added: only a file with a rule for a field has `additionalFields`. */
function cureFor(suggestions: readonly Suggestion[]): string {
  const has = (...some: readonly Suggestion['sureness'][]) =>
    suggestions.some(({ sureness }) => some.includes(sureness));
  if (has('sure', 'likely')) return 'add a line for it above';
  return has('unsure')
    ? 'take the # away before "additionalFields:" above, and add a line for it there'
    : 'write "  additionalFields:" above, and under it a line such as "    KEY: path"';
}

function ruleLines({ field, sureness, candidates: [best] }: Suggestion): string[] {
  if (!best) return [];
  const title = inComment(field.name);
  const key = inOneLine(field.keyName);
  const rule = writtenRule(best.rule, field);
  const line = `    ${key}: ${ruleInOneLine(rule)}`;
  const table = rule.values === undefined ? [] : [`    # on the right: ${inComment(choicesOf(field), 90)}`];
  const notes = sureness === 'likely' ? [`    # likely: ${likelyWords(best, title)}`, ...table] : table;
  if (line.length > longestLine || rule.values !== undefined) {
    return [...notes, `    ${key}:${sureness === 'sure' ? ` # ${title}` : ''}`, inLines(rule, '      ')];
  }
  return [...notes, sureness === 'sure' ? `${line} # ${title}` : line];
}

function likelyWords({ path, doubt }: Candidate, title: string): string {
  const [own = '', asked] = path.names;
  return `is ${title} "${inComment(asked ?? own)}"?${doubt === undefined ? '' : ` And look: ${inComment(doubt.text, longestDoubt)}`}`;
}

function unsureLines({ field, candidates }: Suggestion): string[] {
  const [first] = candidates;
  const isShared = candidates.every(each => each.doubt?.code === first?.doubt?.code);
  const shared = isShared && first?.doubt ? `: ${first.doubt.text}` : '';
  const hasTable = candidates.some(({ rule }) => rule.values);
  return [
    `    # - ${inComment(field.name)}${shared}`,
    ...(hasTable ? [`    #   on the right: ${inComment(choicesOf(field), 90)}`] : []),
    ...candidates.flatMap(candidate => {
      const rule = writtenRule(candidate.rule, field);
      const key = `    # ${inOneLine(field.keyName)}:`;
      const own = isShared || !candidate.doubt ? [] : [`    #   Look: ${candidate.doubt.text}`];
      if (rule.values) return [...own, key, inLines(rule, '    #   ')];
      return [...own, `${key} ${inComment(ruleInOneLine(rule), 500)}`];
    }),
  ];
}

function listed(heading: string, fields: readonly FieldConfiguration[]): string[] {
  if (fields.length === 0) return [];
  const width = Math.max(...fields.map(({ keyName }) => keyName.length));
  const lines = fields.map(
    field => `    #   ${inComment(`${field.keyName.padEnd(width)}  ${wordsFor(field)}`, 105)}`,
  );
  return ['', `    # ${heading}`, ...lines];
}

function wordsFor(field: FieldConfiguration): string {
  const choices = choicesOf(field);
  return choices === '' ? `${field.name} (${field.type})` : `${field.name}: ${choices}`;
}

function choicesOf({ selectItems, type }: FieldConfiguration): string {
  if (type === 'checkbox') return 'true or false';
  return selectItems === null ? '' : someOf(selectItems);
}

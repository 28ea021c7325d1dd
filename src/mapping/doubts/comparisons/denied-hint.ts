import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import { asksForOptOut, reversedTable } from '../../opt-out.ts';
import type { Denied } from './denied-consent.ts';

/** Returns the simplest rule that reads the answer, for people who do not program. */
export function ruleForDeniedAnswer({ path, answer, value, says, isOfList }: Denied, name: string): string {
  const written = answer === undefined ? `from: ${quoted(path)}` : `answer: ${quoted(answer)}`;
  const alone = answer === undefined ? quoted(path) : `{${written}}`;
  if (asksForOptOut(answer ?? path.slice(path.lastIndexOf('.') + 1))) {
    const table = reversedTable(value, { isConsent: true });
    return `a yes to ${path} is a no to ${name}: write ${name}: {${written}, values: ${table}}, with the words that the sender uses`;
  }
  if (isOfList && typeof value === 'string') {
    const ofBoxes = answer === undefined ? path : `$answers.${keyText(answer)}`;
    return `write ${name}: ${expressionInYaml(`"…" in ${ofBoxes}`)}, with the whole text of the box that means yes`;
  }
  if (says === false && isPlain(value))
    return `write ${name}: ${alone}, which reads ja, nein, on, 0 and the like as yes or no`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    const changed = keys.find(each => newValue.test(each));
    const ticked = Object.entries(value).find(([, each]) => consentAnswer(each) !== undefined)?.[0];
    const key = changed ?? ticked ?? keys[0] ?? 'value';
    const label = Object.entries(value).find(([each, text]) => each !== key && typeof text === 'string')?.[0];
    if (
      changed === undefined &&
      ticked !== undefined &&
      label !== undefined &&
      answer === undefined &&
      !path.includes('[')
    ) {
      const from = `${path}[${keyText(label)} = "…"].${keyText(ticked)}`;
      return `read the answer inside of it: write ${name}: {from: ${expressionInYaml(from)}, as: boolean}, with the ${label} that the sender uses for ${name}`;
    }
    return `read the answer inside of it: write ${name}: ${path}.${keyText(key)}`;
  }
  return `write ${name}: {${written}, values: {"…": true}, otherwise: false}, with each text that means yes`;
}

/** The keys of the new value of a change. */
const newValue = /^(?:new|to|after|current|neu)(?:_?value)?$/i;

/** True if `as: boolean` reads the value as a no, or the value is empty. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'string' || presenceOf(value) === 'empty' || answerInWords(value) !== undefined;
}

function quoted(path: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(path) ? path : JSON.stringify(visibleText(path));
}

import { tableEntry } from '../../../diagnostics/yaml/table-entry.ts';
import { answerInWords, isYesOrNo } from '../../../mapping/convert/convert-boolean.ts';

/** Returns the table of a true and a false for the choices yes and no; undefined if not exactly one of them means each. */
export function tableOfAnswers(choices: readonly string[]): string | undefined {
  const answers = choices.filter(isYesOrNo);
  const [yes, ...moreYes] = answers.filter(each => answerInWords(each));
  const [no, ...moreNo] = answers.filter(each => !answerInWords(each));
  if (yes === undefined || no === undefined || moreYes.length + moreNo.length > 0) return undefined;
  const entries = [tableEntry('true', yes), tableEntry('false', no)];
  return entries.includes(undefined) ? undefined : `values: {${entries.join(', ')}}`;
}

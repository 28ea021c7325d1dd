/** The reader of the steps at a sender: a person who writes the config too, or who enters a secret that is shown. */
export type StepReader = 'by-hand' | 'made';

/**
 * Returns the steps at a sender for one reader. In a step, `[[by hand|made]]` has the words for both; a step without words
 * for its reader is left out.
 */
export function setupSteps(setup: readonly string[], reader: StepReader): readonly string[] {
  return setup.map(step => wordsFor(step, reader).trim()).filter(step => step !== '');
}

function wordsFor(step: string, reader: StepReader): string {
  const [before = '', ...choices] = step.split('[[');
  return choices.reduce((said, choice) => {
    const [words = '', after = ''] = choice.split(']]');
    const [byHand = '', made = ''] = words.split('|');
    return said + (reader === 'by-hand' ? byHand : made) + after;
  }, before);
}

/** The reader of a sender's steps: `by-hand` also writes the config, `made` enters a generated secret. */
export type StepReader = 'by-hand' | 'made';

/**
 * Returns the steps at a sender for one reader. In a step, `[[by hand|made]]` has the text for both; a step without
 * text for its reader is left out.
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

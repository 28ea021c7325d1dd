import type { Answers } from './answers.ts';
import { calComAnswers } from './cal-com.ts';
import { calendlyAnswers } from './calendly.ts';
import { elementorAnswers } from './elementor.ts';
import { googleFormsAnswers } from './google-forms.ts';
import { gravityFormsAnswers } from './gravity-forms.ts';
import { jotformAnswers } from './jotform.ts';
import { metaLeadsAnswers } from './meta-leads.ts';
import { tallyAnswers } from './tally.ts';
import { typeformAnswers } from './typeform.ts';
import { webflowAnswers } from './webflow.ts';

/** How the answers of each shape are found: nothing where a payload is not of that shape. */
const shapes: Readonly<Record<string, (payload: unknown) => Answers | undefined>> = {
  'cal-com': calComAnswers,
  calendly: calendlyAnswers,
  elementor: elementorAnswers,
  'google-forms': googleFormsAnswers,
  'gravity-forms': gravityFormsAnswers,
  jotform: jotformAnswers,
  'meta-leads': metaLeadsAnswers,
  tally: tallyAnswers,
  typeform: typeformAnswers,
  webflow: webflowAnswers,
};

/** The answers of a payload. `shape` is the one that a source's preset names; nothing where it names none. */
export function answersOf(shape: string | undefined, payload: unknown): Answers | undefined {
  return shape !== undefined && Object.hasOwn(shapes, shape) ? shapes[shape]?.(payload) : undefined;
}

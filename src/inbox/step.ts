import { channel } from 'node:diagnostics_channel';

/** The steps on the way of an event, in their order. A process that ends just before or just after any loses nothing. */
export const stepNames = [
  'receive',
  'commit',
  'answer',
  'claim',
  'intent',
  'send',
  'reply read',
  'settle',
] as const;

/** What is published on the channel `fieldbridge:step`, for whoever watches from inside the process. */
export interface Step {
  readonly name: (typeof stepNames)[number];
  readonly moment: 'before' | 'after';
}

const steps = channel('fieldbridge:step');

/** Tells those who watch that a step comes next, or that it is done. Costs nothing where nobody watches. */
export function tellStep(name: Step['name'], moment: Step['moment']): void {
  if (steps.hasSubscribers) steps.publish({ name, moment } satisfies Step);
}

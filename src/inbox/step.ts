import { channel } from 'node:diagnostics_channel';

/** The steps of an event, in their order. If the process ends just before or after any of them, nothing is lost. */
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

/** The message on the channel `fieldbridge:step`, for observers inside the process. */
export interface Step {
  readonly name: (typeof stepNames)[number];
  readonly moment: 'before' | 'after';
}

const steps = channel('fieldbridge:step');

/** Publishes that a step comes next, or that it is done. It costs nothing without observers. */
export function tellStep(name: Step['name'], moment: Step['moment']): void {
  if (steps.hasSubscribers) steps.publish({ name, moment } satisfies Step);
}

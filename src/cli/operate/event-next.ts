import { codes } from '../../diagnostics/codes.ts';
import type { CallView, EventView } from '../../inbox/event.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { shellWord } from '../started-as.ts';

/** One possible action of a person: a description, and the command for it, if there is one. */
export interface NextStep {
  readonly says: string;
  readonly command?: string;
}

/** Returns the next steps of a person for an event; empty if there is nothing to do. `paths`: those of the faulty values in the payload. */
export function nextSteps(event: EventView, paths: readonly string[] = []): readonly NextStep[] {
  const { id, status } = event;
  const replay = `fieldbridge events replay ${id}`;
  const amend = `fieldbridge events amend ${id}${settings(paths)} --reason TEXT`;
  const discard = `fieldbridge events discard ${id}`;
  const resolve = `fieldbridge events resolve ${id}`;
  switch (status) {
    case 'queued':
      return waitsForLink(event) ? linkSteps : [];
    case 'held':
      return [...advice(event), { says: 'As soon as that is corrected, the event continues automatically.' }];
    case 'failed':
      return [
        ...advice(event),
        isAboutConsents(event)
          ? { says: 'Only the person can give a consent: have it asked for, and sent again.' }
          : { says: 'If the sender wrote a wrong value, correct it:', command: amend },
        { says: 'After any other correction, replay it:', command: replay },
        { says: 'Or discard it:', command: discard },
      ];
    case 'uncertain': {
      const others = waitedFor(event);
      const here = others.length > 0 ? 'Only if that one was discarded, decide here. ' : '';
      return [
        ...others,
        { says: `${here}Look the appointment up in the calendar: the booking may be there or not.` },
        isThere(event, resolve),
        { says: 'If it is not there, send it again:', command: `${resolve} not-booked --reason "not there"` },
        { says: 'If nobody can find out, give up:', command: `${resolve} give-up --reason "nobody knows"` },
      ];
    }
    case 'discarded':
      return [{ says: 'If it should be sent after all:', command: replay }];
    case 'delivered':
      return event.calls.flatMap(customerStep);
    case 'skipped':
      return [];
  }
}

/** True if an event failed only because of consents, which nobody can give for the person. */
function isAboutConsents({ diagnostics }: EventView): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.length > 0 && errors.every(({ path = '' }) => consentParameters.has(path));
}

function settings(paths: readonly string[]): string {
  const all = paths.length === 0 ? ['PATH'] : paths;
  return all.map(path => ` --set ${shellWord(`${path}=VALUE`)}`).join('');
}

/** Advises a person to look the customer number up at the destination, if it is not known yet. */
function isThere({ calls }: EventView, resolve: string): NextStep {
  const isKnown = calls.every(({ status, customerId }) => status !== 'uncertain' || customerId !== undefined);
  if (isKnown) return { says: 'If it is there:', command: `${resolve} booked --reason "found it"` };
  return {
    says: 'If it is there (add the customer number if you see it; it links the person):',
    command: `${resolve} booked --customer NUMBER --reason "found it"`,
  };
}

/** A booking that another event may have sent is resolved at that event. */
function waitedFor({ id, calls }: EventView): readonly NextStep[] {
  const others = calls
    .filter(({ status }) => status === 'uncertain')
    .flatMap(({ diagnostics }) => diagnostics.map(each => each.waitsFor))
    .filter(other => other !== undefined && other !== id);
  return [...new Set(others)].map(other => ({
    says: 'The booking was sent for another event, which decides about both; resolve that one:',
    command: `fieldbridge events show ${other}`,
  }));
}

const linkSteps: readonly NextStep[] = [
  {
    says: 'It continues automatically when the link is known: from a completed booking of this person, or from you:',
    command: 'fieldbridge links import FILE',
  },
];

function waitsForLink({ calls }: EventView): boolean {
  return calls.some(call => call.diagnostics.some(each => each.code === 'mapping/not-linked'));
}

/** The next step for a booking that its customer must still pay or confirm. */
function customerStep({ action, url }: CallView): readonly NextStep[] {
  if (action === undefined) return [];
  if (url !== undefined) return [{ says: 'Send the customer the address above.' }];
  const how = action === 'requireTAN' ? 'enters the TAN of the SMS' : 'pays';
  return [{ says: `Remind the customer: the booking is complete only after the customer ${how}.` }];
}

/** Returns advice about each kind of error, unless a hint beside the error gives it already. */
function advice({ diagnostics }: EventView): readonly NextStep[] {
  const bare = diagnostics.filter(each => each.severity === 'error' && each.hint === undefined);
  return [...new Set(bare.map(each => each.code))].map(code => ({ says: codes[code].advice }));
}

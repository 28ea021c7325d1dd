import type { SourceConfig } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { type Added, allStatuses, type EventView, type Status } from '../../inbox/event.ts';
import { describeError, type Log } from '../../log/log.ts';
import type { Answer } from '../http/answer.ts';
import { type OutcomeDetail, outcomeView } from './outcome-view.ts';
import { acceptedAnswer, statusOfAdded } from './webhook-answers.ts';

/**
 * The number of responses of one source that may wait for their outcome; further ones are sent at once, with the
 * current state.
 */
const maxWaitingAnswers = 256;

/**
 * Returns the responses of a source with `respond: outcome`. They wait until the stored events are finished, at
 * most for `respondWithin`. The events are stored, so a failure to look them up does not fail the webhook. If
 * anyone may post, a guessed id does not show the outcome of another sender's event.
 */
export function outcomeAnswers(
  source: SourceConfig,
  parts: { readonly bridge: Pick<Bridge, 'outcomeOf'>; readonly log: Log },
): (added: readonly Added[]) => Promise<Answer> {
  const isOpen = source.verify.some(({ type }) => type === 'none');
  const detail = (each: Added): OutcomeDetail => (isOpen && each.differs ? 'status' : 'results');
  let waiting = 0;
  return async added => {
    const withinMs = waiting < maxWaitingAnswers ? source.respondWithinMs : 0;
    waiting += 1;
    try {
      const views = await Promise.all(added.map(each => parts.bridge.outcomeOf(each.id, withinMs)));
      return outcomeAnswer(source, added, views, detail);
    } catch (error) {
      parts.log.error({ source: source.name, error: describeError(error) }, 'cannot look up an outcome');
      return { ...acceptedAnswer(source, added), status: 202 };
    } finally {
      waiting -= 1;
    }
  };
}

/**
 * Returns 422 if a call failed, 202 if a call is not finished or needs a person, otherwise 200. `views` are the events
 * in the order of `added`; a duplicate of a deleted event has none.
 */
function outcomeAnswer(
  source: SourceConfig,
  added: readonly Added[],
  views: readonly (EventView | undefined)[],
  detail: (added: Added) => OutcomeDetail,
): Answer {
  const known = views.filter(view => view !== undefined);
  const status = Math.max(200, ...known.map(codeOf));
  const events = added.flatMap((each, index) => {
    const view = views[index];
    return view ? [outcomeView(view, detail(each))] : [];
  });
  if (source.split || added.length !== 1) {
    const summary = mostUrgentStatus(known) ?? (added.length > 0 ? statusOfAdded(added) : 'skipped');
    const body = { ids: added.map(each => each.id), status: summary, events };
    return { status, body: JSON.stringify(body) };
  }
  return events[0] ? { status, body: JSON.stringify(events[0]) } : acceptedAnswer(source, added);
}

function mostUrgentStatus(views: readonly EventView[]): Status | undefined {
  return allStatuses.find(status => views.some(view => view.status === status));
}

/** `discarded` counts as failed: the event was not and will not be delivered. */
function codeOf(view: EventView): number {
  const all = view.calls.length > 0 ? view.calls.map(call => call.status) : [view.status];
  if (all.some(status => status === 'failed' || status === 'discarded')) return 422;
  return all.every(status => status === 'delivered' || status === 'skipped') ? 200 : 202;
}

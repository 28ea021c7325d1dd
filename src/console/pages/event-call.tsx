import type { CallView } from '../../inbox/event.ts';
import type { TraceStep } from '../../mapping/explain/trace.ts';
import { isMasked, StatusChip } from '../parts/pieces.tsx';
import { type Pointing, partKey, pointerTo } from '../parts/pointing.ts';
import { stepName, stepWords } from '../parts/step-words.ts';
import { Ago } from '../parts/time.tsx';
import { words } from '../words/words.ts';

/** Shows one call of an event: the request, the response, and the step that the customer must still take. */
export function CallStory({
  call,
  status,
  pointing,
}: {
  readonly call: CallView;
  readonly status: CallView['status'];
  readonly pointing: Pointing;
}) {
  const { events: text } = words.value;
  return (
    <article class="call">
      <p>
        <StatusChip status={status} /> <b>{call.operation}</b> → {call.destination}{' '}
        <span class="quiet">{call.mapping}</span>
      </p>
      {call.reason && !isMasked(call.reason) && <p lang="en">{call.reason}</p>}
      {call.result && !isMasked(call.result) && <p>{call.result}</p>}
      {call.action && <CustomerStep action={call.action} url={call.url} />}
      {call.request && <SentValues request={call.request} mapping={call.mapping} pointing={pointing} />}
      {call.attempts.length > 0 && (
        <details>
          <summary>
            {text.attempts} <span class="quiet">{call.attempts.length}</span>
          </summary>
          <ol class="attempts">
            {call.attempts.map(each => (
              <li key={each.at}>
                <Ago at={each.at} /> · {each.outcome} · {each.ms} ms{' '}
                {each.status && <>· HTTP {each.status}</>}
                {each.body && <pre>{each.body}</pre>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </article>
  );
}

/** Shows the step that the customer must still take, and the URL to send to the customer. */
function CustomerStep({ action, url }: { readonly action: string; readonly url: string | undefined }) {
  const { events: text, actions } = words.value;
  const known: Readonly<Record<string, string>> = actions;
  const isShown = url !== undefined && !isMasked(url);
  return (
    <div class="notice">
      <p>
        <b>{Object.hasOwn(known, action) ? known[action] : `${text.mustStill} ${action}`}</b>
      </p>
      {url !== undefined && <p>{isShown ? text.sendAddress : text.addressIsMasked}</p>}
      {isShown && <p>{/^https?:\/\//.test(url) ? <OutwardLink to={url} /> : <code>{url}</code>}</p>}
    </div>
  );
}

function OutwardLink({ to }: { readonly to: string }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {to}
    </a>
  );
}

/** Shows the values of a call by name, each with its origin. */
export function SentValues({
  request,
  mapping,
  pointing,
}: {
  readonly request: NonNullable<CallView['request']>;
  readonly mapping: string;
  readonly pointing: Pointing;
}) {
  return (
    <dl class="sent">
      {valuesOf(request).map(({ part, name, value }) => {
        const key = partKey(mapping, part);
        const way = pointing.wayOf(mapping, part);
        return (
          <div key={part} class={pointing.isLit(key) ? 'lit' : ''}>
            <dt>
              {pointing.isFromPayload(key) ? (
                <button type="button" class="key point" {...pointerTo(pointing, key)}>
                  {name}
                </button>
              ) : (
                <span class="key">{name}</span>
              )}
            </dt>
            <dd>
              <span class={value === '' ? 'value null' : 'value'}>
                {value === ''
                  ? words.value.events.cleared
                  : isMasked(value)
                    ? words.value.common.masked
                    : value}
              </span>
              {way && <Way steps={way.steps} isShown={false} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Steps whose text quotes a value of the event. */
const quoting: ReadonlySet<TraceStep['step']> = new Set(['values', 'empty', 'linked', 'check', 'value']);

/** Shows the origin of a value: the expressions and settings of its rule. */
export function Way({ steps, isShown }: { readonly steps: readonly TraceStep[]; readonly isShown: boolean }) {
  const shown = steps
    .map(each => (quoting.has(each.step) && !isShown ? stepName(each.step) : stepWords(each)))
    .filter(each => each !== '' && each !== 'check');
  if (shown.length === 0) return null;
  return <span class="quiet way">← {shown.join(' → ')}</span>;
}

function valuesOf({ operation: _, additionalFields, ...parameters }: NonNullable<CallView['request']>) {
  const own = Object.entries(parameters).map(([name, value]) => ({ part: name, name, value: String(value) }));
  const fields = typeof additionalFields === 'object' ? Object.entries(additionalFields) : [];
  return [
    ...own,
    ...fields.map(([name, value]) => ({ part: `additionalFields.${name}`, name, value: String(value) })),
  ];
}

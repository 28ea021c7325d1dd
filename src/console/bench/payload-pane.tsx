import { useEffect, useRef } from 'preact/hooks';
import type { ValuePlace } from '../parts/correction.ts';
import { isMasked, Section } from '../parts/pieces.tsx';
import { type Pointing, placeKey, pointerTo } from '../parts/pointing.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { placeTitle } from './part-title.ts';
import { shortValue } from './short-value.ts';

/** Shows the payload as a tree of values that a person can select. */
export function PayloadPane({
  desk,
  pointing,
  point,
  showValues,
}: {
  readonly desk: Desk;
  readonly pointing: Pointing;
  /** Missing if nothing may be written. */
  readonly point?: ((place: ValuePlace) => void) | undefined;
  /** Missing if values are shown already, or must not be shown. */
  readonly showValues?: (() => void) | undefined;
}) {
  const { bench: text } = words.value;
  const tree = useRef<HTMLDivElement>(null);
  const sought = desk.sought.value;
  useEffect(() => {
    // The next frame comes after the tab has opened.
    if (sought) requestAnimationFrame(() => tree.current && show(tree.current, sought.place, pointing));
  }, [sought]);
  const on = desk.on.value;
  const payload =
    on.kind === 'event'
      ? (on.event.corrected ?? on.event.payload)
      : on.kind === 'payload'
        ? on.payload
        : undefined;
  const answers = (on.kind === 'event' && !showValues && on.event.answers) || [];
  const pane = { desk, pointing, point: showValues ? undefined : point };
  const aside = showValues && (
    <button type="button" class="primary" title={text.showHelp} onClick={showValues}>
      {text.showValues}
    </button>
  );
  return (
    <Section title={text.payload} aside={aside}>
      {on.kind === 'nothing' && <p class="empty">{text.nothingToTry}</p>}
      {on.kind === 'payload' && (
        <p class="quiet">
          {text.noEvent} {text.testOf(on.test)}
        </p>
      )}
      {showValues && <p class="quiet">{text.showHelp}</p>}
      {!showValues && point && on.kind !== 'nothing' && <p class="quiet">{text.pointHelp}</p>}
      {payload !== undefined && (
        <div ref={tree}>
          {answers.length > 0 && (
            <>
              <h3>{text.answers}</h3>
              {answers.map(({ question, value }) => (
                <Leaf key={question} value={value} place={['$answers', question]} pane={pane} />
              ))}
              <h3>{text.wholePayload}</h3>
            </>
          )}
          <Branch value={payload} place={[]} pane={pane} />
        </div>
      )}
    </Section>
  );
}

/** Opens the branches above a place, and highlights it. */
function show(tree: HTMLElement, place: string, pointing: Pointing): void {
  const found = [...tree.querySelectorAll<HTMLElement>('[data-place]')].find(
    each => each.dataset.place === place,
  );
  for (let above = found?.parentElement; above && above !== tree; above = above.parentElement)
    if (above instanceof HTMLDetailsElement) above.open = true;
  found?.scrollIntoView({ block: 'nearest' });
  found?.focus({ preventScroll: true });
  pointing.at.value = place;
}

interface Pane {
  readonly desk: Desk;
  readonly pointing: Pointing;
  readonly point: ((place: ValuePlace) => void) | undefined;
}

function Branch({
  value,
  place,
  pane,
}: {
  readonly value: unknown;
  readonly place: ValuePlace;
  readonly pane: Pane;
}) {
  const name = place.at(-1);
  if (typeof value !== 'object' || value === null) return <Leaf value={value} place={place} pane={pane} />;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  return (
    <details class="branch" open={entries.length <= 60}>
      <summary data-place={placeKey(place)}>
        <span class="key">{name ?? (isList ? '[ ]' : '{ }')}</span>{' '}
        <span class="quiet">{entries.length}</span>
        <Went place={place} pointing={pane.pointing} />
      </summary>
      {entries.map(([key, each]) => (
        <Branch key={key} value={each} place={[...place, isList ? Number(key) : key]} pane={pane} />
      ))}
    </details>
  );
}

/** Shows the fields that a value fills. */
function Went({ place, pointing }: { readonly place: ValuePlace; readonly pointing: Pointing }) {
  const went = pointing.partsOf(placeKey(place));
  if (went.length === 0) return null;
  return (
    <span class="went">
      <span class="visually-hidden">{words.value.bench.goesTo}</span>
      <span aria-hidden="true">→</span> {went.map(each => each.replace(/^additionalFields\./, '')).join(', ')}
    </span>
  );
}

/** A value that can be selected, with its targets. */
function Leaf({
  value,
  place,
  pane,
}: {
  readonly value: unknown;
  readonly place: ValuePlace;
  readonly pane: Pane;
}) {
  const { desk, pointing, point } = pane;
  const key = placeKey(place);
  const picked = desk.picked.value.place;
  const isPicked = picked !== undefined && placeKey(picked) === key;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = isMasked(text) ? words.value.common.masked : text;
  const content = (
    <>
      <span class="key">{String(place.at(-1) ?? '')}</span>{' '}
      <span class={`value ${value === null ? 'null' : typeof value}`}>{shown}</span>
      <Went place={place} pointing={pointing} />
    </>
  );
  const { onClick: _, ...target } = pointerTo(pointing, key);
  const isLit = pointing.isLit(key) ? ' lit' : '';
  if (!point)
    return (
      <div class={`leaf${isLit}`} data-place={key}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      class={`leaf pick${isLit}`}
      aria-pressed={isPicked}
      data-place={key}
      title={`${placeTitle(place)}: ${shortValue(shown)}`}
      {...target}
      onClick={() => point(place)}
    >
      {content}
    </button>
  );
}

import { words } from '../words/words.ts';
import { type Pointing, placeKey, pointerTo } from './pointing.ts';

/** Shows a JSON value as a tree that folds. Values are rendered as text only. */
export function ValueTree({
  value,
  name,
  place = [],
  pointing,
}: {
  readonly value: unknown;
  readonly name?: string | undefined;
  readonly place?: readonly string[];
  /** The targets of the values; without them no value can be selected. */
  readonly pointing?: Pointing | undefined;
}) {
  const key = placeKey(place);
  const isLit = pointing?.isLit(key) === true;
  const went = pointing?.partsOf(key) ?? [];
  const target = pointing && went.length > 0 ? pointerTo(pointing, key) : {};
  if (typeof value !== 'object' || value === null) {
    return (
      <div class={isLit ? 'leaf lit' : 'leaf'}>
        {name !== undefined && went.length === 0 && <span class="key">{name}</span>}
        {name !== undefined && went.length > 0 && (
          <button type="button" class="key point" {...target}>
            {name}
            <Went to={went} />
          </button>
        )}{' '}
        <span class={`value ${value === null ? 'null' : typeof value}`}>{textOf(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value);
  return (
    <details class={isLit ? 'branch lit' : 'branch'} open={entries.length <= 60}>
      <summary {...target}>
        <span class={went.length > 0 ? 'key point' : 'key'}>
          {name ?? (Array.isArray(value) ? '[ ]' : '{ }')}
          <Went to={went} />
        </span>{' '}
        <span class="quiet">{entries.length}</span>
      </summary>
      {entries.map(([each, child]) => (
        <ValueTree key={each} name={each} value={child} place={[...place, each]} pointing={pointing} />
      ))}
    </details>
  );
}

/** Shows the targets of a value in words, for people who cannot see the highlight. */
function Went({ to }: { readonly to: readonly string[] }) {
  if (to.length === 0) return null;
  return (
    <span class="visually-hidden">
      {' '}
      ({words.value.events.sentAs} {to.join(', ')})
    </span>
  );
}

function textOf(value: unknown): string {
  if (value === '[masked]') return words.value.common.masked;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

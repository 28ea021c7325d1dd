import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OverviewAnswer } from '../../server/api/routes/overview.ts';
import { words } from '../words/words.ts';

/** A destination or mapping that keeps calls waiting. */
interface Cause {
  readonly kind: 'destination' | 'mapping';
  readonly name: string;
  /** The number of delivered calls when it was first seen; undefined if unknown. */
  readonly delivered: number | undefined;
}

/** The current causes and the ended causes since the page was opened. */
const seen = new Map<string, Cause>();
const over = signal<readonly Cause[]>([]);

/** Shows each cause that ended since the page was opened, with the number of calls delivered since then. */
export function Recovered({ overview }: { readonly overview: OverviewAnswer }) {
  const { now: text, common } = words.value;
  useEffect(() => watch(overview), [overview]);
  if (over.value.length === 0) return null;
  return (
    <div role="status">
      <ul class="causes">
        {over.value.map(cause => {
          const now = deliveredOf(cause, overview);
          const count =
            now === undefined || cause.delivered === undefined ? 0 : Math.max(0, now - cause.delivered);
          const what =
            cause.kind === 'mapping' ? text.mappingRight(cause.name) : text.destinationRight(cause.name);
          return (
            <li key={keyOf(cause)} class="good">
              <div>
                <p>
                  <b>{what}</b> {count > 0 && text.deliveredSince(count)}
                </p>
              </div>
              <button
                type="button"
                onClick={() => {
                  over.value = over.value.filter(each => each !== cause);
                }}
              >
                {common.close}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const keyOf = ({ kind, name }: Pick<Cause, 'kind' | 'name'>) => `${kind} ${name}`;

function watch(overview: OverviewAnswer): void {
  const now = causesOf(overview);
  const keys = new Set(now.map(keyOf));
  const ended = [...seen.entries()].filter(([key]) => !keys.has(key));
  for (const [key] of ended) seen.delete(key);
  // No call is delivered while the cause lasts, so the first count is the starting value.
  for (const cause of now) if (!seen.has(keyOf(cause))) seen.set(keyOf(cause), cause);
  if (ended.length === 0 && !over.value.some(each => keys.has(keyOf(each)))) return;
  const lasting = over.value.filter(each => !keys.has(keyOf(each)));
  over.value = [...lasting, ...ended.map(([, cause]) => cause)];
}

function causesOf(overview: OverviewAnswer): readonly Cause[] {
  const about = [
    ...overview.destinations
      .filter(({ state }) => state === 'held' || state === 'paused')
      .map(({ name }) => ({ kind: 'destination', name }) as const),
    ...overview.mappings
      .filter(({ held, usable }) => held !== null || !usable)
      .map(({ name }) => ({ kind: 'mapping', name }) as const),
  ];
  return about.map(each => ({ ...each, delivered: deliveredOf(each, overview) }));
}

/** Counts the calls of a destination only if every mapping names its destination. */
function deliveredOf(
  { kind, name }: Pick<Cause, 'kind' | 'name'>,
  { mappings }: OverviewAnswer,
): number | undefined {
  if (kind === 'mapping') return mappings.find(each => each.name === name)?.calls.delivered;
  if (mappings.some(({ destination }) => destination === null)) return undefined;
  return mappings
    .filter(({ destination }) => destination === name)
    .reduce((sum, { calls }) => sum + calls.delivered, 0);
}

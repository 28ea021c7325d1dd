import { isOpaqueId, type OptionList } from '../../mapping/offered-options.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';

/**
 * Returns the path to the labels of a value that consists of ids of options, where the payload has their labels:
 * `questions[id="q1"].options[id = $$.answers[id="q1"].value].label`. Any other path is returned as it is.
 */
export function withLabels(path: PayloadPath, lists: readonly OptionList[]): PayloadPath {
  const ids = (Array.isArray(path.value) ? path.value : [path.value]).filter(isId);
  const isWhole = ids.length > 0 && (!Array.isArray(path.value) || ids.length === path.value.length);
  const fitting = isWhole ? lists.filter(({ labels }) => ids.every(id => isOptionOf(id, labels))) : [];
  const list = ofQuestion(path, fitting);
  if (!list || path.expression.includes(' ? ')) return path;
  const { answer: _, ...others } = path;
  const values = ids.flatMap(id => list.labels.get(id) ?? []);
  const of = path.expression.startsWith('$') ? path.expression : `$$.${path.expression}`;
  const compared = `${list.idKey} ${Array.isArray(path.value) ? 'in' : '='} ${of}`;
  return {
    ...others,
    expression: `${list.expression}[${compared}].${list.labelKey}`,
    value: Array.isArray(path.value) ? values : values[0],
    options: [...list.labels.values()],
  };
}

/** Returns the list of the question that the path names: several may have an option 1. Other ids need a letter. */
function ofQuestion(
  { names, keys, value }: PayloadPath,
  lists: readonly OptionList[],
): OptionList | undefined {
  const named = lists.filter(list => [...names, ...keys].some(name => list.names.includes(name)));
  const [only, ...more] = named.length > 0 || !/[a-z]/i.test(String(value)) ? named : lists;
  return more.length > 0 ? undefined : only;
}

function isId(value: unknown): value is string | number {
  return isScalar(value) && typeof value !== 'boolean';
}

function isOptionOf(id: string | number, labels: OptionList['labels']): boolean {
  const label = labels.get(id);
  return label !== undefined && isOpaqueId(id, label);
}

/**
 * Returns the paths without lists of which another path of the same question has a part: the whole list has all
 * possible answers, as in `{id: "q2", values: ["Yoga", "Pilates"]}` beside `{id: "q2", value: ["Yoga"]}`.
 */
export function withoutOffered(paths: readonly PayloadPath[]): readonly PayloadPath[] {
  const lists = paths.filter(({ value, keys }) => Array.isArray(value) && offering.test(keys.at(-1) ?? ''));
  const offered = lists.filter(list => paths.some(path => isPartOf(path, list)));
  const places = new Set(offered.map(({ expression }) => withoutSelection(expression)));
  return places.size === 0
    ? paths
    : paths.filter(path => !offered.includes(path) && !places.has(path.expression));
}

const offering = /^(?:items|values|answers|entries|elements|antworten|werte|r[eé]ponses|antwoorden)$/i;

function isPartOf({ value, names }: PayloadPath, list: PayloadPath): boolean {
  const parts = Array.isArray(value) ? value : [value];
  const all = Array.isArray(list.value) ? list.value : [];
  return (
    parts.length > 0 &&
    parts.length < all.length &&
    parts.every(part => all.includes(part)) &&
    names.some(name => list.names.includes(name) || list.keys.includes(name))
  );
}

function withoutSelection(expression: string): string {
  return expression.replace(/\[[^[\]]*\]/g, '');
}

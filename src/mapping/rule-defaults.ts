import type { Defaults } from '../config/defaults.ts';
import type { Conversion, Mapping, Rule } from './mapping.ts';

/** A key of rules that defaults can set. */
export type DefaultKey = keyof Defaults;

/** The owner of defaults. A mapping has no name here, since it is the mapping of the rule. */
export interface DefaultsOwner {
  /** `account`: the default comes from the field in the destination's account. */
  readonly of: 'mapping' | 'source' | 'destination' | 'account';
  readonly name: string;
}

/** Defaults and their owner. */
export interface DefaultsLayer extends DefaultsOwner {
  readonly defaults: Defaults | undefined;
}

/** A key of a rule that was set by a default, and the owner of that default. */
export interface GivenDefault extends DefaultsOwner {
  readonly key: DefaultKey;
}

/** The keys of a rule that defaults may still set. */
export interface OpenKeys {
  readonly keys: readonly DefaultKey[];
  /** True if `clear` is allowed for its parameter. */
  readonly clearable: boolean;
}

/** The properties of a rule that decide which defaults it can use. */
export interface DefaultsUse {
  readonly as: Conversion | undefined;
  readonly clearable: boolean;
  /** The reading functions in its expressions. */
  readonly functions?: ReadonlySet<string>;
  /** True if a bad value may be left out, and neither the rule nor the mapping's head sets its effect. */
  readonly droppable: boolean;
}

/** The parts of a rule that defaults can set. */
export type DefaultedRule = Pick<
  Rule,
  'date' | 'phone' | 'separator' | 'decimal' | 'whenMissing' | 'whenEmpty' | 'onInvalid' | 'given' | 'open'
>;

/** The keys that apply to a conversion. */
const keysOf: { readonly [conversion in Conversion]?: readonly DefaultKey[] } = {
  date: ['zone', 'parse', 'format'],
  phone: ['country'],
  list: ['separator'],
  choices: ['separator'],
  number: ['decimal'],
};

/** The keys that apply to a reading function. */
const keysOfFunctions: Readonly<Record<string, readonly DefaultKey[]>> = {
  date: ['zone', 'parse'],
  age: ['zone', 'parse'],
  phone: ['country'],
};

/** True if a key of a rule applies to a function of its expressions. */
export function isForFunction(key: string, functions: ReadonlySet<string>): boolean {
  return [...functions].some(name => keysOfFunctions[name]?.some(each => each === key));
}

/** The keys for values of the payload; they do not apply to values in the mapping itself. */
const ofPayload: ReadonlySet<DefaultKey> = new Set(['parse', 'decimal']);

/** Returns the keys of a rule that defaults can set: those that it does not set but can use. */
export function openKeys(
  written: Readonly<Partial<Record<DefaultKey | 'value' | 'values' | 'required', unknown>>>,
  { as, clearable, droppable, functions = new Set() }: DefaultsUse,
): OpenKeys {
  const isLiteral = written.value !== undefined;
  const isOwn = isLiteral || written.values !== undefined;
  const ofConversion = new Set([
    ...((as && keysOf[as]) ?? []),
    ...[...functions].flatMap(name => keysOfFunctions[name] ?? []),
  ]);
  const mayLack = !isLiteral && written.required !== true;
  const usable: readonly DefaultKey[] = [
    ...[...ofConversion].filter(key => !(isOwn && ofPayload.has(key)) || isForFunction(key, functions)),
    ...(mayLack ? (['whenEmpty', 'whenMissing'] as const) : []),
    ...(mayLack && droppable ? (['onInvalid'] as const) : []),
  ];
  return { keys: usable.filter(key => written[key] === undefined), clearable };
}

/** Returns a rule in which these defaults set the keys that are still open. */
export function withDefaults<R extends DefaultedRule>(rule: R, layer: DefaultsLayer): R {
  const { defaults, of, name } = layer;
  const { keys = [], clearable = false } = rule.open ?? {};
  if (!defaults) return rule;
  const given = keys.filter(
    key => defaults[key] !== undefined && (clearable || defaults[key] !== 'clear' || !isAbsence(key)),
  );
  if (given.length === 0) return rule;
  const value = <K extends DefaultKey>(key: K): Defaults[K] | undefined =>
    given.includes(key) ? defaults[key] : undefined;
  return {
    ...rule,
    date: {
      ...rule.date,
      parse: value('parse') ?? rule.date.parse,
      format: value('format') ?? rule.date.format,
      zone: value('zone') ?? rule.date.zone,
    },
    phone: { country: value('country') ?? rule.phone.country },
    separator: value('separator') ?? rule.separator,
    decimal: value('decimal') ?? rule.decimal,
    whenMissing: value('whenMissing') ?? rule.whenMissing,
    whenEmpty: value('whenEmpty') ?? rule.whenEmpty,
    onInvalid: value('onInvalid') ?? rule.onInvalid,
    given: [...(rule.given ?? []), ...given.map(key => ({ key, of, name }))],
    open: { keys: keys.filter(key => !given.includes(key)), clearable },
  };
}

function isAbsence(key: DefaultKey): boolean {
  return key === 'whenEmpty' || key === 'whenMissing';
}

/** Returns a mapping whose rules use the defaults of the destination of its call. */
export function withDestinationDefaults(
  mapping: Mapping,
  name: string,
  defaults: Defaults | undefined,
): Mapping {
  if (!defaults) return mapping;
  const given = <Named extends { readonly rule: Rule }>(named: Named): Named => {
    const rule = withDefaults(named.rule, { of: 'destination', name, defaults });
    return rule === named.rule ? named : { ...named, rule };
  };
  return { ...mapping, set: mapping.set.map(given), additionalFields: mapping.additionalFields.map(given) };
}

/** Returns the value that a default set for a key, as it is written. */
export function writtenDefault(rule: DefaultedRule, key: DefaultKey): string {
  const { date, phone, separator, decimal, whenEmpty, whenMissing, onInvalid } = rule;
  const all = { ...date, ...phone, separator, decimal, whenEmpty, whenMissing, onInvalid };
  return [all[key] ?? ''].flat().join(', ');
}

/** Returns the owner of the defaults that set a key, in words. */
export function ownerWords({ of, name }: DefaultsOwner): string {
  if (of === 'account') return `account of ${name}`;
  return of === 'mapping' ? 'defaults of the mapping' : `defaults of the ${of} ${name}`;
}

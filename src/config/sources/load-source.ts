import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { compile } from '../../expressions/compile.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import type { SourceConfig } from '../config.ts';
import type { Environment } from '../interpolate.ts';
import { loadReceiver } from '../load-receiver.ts';
import type { ConfigReading } from '../reading.ts';
import { warnOfShortSecrets } from '../secrets/check-secrets.ts';
import { answerPathKeys } from './answers-schema.ts';
import { checkOutcome } from './check-outcome.ts';
import { handshakesOf } from './handshake.ts';
import { loadVerify, presetVerify, type SourceSecret } from './load-verify.ts';
import { meantPresets } from './meant-presets.ts';
import type { Preset, VerifyWords } from './preset.ts';
import { sharedEventId } from './shared-event-id.ts';
import { sourceSchema } from './source-schema.ts';
import type { Verify } from './verify.ts';

/** The presets that a source may name, by name. */
export type Presets = ReadonlyMap<string, Preset>;

/** Reads one entry of `sources`. Undefined if it has a fault, which `reading` reports. */
export function loadSource(
  reading: ConfigReading,
  name: string,
  { presets, env }: { readonly presets: Presets; readonly env: Environment },
): SourceConfig | undefined {
  const path = ['sources', name];
  const entry = reading.parse(path, sourceSchema());
  const preset = withDifferences(reading, path, findPreset(reading, path, presets));
  const shared: SourceSecret = {
    path: [...path, 'secret'],
    secrets: entry?.secret ?? [],
    isTold: entry?.handshake?.echo !== undefined,
  };
  warnOfShortSecrets(reading, shared.path, shared.secrets);
  const verify = findVerify(reading, path, preset, shared);
  if (entry === undefined) return undefined;
  checkBody(reading, path, entry, preset);
  if (entry.respond === 'outcome') checkOutcome(reading, path, { preset, verify });
  checkEventId(reading, path, entry.eventId);
  warnOfExpressions(reading, path, entry);
  if (!entry.verifyToken && preset?.handshakes?.includes('meta')) warnOfNoToken(reading, path, preset);
  return {
    name,
    preset: entry.preset,
    path: entry.path ?? `/hooks/${name}`,
    verify,
    body: entry.body ?? preset?.body ?? 'auto',
    split: entry.split ?? presetExpression(preset?.split),
    eventId: entry.eventId ?? preset?.eventId?.map(compiled),
    ...writtenPlaces(reading, path, entry),
    eventType: entry.eventType ?? presetExpression(preset?.eventType),
    occurredAt: entry.occurredAt ?? presetExpression(preset?.occurredAt),
    answers: entry.answers ?? preset?.answers,
    ...(typeof entry.answers === 'object' && { answerPlaces: answerPlaces(reading, [...path, 'answers']) }),
    empty: entry.empty,
    defaults: entry.defaults,
    charset: entry.charset,
    jsonField: entry.jsonField ?? preset?.jsonField,
    envelope: preset?.envelope,
    ...handshakesOf(preset, entry.handshake),
    verifyToken: entry.verifyToken ?? [],
    acknowledgement: preset?.acknowledgement ?? 'json',
    ...(entry.paused && { paused: true }),
    people: entry.people ?? name,
    respond: entry.respond,
    respondWithinMs: entry.respondWithin,
    limits: { perSecond: entry.limits.perSecond, from: entry.limits.from },
    notify: entry.notify && {
      ...loadReceiver(reading, [...path, 'notify'], entry.notify, env),
      on: entry.notify.on,
    },
  };
}

function answerPlaces(reading: ConfigReading, path: readonly string[]): SourceConfig['answerPlaces'] {
  const written = answerPathKeys.filter(key => reading.valueAt([...path, key]) !== undefined);
  return Object.fromEntries(written.map(key => [key, reading.source.placeOf([...path, key], 'value')]));
}

/** Meta checks the URL with a token before it sends anything. */
function warnOfNoToken(reading: ConfigReading, path: readonly string[], preset: Preset): void {
  const message = `${preset.title} checks the URL with a token before it sends anything; the source has no such token`;
  reading.report(
    diagnostic('config/missing-verify-token', message, {
      hint: 'add `verifyToken` to the source, a long random text, and enter the same text at the sender',
      place: reading.source.placeOf([...path, 'preset'], 'value'),
    }),
  );
}

function findPreset(reading: ConfigReading, path: readonly string[], presets: Presets): Preset | undefined {
  const presetPath = [...path, 'preset'];
  const name = reading.valueAt(presetPath);
  if (typeof name !== 'string') return undefined;
  const preset = presets.get(name);
  if (preset !== undefined) return preset;
  const names = [...presets.keys()];
  const meant = presetHint(name, presets);
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  reading.report(
    diagnostic(
      'config/unknown-preset',
      `there is no such preset; known: ${names.slice(0, 10).join(', ')}${more}`,
      {
        hint:
          meant === undefined
            ? 'for another sender, say `verify`, and `body`, `split` and `eventId` where it needs them'
            : `did you mean ${meant}?`,
        place: reading.source.placeOf(presetPath, 'value'),
      },
    ),
  );
  return undefined;
}

function presetHint(name: string, presets: Presets): string | undefined {
  const { known, near } = meantPresets(name, presets);
  const version = known?.version === undefined ? '' : ` with \`version: ${known.version}\``;
  if (known) return `"${known.preset.name}"${version}`;
  return near.length === 0 ? undefined : near.map(each => `"${each.name}"`).join(' or ');
}

function findVerify(
  reading: ConfigReading,
  path: readonly string[],
  preset: Preset | undefined,
  shared: SourceSecret,
): readonly Verify[] {
  if (reading.valueAt([...path, 'verify']) !== undefined) {
    return loadVerify(reading, [...path, 'verify'], shared);
  }
  if (preset !== undefined) {
    const entries = chosenWays(reading, path, preset);
    return presetVerify(reading, [...path, 'preset'], { preset, entries }, shared);
  }
  // The settings of an unknown preset are not known.
  if (reading.valueAt([...path, 'preset']) !== undefined) return [];
  const message = `the source "${path.at(-1)}" does not say how its webhooks are verified`;
  reading.report(
    diagnostic('config/missing-verification', message, {
      hint: 'add `verify`, such as `verify: {type: header-token, name: X-Token, secret: ...}`; to take webhooks from anyone, say `verify: {type: none}`',
      place: reading.source.placeOf(path, 'key'),
    }),
  );
  return [];
}

/** Returns the ways to sign that `version` of the source selects from its preset; by default the preset's own. */
function chosenWays(reading: ConfigReading, path: readonly string[], preset: Preset): readonly VerifyWords[] {
  const versions = reading.valueAt([...path, 'version']);
  if (versions === undefined) return preset.verify;
  const known = preset.versions ?? {};
  return [versions].flat().flatMap(version => {
    const ways = typeof version === 'string' && Object.hasOwn(known, version) ? known[version] : undefined;
    if (ways !== undefined) return ways;
    const names = Object.keys(known).join(', ');
    const message =
      names === ''
        ? `${preset.title} has only one way to sign`
        : `${preset.title} has no such way to sign; allowed: ${names}`;
    const hint = names === '' ? 'remove "version"' : undefined;
    const place = reading.source.placeOf([...path, 'version'], 'value');
    reading.report(diagnostic('yaml/wrong-type', message, { hint, place }));
    return [];
  });
}

/** Applies the differences of a source's version to its preset. Its versions must have one format. */
function withDifferences(
  reading: ConfigReading,
  path: readonly string[],
  preset: Preset | undefined,
): Preset | undefined {
  const versions = [reading.valueAt([...path, 'version'])].flat().map(String);
  const other = versions.find(version => Object.hasOwn(preset?.differences ?? {}, version));
  if (preset === undefined || other === undefined) return preset;
  if (versions.length > 1) {
    const message = `the version "${other}" sends another format than the other versions of ${preset.title}`;
    const place = reading.source.placeOf([...path, 'version'], 'value');
    const hint = `give "${other}" a source of its own`;
    reading.report(diagnostic('config/conflict', message, { hint, place }));
  }
  return { ...preset, ...preset.differences?.[other] };
}

/** The settings about the body must match its kind. */
function checkBody(
  { report, source }: ConfigReading,
  path: readonly string[],
  entry: {
    readonly body?: SourceConfig['body'] | undefined;
    readonly jsonField?: SourceConfig['jsonField'];
    readonly split?: SourceConfig['split'];
  },
  preset: Preset | undefined,
): void {
  const conflict = (key: string, message: string) =>
    report(diagnostic('config/conflict', message, { place: source.placeOf([...path, key], 'value') }));
  const body = entry.body ?? preset?.body ?? 'auto';
  if (entry.jsonField && !['auto', 'form', 'multipart', 'json'].includes(body)) {
    conflict(
      'jsonField',
      `a body of the kind "${body}" has no fields; remove "jsonField", or say another "body"`,
    );
  }
  if (entry.split && preset?.envelope) {
    conflict('split', `${preset.title} sends each event separately; remove "split"`);
  }
}

function isSameForAll(eventId: readonly Expression[] | undefined): boolean {
  return eventId?.every(({ isConstant }) => isConstant) ?? false;
}

/** Returns the places of the expressions that are compared with events, if they are written in the config. */
function writtenPlaces(
  { source }: ConfigReading,
  path: readonly string[],
  entry: { readonly eventId?: unknown; readonly occurredAt?: unknown },
): Pick<SourceConfig, 'eventIdPlace' | 'occurredAtPlace'> {
  const placeOf = (key: string) => source.placeOf([...path, key], 'value');
  return {
    ...(entry.eventId !== undefined && { eventIdPlace: placeOf('eventId') }),
    ...(entry.occurredAt !== undefined && { occurredAtPlace: placeOf('occurredAt') }),
  };
}

/** With an id that is the same for several events, all later ones would be duplicates and not delivered. */
function checkEventId(
  { report, source }: ConfigReading,
  path: readonly string[],
  eventId: readonly Expression[] | undefined,
): void {
  if (!eventId) return;
  const place = source.placeOf([...path, 'eventId'], 'value');
  const shared = sharedEventId(eventId);
  if (shared) report(diagnostic('config/shared-event-id', shared.message, { hint: shared.hint, place }));
  if (!isSameForAll(eventId)) return;
  const message =
    '"eventId" reads nothing of an event, so it is the same for all, and every event but the first would pass for a repetition of it';
  const texts = eventId.map(({ literal }) => literal?.value).filter(value => typeof value === 'string');
  const hint =
    texts.length > 0
      ? `name the field without quotes: ${texts.map(text => pathText([text])).join(', ')}`
      : 'name the field that holds the id of an event';
  report(diagnostic('yaml/wrong-type', message, { hint, place }));
}

/**
 * Warns about expressions whose effect may be unintended. An expression with a filled-in variable is reported as a
 * whole.
 */
function warnOfExpressions(
  { report, source, valueAt }: ConfigReading,
  path: readonly string[],
  entry: {
    readonly split?: Expression | undefined;
    readonly eventId?: readonly Expression[] | undefined;
    readonly eventType?: Expression | undefined;
    readonly occurredAt?: Expression | undefined;
  },
): void {
  const isList = Array.isArray(valueAt([...path, 'eventId']));
  const located = [
    ...(entry.split ? [{ at: [...path, 'split'], expression: entry.split }] : []),
    ...(entry.eventType ? [{ at: [...path, 'eventType'], expression: entry.eventType }] : []),
    ...(entry.occurredAt ? [{ at: [...path, 'occurredAt'], expression: entry.occurredAt }] : []),
    ...(entry.eventId ?? []).map((expression, index) => ({
      at: [...path, 'eventId', ...(isList ? [index] : [])],
      expression,
    })),
  ];
  for (const { at, expression } of located) {
    // Another diagnostic already reports an id that is the same for all events.
    if (at.includes('eventId') && isSameForAll(entry.eventId)) continue;
    for (const { diagnostic: warning, offset, length } of expression.warnings) {
      report({ ...warning, place: source.placeWithin(at, offset, length) });
    }
  }
}

function presetExpression(text: string | undefined): Expression | undefined {
  return text === undefined ? undefined : compiled(text);
}

function compiled(text: string): Expression {
  const result = compile(text);
  if ('expression' in result) return result.expression;
  throw new Error(`a preset has an expression that cannot be read: ${text}`);
}

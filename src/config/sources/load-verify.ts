import * as z from 'zod';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { isPlaceholder } from '../placeholder.ts';
import type { ConfigReading } from '../reading.ts';
import type { Secret } from '../secret.ts';
import { checkEncoding, warnOfShortSecrets } from '../secrets/check-secrets.ts';
import { checkSignedParts } from './check-signed-parts.ts';
import type { EntryFault } from './entry-fault.ts';
import { fillInVerify } from './fill-in-verify.ts';
import { checkHeaderName } from './header-name.ts';
import type { Preset, VerifyWords } from './preset.ts';
import { readPublicKey, rsaBits } from './public-key.ts';
import { templateHasTimestamp } from './signature-template.ts';
import type { Verify } from './verify.ts';
import { type JwtEntry, type PublicKeyEntry, type VerifyEntry, verifySchemas } from './verify-schema.ts';

/** The `secret` of a source, beside its `verify`; `secrets` is empty if it is missing or faulty. */
export interface SourceSecret {
  readonly path: YamlPath;
  readonly secrets: readonly Secret[];
  /** True if the sender announces its signing secret when its webhook is created. */
  readonly isTold: boolean;
}

/** Reads `verify` of a source, one entry or a list of them. Faulty entries are left out. */
export function loadVerify(reading: ConfigReading, path: YamlPath, shared: SourceSecret): Verify[] {
  const raw = reading.valueAt(path);
  if (!Array.isArray(raw)) return loadEntry(reading, path, shared);
  if (raw.length === 0) {
    const message = '"verify" must be an entry or a list that is not empty';
    reading.report(diagnostic('yaml/wrong-type', message, { place: reading.source.placeOf(path, 'value') }));
  }
  return raw.flatMap((_, index) => loadEntry(reading, [...path, index], shared));
}

/** Returns a preset's ways to sign, with the source's secret. `path`: the place of the preset's name. */
export function presetVerify(
  reading: ConfigReading,
  path: YamlPath,
  { preset, entries }: { readonly preset: Preset; readonly entries: readonly VerifyWords[] },
  shared: SourceSecret,
): Verify[] {
  const schemas = verifySchemas();
  const comesLater = preset.secretComesLater === true && reading.valueAt(shared.path) === undefined;
  if (comesLater) awaitSecret(reading, path, preset.title);
  return entries.flatMap(each => {
    const { type } = typeSchema.parse(each);
    const entry: VerifyEntry = schemas[type].parse(each);
    if (!checkEntry(reading, path, entry, 'preset')) return [];
    return comesLater ? [fillInVerify(entry, [])] : complete(reading, path, entry, shared);
  });
}

function awaitSecret({ report, source }: ConfigReading, path: YamlPath, sender: string): void {
  const message = `${sender} announces its secret when its webhook is created; until the secret is set, only that request is answered`;
  const hint = 'create the webhook, find the secret under /api/sources, and add it as `secret:`';
  report(diagnostic('config/awaited-secret', message, { hint, place: source.placeOf(path, 'value') }));
}

const types = [
  'none',
  'hmac',
  'digest',
  'public-key',
  'standard-webhooks',
  'basic',
  'header-token',
  'query-token',
  'body-token',
  'jwt',
] as const;

const typeSchema = z.object({ type: z.enum(types) });

function loadEntry(reading: ConfigReading, path: YamlPath, shared: SourceSecret): Verify[] {
  const type = readType(reading, path);
  if (type === undefined) return [];
  const schema: z.ZodType<VerifyEntry> = verifySchemas()[type];
  const entry = reading.parse(path, schema);
  if (entry === undefined) return [];
  const whole = withTimestamp(entry);
  if (!checkEntry(reading, path, whole, 'file')) return [];
  return complete(reading, path, whole, shared);
}

/** A template with the timestamp determines its place; other timestamp settings have their defaults. */
function withTimestamp(entry: VerifyEntry): VerifyEntry {
  if (!('signature' in entry) || entry.timestamp !== undefined) return entry;
  if (!templateHasTimestamp(entry.signature.template)) return entry;
  return { ...entry, timestamp: { in: 'signature', unit: 's', tolerance: 300_000 } };
}

const headSchema = z.looseObject(
  { type: z.string(`one of ${types.join(', ')}`) },
  'an entry that names its type, such as {type: header-token, name: X-Token, secret: ...}, or a list of them',
);

function readType(reading: ConfigReading, path: YamlPath): (typeof types)[number] | undefined {
  const head = reading.parse(path, headSchema);
  if (head === undefined) return undefined;
  const known = types.find(each => each === head.type);
  if (known !== undefined) return known;
  const place = reading.source.placeOf([...path, 'type'], 'value');
  const [meant] = nearest(head.type, types);
  const message = `there is no such type of "verify"; allowed: ${types.join(', ')}`;
  const hint = meant === undefined ? undefined : `did you mean "${meant}"?`;
  reading.report(diagnostic('yaml/wrong-type', message, { hint, place }));
  return undefined;
}

/** Reports conflicts between the keys of the entry. Returns false if it cannot work. */
function checkEntry(
  { report, source, valueAt }: ConfigReading,
  path: YamlPath,
  entry: VerifyEntry,
  origin: 'file' | 'preset',
): boolean {
  const found = faultsOf(entry, valueAt(['server', 'publicUrl']) !== undefined);
  // The keys of a preset's entry are fixed by its sender, so their warnings are left out.
  const faults = found.filter(({ fault }) => origin === 'file' || fault.severity === 'error');
  for (const { path: inside, within, fault } of faults) {
    const at = origin === 'file' ? [...path, ...inside] : path;
    const isWithin = within !== undefined && origin === 'file';
    const place = isWithin
      ? source.placeWithin(at, within.offset, within.length)
      : source.placeOf(at, 'value');
    report({ ...fault, place });
  }
  return faults.every(({ fault }) => fault.severity !== 'error');
}

function faultsOf(entry: VerifyEntry, hasPublicUrl: boolean): readonly EntryFault[] {
  if ('signed' in entry) return checkSignedParts(entry, hasPublicUrl);
  return entry.type === 'jwt' ? checkJwt(entry) : [];
}

function complete(
  reading: ConfigReading,
  path: YamlPath,
  entry: VerifyEntry,
  shared: SourceSecret,
): Verify[] {
  if (entry.type === 'none') {
    const message = 'anyone who knows the URL can post to this source';
    const hint = 'use a signature or a token if the sender has one';
    const place = reading.source.placeOf(path, 'value');
    reading.report(diagnostic('config/unverified-source', message, { hint, place }));
    return [entry];
  }
  if (entry.type === 'public-key') return completeKeys(reading, path, entry);
  const key = entry.type === 'basic' ? 'password' : 'secret';
  const own = entry.type === 'basic' ? entry.password : entry.secret;
  const secretPath = own === undefined ? shared.path : [...path, key];
  const secret = own ?? shared.secrets;
  if (
    secret.length === 0 &&
    shared.isTold &&
    'signed' in entry &&
    reading.valueAt(shared.path) === undefined
  ) {
    awaitSecret(reading, path, 'the sender');
    return [fillInVerify(entry, [])];
  }
  if (secret.length === 0) {
    reportMissingSecret(reading, path, key, shared);
    return [];
  }
  if (own !== undefined) warnOfShortSecrets(reading, secretPath, own);
  if ('secretEncoding' in entry) checkEncoding(reading, secretPath, secret, entry.secretEncoding);
  return [fillInVerify(entry, secret)];
}

function completeKeys(
  { report, source, valueAt }: ConfigReading,
  path: YamlPath,
  entry: PublicKeyEntry,
): Verify[] {
  const isList = Array.isArray(valueAt([...path, 'key']));
  const faults = checkPublicKeys(entry);
  for (const { at, fault } of faults) {
    report({ ...fault, place: source.placeOf([...path, 'key', ...(isList ? [at] : [])], 'value') });
  }
  return faults.some(({ fault }) => fault.severity === 'error') ? [] : [fillInVerify(entry, [])];
}

function reportMissingSecret(
  { report, source, valueAt }: ConfigReading,
  path: YamlPath,
  key: string,
  shared: SourceSecret,
): void {
  // The faults of the source's own secret have been reported already.
  if (valueAt(shared.path) !== undefined) return;
  const preset = valueAt(path);
  if (typeof preset === 'string') {
    const hint = `add \`secret:\`; \`fieldbridge sources ${preset}\` says where the sender has it, or where it is entered there`;
    const place = source.placeOf(path, 'value');
    report(diagnostic('yaml/missing-key', `the preset "${preset}" needs "secret"`, { hint, place }));
    return;
  }
  const hint = `add \`${key}:\` to this entry`;
  const place = source.placeOf([...path, key], 'key');
  report(diagnostic('yaml/missing-key', `the key "${key}" is missing`, { hint, place }));
}

/** Finds conflicts between the keys of a `jwt` entry, and checks that its token covers the body. */
function checkJwt(entry: JwtEntry): readonly EntryFault[] {
  const faults = checkPlace(entry);
  return faults.length > 0 || entry.body ? faults : [withoutBody()];
}

function withoutBody(): EntryFault {
  const message =
    'the token does not cover the body: anyone who has seen a webhook can send another body with its token';
  const hint =
    'if the sender puts a hash of the body into the token, add `body: {claim: sha256, encoding: hex}` with the name of that claim';
  return { path: ['type'], fault: diagnostic('config/weak-signature', message, { hint }) };
}

function checkPlace({ in: where, name }: JwtEntry): readonly EntryFault[] {
  if (where === 'header') return name === undefined ? [] : checkHeaderName(name, ['name']);
  if (name !== undefined) return [];
  const hint = 'add `name: ...` with the key that the token stands under in the query of the URL';
  return [
    { path: ['name'], fault: diagnostic('yaml/missing-key', 'a token in the query needs "name"', { hint }) },
  ];
}

/** Returns the problems with the keys of a `public-key` entry, each with its position in the list. */
function checkPublicKeys({ key, algorithm }: PublicKeyEntry): readonly { at: number; fault: Diagnostic }[] {
  return key.flatMap((each, at) => {
    const fault = faultOf(each, algorithm);
    return fault ? [{ at, fault }] : [];
  });
}

function faultOf(key: Secret, algorithm: PublicKeyEntry['algorithm']): Diagnostic | undefined {
  const text = key.reveal();
  if (isPlaceholder(text)) return undefined;
  const read = readPublicKey(text, algorithm);
  if ('fault' in read) return diagnostic('config/bad-public-key', read.fault, { hint: read.hint });
  const bits = rsaBits(read.key);
  if (bits === undefined || bits >= 2048) return undefined;
  const message = `this RSA key has only ${bits} bits, so that others may find the private key`;
  return diagnostic('config/weak-signature', message, {
    hint: 'ask the sender for a key of 2048 bits or more',
  });
}

import type { Config, SourceConfig } from '../../config/config.ts';
import { Secret } from '../../config/secret.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { parameterNames } from '../../mapping/parameters.ts';
import { anyBody, openBody } from '../../receive/bodies/body.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { payloadKeys } from '../../receive/senders/payload-keys.ts';

/** Returns true for a name that is not personal data. */
export type NameCheck = (name: string) => boolean;

/**
 * Returns the names that a reader may see as keys: those in the config, in the mappings and their samples, of known
 * senders, HTTP, the accounts and the API itself. Any other key of a payload may be personal data, for example if a
 * whole body was posted as a form by mistake.
 */
export function knownNames(
  { sources, destinations }: Pick<Config, 'sources' | 'destinations'>,
  bridge: Pick<Bridge, 'planning' | 'catalog'>,
): NameCheck {
  const names = new Set<string>([...payloadKeys, ...headerNames, ...ownNames]);
  const add = (name: string) => names.add(name);
  for (const source of sources.values()) addWritten(source, add);
  for (const name of destinations.keys()) {
    add(name);
    for (const { keyName } of bridge.catalog(name)?.fields ?? []) add(keyName);
  }
  for (const mapping of bridge.planning().mappings.folder().mappings) {
    addMapping(mapping, sources.get(mapping.source), add);
  }
  const inLowerCase = new Set([...names].map(name => name.toLowerCase()));
  return name => inLowerCase.has(name.toLowerCase());
}

const ownNames = [
  ...parameterNames('updateCustomer'),
  ...parameterNames('persistCustomerData'),
  'additionalFields',
  'set',
  'link',
  'when',
];

/** Headers whose names show no personal data, though no config names them. */
const headerNames = `
  accept accept-charset accept-encoding accept-language authorization cache-control connection content-disposition
  content-encoding content-language content-length content-type cookie date expect forwarded from host if-none-match
  keep-alive origin pragma referer te traceparent tracestate trailer transfer-encoding upgrade user-agent via
  webhook-id webhook-signature webhook-timestamp x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto
  x-real-ip x-request-id x-requested-with
`
  .trim()
  .split(/\s+/);

type Add = (name: string) => void;

/** Adds all texts of a config entry and the names in its expressions; never a secret. */
function addWritten(value: unknown, add: Add): void {
  if (typeof value === 'string') {
    add(value);
    for (const [, name] of value.matchAll(/\{header:([^}]+)\}/g)) if (name) add(name);
  }
  if (typeof value !== 'object' || value === null || value instanceof Secret) return;
  if ('source' in value && typeof value.source === 'string' && 'evaluate' in value) {
    addWords(value.source, add);
    return;
  }
  for (const each of Object.values(value)) addWritten(each, add);
}

function addMapping(mapping: Mapping, source: SourceConfig | undefined, add: Add): void {
  for (const { expression } of expressionUses(mapping)) addWords(expression.source, add);
  for (const { key } of mapping.additionalFields) add(key);
  for (const { payload, headers, query } of mapping.tests) {
    for (const name of [...Object.keys(headers), ...Object.keys(query)]) add(name);
    if ('event' in payload) addKeys(payload.event, add);
    else if (payload.file.bytes) addSampleKeys(payload.file.bytes, source, add);
  }
}

/** Adds the names in an expression: in its paths, and in the texts that it compares with. */
function addWords(source: string, add: Add): void {
  for (const [text] of source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g))
    add(text.slice(1, -1));
  for (const [name] of source.matchAll(/[\p{L}_@][\p{L}\p{N}_]*(?:-[\p{L}_][\p{L}\p{N}_]*)*/gu)) {
    add(name);
    for (const part of name.split('-')) add(part);
  }
}

function addSampleKeys(bytes: Uint8Array, source: SourceConfig | undefined, add: Add): void {
  const opened = openBody(bytes, source ?? anyBody, [guessContentType(bytes)]);
  if (opened.kind !== 'unreadable') addKeys(opened.value, add);
}

function addKeys(value: unknown, add: Add): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, each] of Object.entries(value)) {
    if (!isList) add(key);
    addKeys(each, add);
  }
}

import type { SignaturePlace } from '../../config/sources/verify.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';

/**
 * Returns the lines of the config for the format of a signature, if the source has another one: pairs (`t=1,v1=a`), a
 * list (`v1,a v1,b`). It contains only names of keys, no value.
 */
export function otherFormat(text: string, place: SignaturePlace): string | undefined {
  const pairs = pairsIn(text);
  if (pairs) return place.format === 'kv' ? otherPairs(pairs, place) : pairWords(pairs, 'it has pairs');
  if (place.format === 'list') return undefined;
  const version = versionOfList(text);
  return version === undefined
    ? undefined
    : `it has a list of versions; are ${lines(['format: list', `version: ${version}`])} meant?`;
}

interface Pairs {
  readonly separator: string;
  readonly keys: readonly string[];
  /** The values that may be signatures. */
  readonly signatures: readonly string[];
  readonly timestamp: string | undefined;
}

/** Undefined unless the text consists of several pairs, one of which may be a signature. */
function pairsIn(text: string): Pairs | undefined {
  const separator = [',', ';', '&', ' '].find(each => text.trim().split(each).length > 1);
  if (separator === undefined || text.length > 2_000) return undefined;
  const pairs = text
    .trim()
    .split(separator)
    .map(each => /^\s*([A-Za-z][\w-]{0,29})=(\S+)\s*$/.exec(each));
  const found = pairs.flatMap(pair => (pair ? [{ key: pair[1] ?? '', value: pair[2] ?? '' }] : []));
  if (found.length < pairs.length || found.length > 20) return undefined;
  const signatures = found.filter(({ value }) => /^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(value));
  if (signatures.length === 0) return undefined;
  const isTime = ({ value }: { value: string }) => /^1\d{9}(?:\d{3})?$|^20\d\d-\d\d-\d\dT/.test(value);
  return {
    separator,
    keys: [...new Set(found.map(({ key }) => key))],
    signatures: [...new Set(signatures.map(({ key }) => key))],
    timestamp: found.find(isTime)?.key,
  };
}

function pairWords({ separator, signatures, timestamp }: Pairs, what: string): string {
  const [key = ''] = signatures;
  const said = [
    'format: kv',
    `key: ${key}`,
    ...(separator === ',' ? [] : [`pairSeparator: "${separator}"`]),
    ...(timestamp === undefined ? [] : [`timestamp: {in: signature, key: ${timestamp}}`]),
  ];
  return `${what}; are ${lines(said)} meant?`;
}

function otherPairs(pairs: Pairs, { key = '', pairSeparator }: SignaturePlace): string | undefined {
  const { separator, keys, signatures } = pairs;
  if (separator !== pairSeparator.trim() && separator !== pairSeparator)
    return `its pairs are parted by "${separator}"; is \`pairSeparator: "${separator}"\` meant?`;
  if (keys.includes(key)) return undefined;
  const [meant = ''] = signatures;
  return `its pairs have the keys ${keys.slice(0, 5).map(escapeText).join(', ')}, and the source says \`key: ${key}\`; is \`key: ${meant}\` meant?`;
}

function versionOfList(text: string): string | undefined {
  const parts = text.trim().split(' ').slice(0, 20);
  const versions = parts.map(each => /^(v\d{1,3}[a-z]?),[A-Za-z0-9+/_-]{20,}={0,2}$/.exec(each)?.[1]);
  return versions.every(each => each !== undefined) ? versions[0] : undefined;
}

function lines(said: readonly string[]): string {
  return said.map(each => `\`${each}\``).join(', ');
}

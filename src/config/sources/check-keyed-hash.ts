import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import type { EntryFault } from './entry-fault.ts';
import { checkHeaderName } from './header-name.ts';
import { placeholdersOf } from './signed-template.ts';
import type { KeyedHashEntry } from './verify-schema.ts';

/** Finds what the keys of an `hmac` or `digest` entry need of each other, and of `server.publicUrl`. */
export function checkKeyedHash(entry: KeyedHashEntry, hasPublicUrl: boolean): EntryFault[] {
  return [...checkSignature(entry), ...checkTimestamp(entry), ...checkSigned(entry, hasPublicUrl)];
}

function checkSignature({ signature: { in: where, name, format, ...place } }: KeyedHashEntry): EntryFault[] {
  const faults: EntryFault[] = [];
  const owners = { key: 'kv', pairSeparator: 'kv', version: 'list' } as const;
  for (const [key, owner] of Object.entries(owners) as [keyof typeof owners, 'kv' | 'list'][]) {
    if (place[key] === undefined || format === owner) continue;
    faults.push({
      path: ['signature', key],
      fault: diagnostic('config/conflict', `"${key}" is only for a signature of the format ${owner}`, {
        hint: `add \`format: ${owner}\` to the signature, or remove "${key}"`,
      }),
    });
  }
  const needed = format === 'kv' ? 'key' : format === 'list' ? 'version' : undefined;
  if (needed !== undefined && place[needed] === undefined) {
    faults.push(missing(['signature', needed], `a signature of the format ${format} needs "${needed}"`));
  }
  if (where === 'header') faults.push(...checkHeaderName(name, ['signature', 'name']));
  return faults;
}

function checkTimestamp({ signature, timestamp }: KeyedHashEntry): EntryFault[] {
  if (timestamp === undefined) return [];
  const faults: EntryFault[] = [];
  const owners = { name: 'header', key: 'signature', path: 'body' } as const;
  for (const [key, owner] of Object.entries(owners) as [keyof typeof owners, typeof timestamp.in][]) {
    const isThere = timestamp[key] !== undefined;
    if (owner === timestamp.in && !isThere) {
      faults.push(missing(['timestamp', key], `a timestamp in the ${owner} needs "${key}"`));
    } else if (owner !== timestamp.in && isThere) {
      faults.push({
        path: ['timestamp', key],
        fault: diagnostic('config/conflict', `"${key}" is only for a timestamp with \`in: ${owner}\``, {
          hint: `add \`in: ${owner}\` to the timestamp, or remove "${key}"`,
        }),
      });
    }
  }
  if (timestamp.in === 'signature' && signature.format !== 'kv') {
    const message = 'a timestamp in the signature needs a signature of the format kv, as in t=1,v1=a';
    faults.push({ path: ['timestamp', 'in'], fault: diagnostic('config/conflict', message) });
  }
  return faults;
}

function checkSigned({ signed, id, timestamp }: KeyedHashEntry, hasPublicUrl: boolean): EntryFault[] {
  const faults: EntryFault[] = [];
  const needs: Readonly<Record<string, Diagnostic | undefined>> = {
    timestamp: timestamp ? undefined : nowhere('timestamp'),
    id: id ? undefined : nowhere('id'),
    url: hasPublicUrl ? undefined : noPublicUrl(),
  };
  const used = placeholdersOf(signed);
  for (const { inside, offset, length } of used) {
    const fault = Object.hasOwn(needs, inside) ? needs[inside] : undefined;
    if (fault) faults.push({ path: ['signed'], within: { offset, length }, fault });
  }
  const covers = (name: string) => used.some(({ inside }) => inside === name);
  if (!covers('body')) {
    faults.push(weak('the body', 'anyone who has seen a webhook can send it with another body'));
  }
  if (timestamp !== undefined && timestamp.in !== 'body' && !covers('timestamp')) {
    faults.push(weak('the timestamp', 'an old webhook can be sent again with a new one'));
  }
  return faults;
}

function nowhere(name: 'timestamp' | 'id'): Diagnostic {
  const alternative =
    name === 'timestamp' ? ', or `timestamp: {in: signature, key: t}` where it stands in the signature' : '';
  return diagnostic('yaml/missing-key', `{${name}} is signed, and nothing says where it stands`, {
    hint: `add \`${name}: {name: ...}\` with the name of its header${alternative}`,
  });
}

function noPublicUrl(): Diagnostic {
  return diagnostic('yaml/missing-key', 'the signature covers the URL, so "server.publicUrl" is needed', {
    hint: 'set it to the URL of this server as the sender sees it, such as https://hooks.example.com',
  });
}

function weak(what: string, consequence: string): EntryFault {
  const message = `the signature does not cover ${what}: ${consequence}`;
  return { path: ['signed'], fault: diagnostic('config/weak-signature', message) };
}

function missing(path: YamlPath, message: string): EntryFault {
  return { path, fault: diagnostic('yaml/missing-key', message) };
}

import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import type { EntryFault } from './entry-fault.ts';
import { checkHeaderName } from './header-name.ts';
import { templateHasTimestamp } from './signature-template.ts';
import { placeholdersOf } from './signed-template.ts';
import type { SignedEntry } from './verify-schema.ts';

/** Finds conflicts between the keys of a signature entry, and with `server.publicUrl`. */
export function checkSignedParts(entry: SignedEntry, hasPublicUrl: boolean): EntryFault[] {
  return [...checkSignature(entry), ...checkTimestamp(entry), ...checkSigned(entry, hasPublicUrl)];
}

const owners = { key: 'kv', pairSeparator: 'kv', version: 'list', template: 'template' } as const;

function checkSignature({ signature: { in: where, name, format, ...place } }: SignedEntry): EntryFault[] {
  const faults: EntryFault[] = [];
  for (const key of ['key', 'pairSeparator', 'version', 'template'] as const) {
    const owner = owners[key];
    if (place[key] === undefined || format === owner) continue;
    faults.push({
      path: ['signature', key],
      fault: diagnostic('config/conflict', `"${key}" is only for a signature of the format ${owner}`, {
        hint: `add \`format: ${owner}\` to the signature, or remove "${key}"`,
      }),
    });
  }
  const needed = { plain: undefined, kv: 'key', list: 'version', template: 'template' } as const;
  const lacking = needed[format];
  if (lacking !== undefined && place[lacking] === undefined) {
    faults.push(missing(['signature', lacking], `a signature of the format ${format} needs "${lacking}"`));
  }
  if (where === 'header') faults.push(...checkHeaderName(name, ['signature', 'name']));
  return faults;
}

function checkTimestamp({ signature, timestamp }: SignedEntry): EntryFault[] {
  if (timestamp === undefined) return [];
  const inTemplate = templateHasTimestamp(signature.template);
  const faults: EntryFault[] = [];
  const places = { name: 'header', key: 'signature', path: 'body' } as const;
  for (const [key, owner] of Object.entries(places) as [keyof typeof places, typeof timestamp.in][]) {
    const isThere = timestamp[key] !== undefined;
    if (key === 'key' && owner === timestamp.in && inTemplate) {
      if (isThere) faults.push(superfluousKey(key, 'the template determines the place of the timestamp'));
    } else if (owner === timestamp.in && !isThere) {
      // A timestamp in the template is part of the signature header.
      if (!inTemplate) faults.push(missing(['timestamp', key], `a timestamp in the ${owner} needs "${key}"`));
    } else if (owner !== timestamp.in && isThere) {
      faults.push({
        path: ['timestamp', key],
        fault: diagnostic('config/conflict', `"${key}" is only for a timestamp with \`in: ${owner}\``, {
          hint: `add \`in: ${owner}\` to the timestamp, or remove "${key}"`,
        }),
      });
    }
  }
  const place = checkTimestampPlace(signature, timestamp.in, inTemplate);
  return place ? [...faults, place] : faults;
}

/** A timestamp has one place: in the signature header only if the header's format contains it. */
function checkTimestampPlace(
  { format }: SignedEntry['signature'],
  where: 'header' | 'signature' | 'body',
  inTemplate: boolean,
): EntryFault | undefined {
  const path = ['timestamp', 'in'];
  if (where === 'signature' && format === 'template' && !inTemplate) {
    const message = 'a timestamp in the signature needs {timestamp} in the template';
    return { path, fault: diagnostic('config/conflict', message) };
  }
  if (where === 'signature' && format !== 'kv' && format !== 'template') {
    const message =
      'a timestamp in the signature needs a signature of the format kv, as in t=1,v1=a, or a template';
    return { path, fault: diagnostic('config/conflict', message) };
  }
  if (where === 'signature' || !inTemplate) return undefined;
  const message = `the template has {timestamp}, and the timestamp is to stand in the ${where}`;
  const hint = 'write `timestamp: {in: signature}`, with its unit, or take {timestamp} out of the template';
  return { path, fault: diagnostic('config/conflict', message, { hint }) };
}

function superfluousKey(key: 'key', why: string): EntryFault {
  const hint = `remove "${key}"`;
  return {
    path: ['timestamp', key],
    fault: diagnostic('config/conflict', `"${key}" is not needed: ${why}`, { hint }),
  };
}

function checkSigned({ signed, id, timestamp }: SignedEntry, hasPublicUrl: boolean): EntryFault[] {
  const faults: EntryFault[] = [];
  const needs: Readonly<Record<string, Diagnostic | undefined>> = {
    timestamp: timestamp ? undefined : withoutPlace('timestamp'),
    id: id ? undefined : withoutPlace('id'),
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

function withoutPlace(name: 'timestamp' | 'id'): Diagnostic {
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

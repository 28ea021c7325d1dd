import type { ReadBody } from '../bodies/body.ts';
import { decodeText } from '../bodies/charset.ts';
import { parseJson } from '../bodies/json.ts';
import { maxKeys, tooManyKeys } from '../bodies/limits.ts';
import { parseMediaType } from '../bodies/media-type.ts';
import { UnreadableBody } from '../bodies/unreadable-body.ts';
import type { Head } from '../redaction/redact-head.ts';
import { readEventHeaders } from './cloudevent-headers.ts';

/**
 * Returns the CloudEvents of a request, each as its JSON object, in every mode: single or as a batch in JSON,
 * or with attributes in headers. `data_base64` becomes `data` if its type is JSON. If neither the content
 * type nor a header shows the mode, the body does.
 * @throws UnreadableBody if the body is not a CloudEvent, or lacks a required attribute
 */
export function readCloudEvents(headers: Head['headers'], body: ReadBody): readonly CloudEvent[] {
  const type = parseMediaType(headers['content-type'] ?? '').name;
  const attributes = readEventHeaders(headers);
  if (type.startsWith('application/cloudevents-batch')) return readBatch(body.value);
  if (!type.startsWith('application/cloudevents') && attributes.size > 0) {
    return [checked(fromHeaders(attributes, headers['content-type'], body), 'the CloudEvent')];
  }
  if (Array.isArray(body.value) && type !== 'application/cloudevents+json') return readBatch(body.value);
  if (isObject(body.value)) return [readEvent(body.value, 'the CloudEvent', { left: maxKeys })];
  throw new UnreadableBody('this is no CloudEvent: neither a JSON object of one nor the headers ce-...');
}

type CloudEvent = Readonly<Record<string, unknown>>;

/** The number of keys that the data of the remaining events of a body may have. */
interface Room {
  left: number;
}

function readBatch(value: unknown): readonly CloudEvent[] {
  if (!Array.isArray(value)) throw new UnreadableBody('the batch of CloudEvents is not a list');
  const room = { left: maxKeys };
  return value.map((event, index) => readEvent(event, `event ${index + 1} of the batch`, room));
}

function readEvent(event: unknown, which: string, room: Room): CloudEvent {
  if (!isObject(event)) throw new UnreadableBody(`${which} is not an object`);
  return withData(checked(event, which), which, room);
}

function checked(event: CloudEvent, which: string): CloudEvent {
  const missing = ['specversion', 'id', 'source', 'type'].filter(name => {
    const value = event[name];
    return typeof value !== 'string' || value === '';
  });
  if (missing.length > 0) throw new UnreadableBody(`${which} has no ${missing.join(', no ')}`);
  if (!['1.0', '0.3'].includes(String(event.specversion))) {
    throw new UnreadableBody(`${which} has a specversion that is not read; it must be 1.0 or 0.3`);
  }
  return event;
}

/** Returns a JSON event with its base64 data decoded, if the data is JSON. */
function withData(event: CloudEvent, which: string, room: Room): CloudEvent {
  const isOld = event.datacontentencoding === 'base64';
  const name = isOld ? 'data' : 'data_base64';
  const encoded = event[name];
  if (typeof encoded !== 'string' || !isJson(event.datacontenttype)) return event;
  const bytes = Buffer.from(encoded, 'base64');
  const text = decodeText(bytes, 'utf-8');
  if (text === undefined) throw new UnreadableBody(`${which} has data that are not JSON in UTF-8`);
  const json = parseJson(bytes, text);
  if (json.kind === 'beyond') throw new UnreadableBody(json.reason);
  if (json.kind === 'not-json')
    throw new UnreadableBody(`${which} has data that are not JSON, as its type says`);
  room.left -= json.keys;
  if (room.left < 0) throw new UnreadableBody(tooManyKeys);
  const others = Object.entries(event).filter(([key]) => key !== name && key !== 'datacontentencoding');
  return Object.fromEntries([...others, ['data', json.value]]);
}

function fromHeaders(
  attributes: ReadonlyMap<string, string>,
  type: string | undefined,
  { reading, value }: ReadBody,
): CloudEvent {
  const entries: [string, unknown][] = [...attributes];
  if (type) entries.push(['datacontenttype', type]);
  if (value !== '') entries.push([reading.kind === 'bytes' ? 'data_base64' : 'data', value]);
  return Object.fromEntries(entries);
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && /[/+]json$/.test(parseMediaType(type).name);
}

function isObject(value: unknown): value is CloudEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

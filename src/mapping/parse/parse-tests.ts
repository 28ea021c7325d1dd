import { dirname, isAbsolute, join } from 'node:path';
import { nearest } from '../../diagnostics/nearest.ts';
import { encodingFault } from '../../diagnostics/written-text.ts';
import { renamedKey } from '../../diagnostics/yaml/renamed-key.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import type { Operation } from '../../inbox/call.ts';
import { decodeText } from '../../receive/bodies/charset.ts';
import { parseJson } from '../../receive/bodies/json.ts';
import { jsonFault } from '../../receive/bodies/json-fault.ts';
import type { MappingTest } from '../mapping.ts';
import { parameterNames } from '../parameters.ts';
import { type TestShape, testShape } from '../schema.ts';
import { withoutBlockEnd } from './block-end.ts';
import { isMap, type Parsing, report } from './parsing.ts';
import { readExpectation } from './read-expectation.ts';

/** Reads the payload files beside a mapping. */
export interface PayloadFiles {
  /** Returns the bytes of a file. @throws if it cannot be read; the message is shown to people */
  readonly readFile: (path: string) => Uint8Array;
}

/**
 * Reads `tests` with their payloads. An unreadable file is only a warning, since the mapping works without
 * it: that test has no payload, and fails. The source decides how to read a file.
 */
export function parseTests(
  parsing: Parsing,
  file: string,
  value: unknown,
  operation: Operation | undefined,
  files: PayloadFiles,
): MappingTest[] {
  if (!Array.isArray(value)) return [];
  const payloads = readOnce(files);
  return value.flatMap((each, index) => {
    const path = ['tests', index];
    // The shape of the whole file was checked before, so its faults are already reported.
    const shape = testShape.safeParse(each).data;
    if (shape && operation) checkExpected(parsing, path, shape, operation);
    return shape ? [readTest(parsing, { path, file, payloads }, shape)] : [];
  });
}

/** The maximum number of payload bytes for the tests of one mapping. */
const payloadsLimit = 4 * 1024 * 1024;

/** The payload files of one mapping. Each is read and parsed once, however many tests name it. */
type Payloads = (
  path: string,
) => { readonly bytes: Uint8Array } | { readonly fault: string; readonly hint?: string };

function readOnce({ readFile }: PayloadFiles): Payloads {
  const known = new Map<string, ReturnType<Payloads>>();
  let total = 0;
  const read = (path: string): ReturnType<Payloads> => {
    if (total > payloadsLimit) return { fault: tooManyBytes };
    try {
      const bytes = readFile(path);
      total += bytes.byteLength;
      if (total > payloadsLimit) return { fault: tooManyBytes };
      if (!path.endsWith('.json') || isJson(bytes)) return { bytes };
      const encoding = encodingFault(bytes);
      return encoding
        ? { fault: `it ${encoding.reason}; ${encoding.hint}` }
        : { fault: `it is not JSON${placeOfFault(bytes)}`, hint: mendFile };
    } catch (error) {
      return { fault: error instanceof Error ? error.message : 'the reason is not known' };
    }
  };
  return path => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
}

const tooManyBytes = `the payloads of this mapping are larger than ${payloadsLimit / 1024 / 1024} MiB together`;

interface At {
  readonly path: YamlPath;
  readonly file: string;
  readonly payloads: Payloads;
}

function readTest(parsing: Parsing, at: At, shape: TestShape): MappingTest {
  const payload =
    typeof shape.payload === 'string' && isPastedPayload(shape.payload)
      ? pastedPayload(parsing, at.path, shape.payload)
      : shape.payload;
  const payloadFile = typeof payload === 'string' ? payload : undefined;
  const file =
    payloadFile === undefined
      ? undefined
      : { path: besideMapping(at.file, payloadFile), ...readPayloadFile(parsing, at, payloadFile) };
  const instead = readExpectation(parsing, at.path, shape);
  const { callsKey, expect } = expectedCalls(shape);
  const headers = Object.entries(shape.headers ?? {}).map(
    ([name, text]) => [name.toLowerCase(), text] as const,
  );
  const query = Object.entries(shape.query ?? {}).map(([name, text]) => [name, String(text ?? '')] as const);
  return {
    name: shape.name,
    place: parsing.source.placeOf([...at.path, 'name'], 'value'),
    payload: file ? { file } : { event: payload ?? {} },
    headers: Object.fromEntries(headers),
    query: Object.fromEntries(query),
    linked: shape.linked === undefined ? undefined : String(shape.linked),
    ...(instead && { instead }),
    expect: withoutBlockEnd(parsing.source, [...at.path, callsKey], expect) as typeof expect,
    expectedFields: expect.flatMap((call, index) =>
      (isMap(call.additionalFields) ? Object.keys(call.additionalFields) : []).map(key => {
        const path = [...at.path, callsKey, index, 'additionalFields', key];
        return { key, place: parsing.source.placeOf(path, 'key') };
      }),
    ),
  };
}

/** True for a payload that was pasted as a text, often behind `|`: a JSON object, or lines in YAML. */
function isPastedPayload(text: string): boolean {
  return text.trimStart().startsWith('{') || text.trimEnd().includes('\n');
}

/** Reads a JSON object that was pasted as a text. Other texts are reported, without their contents. */
function pastedPayload(parsing: Parsing, path: YamlPath, text: string): Readonly<Record<string, unknown>> {
  const bytes = Buffer.from(text);
  const json = parseJson(bytes, text);
  if (json.kind === 'read' && isMap(json.value)) return json.value;
  const isJsonMeant = text.trimStart().startsWith('{');
  const message = isJsonMeant
    ? `the payload is not JSON${placeOfFault(bytes)}`
    : 'the payload is a text of several lines, not a map and not the path of a file';
  const hint = isJsonMeant
    ? 'correct the JSON at this place'
    : 'take away the | behind payload:, so that its lines are keys and values';
  report(
    parsing,
    'yaml/unreadable-file',
    message,
    { path: [...path, 'payload'] },
    { hint, severity: 'warning' },
  );
  return {};
}

function readPayloadFile(
  parsing: Parsing,
  { path, file, payloads }: At,
  name: string,
): { readonly bytes: Uint8Array | undefined; readonly fault?: string } {
  const fault = (
    reason: string,
    hint = 'the path counts from the folder of the mapping; a payload itself is written as a map, not as a text',
  ) => {
    const message = `the payload "${name}" cannot be read: ${reason}`;
    const details = { hint, severity: 'warning' } as const;
    report(parsing, 'yaml/unreadable-file', message, { path: [...path, 'payload'] }, details);
    return { bytes: undefined, fault: reason };
  };
  if (isAbsolute(name)) return fault('the path must count from the folder of the mapping');
  const read = payloads(besideMapping(file, name));
  return 'bytes' in read ? read : fault(read.fault, read.hint);
}

function isJson(bytes: Uint8Array): boolean {
  return parseJson(bytes, decodeText(bytes, 'utf-8') ?? '').kind !== 'not-json';
}

const mendFile = 'correct the file at this place';

/** Describes where a file stops being JSON. The usual fault is a comma after the last entry. */
function placeOfFault(bytes: Uint8Array): string {
  const text = decodeText(bytes, 'utf-8') ?? '';
  const fault = jsonFault(text);
  if (!fault) return '';
  const before = text.slice(0, fault.offset).split(/\r\n|\r|\n/);
  const isTrailing = /,\s*$/.test(text.slice(0, fault.offset)) && /^[}\]]/.test(text.slice(fault.offset));
  const why = isTrailing ? 'no comma stands behind the last entry' : `here should stand ${fault.expected}`;
  return `: line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}: ${why}`;
}

function besideMapping(file: string, name: string): string {
  return join(dirname(file), name);
}

/** Returns the calls that a test expects completely or in part, and their key. */
function expectedCalls({ expect, includes }: TestShape) {
  return expect === undefined && includes
    ? ({ callsKey: 'includes', expect: includes } as const)
    : ({ callsKey: 'expect', expect: expect ?? [] } as const);
}

/** A key that no call can have would always fail the test, so it is reported immediately. */
function checkExpected(parsing: Parsing, path: YamlPath, shape: TestShape, operation: Operation): void {
  const { callsKey, expect } = expectedCalls(shape);
  const names = ['operation', 'destination', ...parameterNames(operation), 'additionalFields'];
  expect.forEach((call, index) => {
    for (const [name, value] of Object.entries(call)) {
      const at = { path: [...path, callsKey, index, name] };
      if (!names.includes(name)) {
        if (!parsing.findings.hasRoom('warning')) {
          parsing.findings.count('warning', 1);
          continue;
        }
        const [meant] = nearest(name, names);
        const hint =
          meant === undefined ? `it has ${names.slice(0, 10).join(', ')}` : `did you mean "${meant}"?`;
        const message = `a call of ${operation} has no "${name}"`;
        report(
          parsing,
          'mapping/unknown-parameter',
          message,
          { ...at, part: 'key' },
          { hint, meant, severity: 'warning', fix: renamedKey(parsing.source, at.path, names) },
        );
      } else if (!isExpectable(name, value)) {
        const wanted = name === 'additionalFields' ? 'a map of keyNames and texts' : 'a text';
        report(parsing, 'yaml/wrong-type', `"${name}" of an expected call must be ${wanted}`, at, {
          severity: 'warning',
        });
      }
    }
  });
}

function isExpectable(name: string, value: unknown): boolean {
  if (name !== 'additionalFields') return 'value' in scalarText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(each => 'value' in scalarText(each));
}

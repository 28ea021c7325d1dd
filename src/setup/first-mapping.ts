import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { namedFields } from '../check/starter/named-fields.ts';
import type { PayloadPath } from '../check/starter/payload-path.ts';
import { type StarterWishes, writeStarterMapping } from '../check/starter/starter-mapping.ts';
import type { CustomerSuggestion } from '../check/starter/suggest-customer.ts';
import type { Suggestion, Sureness } from '../check/starter/suggest-fields.ts';
import type { SuggestionDoubt } from '../check/starter/suggestion-doubt.ts';
import type { SourceConfig } from '../config/config.ts';
import type { DefaultsOf } from '../config/defaults.ts';
import type { PlannableEvent } from '../inbox/event.ts';
import { guessContentType } from '../receive/bodies/guess-content-type.ts';
import { redactSample } from '../receive/samples/redact-sample.ts';
import { neededHeaders } from './needed-headers.ts';

/** A field of the account, and the value of the webhook that fills it. */
export interface FilledField {
  readonly keyName: string;
  /** Its name in the account. */
  readonly name: string;
  readonly sureness: Sureness;
  /** True if a person uses it although it is unsure. */
  readonly isTaken?: boolean;
  /** The path or the question in the rule; absent if nothing matches. */
  readonly from?: string;
  /** The value in this webhook, as a text of at most 200 characters. */
  readonly value?: string;
  /** The doubt that a person should check. */
  readonly doubt?: string;
  readonly doubtCode?: SuggestionDoubt['code'];
}

/** The person that a webhook is about. */
export interface FoundPerson {
  /** `number`: the webhook contains the customer number; `link`: an id of the sender; `none`: neither. */
  readonly kind: CustomerSuggestion['kind'];
  readonly from?: string;
  readonly value?: string;
  /** True if the person who fills in the form could change the number. */
  readonly typedIn?: boolean;
  /** True if the number came in the link to the form. */
  readonly isHidden?: boolean;
  /** Another value that may be the customer number instead. */
  readonly other?: string;
  readonly sureness?: 'likely' | 'unsure';
}

/** A first mapping with its payload, to be shown and saved. Paths start from the folder of the mappings. */
export interface FirstMapping {
  readonly path: string;
  readonly text: string;
  readonly samplePath: string;
  readonly sample: string;
  readonly fields: readonly FilledField[];
  readonly person: FoundPerson;
  /** The calls that it makes for the webhook, as expected by its test. */
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  /** Every value that could be a customer number. */
  readonly numbers: readonly { readonly from: string; readonly value: string }[];
  /** Every value that could be the sender's id of the person. */
  readonly links: readonly { readonly from: string; readonly value: string }[];
}

/** Writes the first mapping of a source for a received webhook, with the suggestions of `init`. */
export async function writeFirstMapping({
  source,
  title,
  destination,
  catalog,
  event,
  wishes,
  defaultsOf,
}: {
  readonly source: SourceConfig;
  /** The sender's name for people. */
  readonly title: string;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
  readonly event: PlannableEvent;
  readonly wishes?: StarterWishes | undefined;
  readonly defaultsOf: DefaultsOf;
}): Promise<FirstMapping | { readonly unreadable: string }> {
  const headers = neededHeaders(source, event.headers, event.body);
  const bytes = redactSample(source, event.body, {
    'content-type': String(event.headers['content-type'] ?? ''),
  });
  const samplePath = `samples/${source.name}.${extensionOf(bytes)}`;
  const written = await writeStarterMapping({
    source,
    sender: title,
    destination,
    catalog,
    fields: namedFields([catalog.fields]),
    wishes,
    defaultsOf,
    sample: { path: samplePath, headers, query: event.query, bytes, origin: 'captured' },
  });
  if (written.kind === 'unreadable') return { unreadable: written.reason };
  return {
    path: `${source.name}.yaml`,
    text: written.text,
    samplePath,
    sample: Buffer.from(bytes).toString('utf8'),
    fields: written.suggestions.map(filledField),
    person: personOf(written.customer),
    calls: written.calls,
    numbers: namedValues(written.numbers),
    links: namedValues(written.links),
  };
}

function filledField({ field, sureness, isTaken, candidates: [first] }: Suggestion): FilledField {
  return {
    keyName: field.keyName,
    name: field.name || field.keyName,
    // A person's choice makes nothing surer.
    sureness: isTaken ? 'unsure' : sureness,
    ...(isTaken && { isTaken }),
    ...(first && { from: nameOf(first.path), value: shown(first.path.value) }),
    ...(first?.doubt && { doubt: first.doubt.text, doubtCode: first.doubt.code }),
  };
}

function personOf(customer: CustomerSuggestion): FoundPerson {
  if (customer.kind === 'none') return { kind: 'none' };
  const { path } = customer;
  return {
    kind: customer.kind,
    from: nameOf(path),
    value: shown(path.value),
    ...(customer.kind === 'number'
      ? {
          typedIn: customer.typedIn,
          isHidden: customer.isHidden,
          ...(customer.other && { other: nameOf(customer.other) }),
        }
      : { sureness: customer.sureness }),
  };
}

/** Returns the values to choose from. An answer that is also a key of the payload is listed once. */
function namedValues(paths: readonly PayloadPath[]) {
  const same = ({ keys, value }: PayloadPath) => JSON.stringify([keys.at(-1), value]);
  const answers = new Set(paths.filter(({ isAnswer }) => isAnswer).map(same));
  return paths
    .filter(path => path.isAnswer || !answers.has(same(path)))
    .map(path => ({ from: nameOf(path), value: shown(path.value) }));
}

function nameOf({ answer, expression }: PayloadPath): string {
  return answer ?? expression;
}

function shown(value: unknown): string {
  const isList = Array.isArray(value) && value.every(each => typeof each !== 'object');
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function extensionOf(bytes: Uint8Array): string {
  const type = guessContentType(bytes);
  return type === 'application/json' ? 'json' : type === 'text/xml' ? 'xml' : 'txt';
}

import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { fittingChoice } from '../names/fitting-choice.ts';
import { fieldLines, nothingLines } from './field-lines.ts';
import type { PayloadPath } from './payload-path.ts';
import type { CustomerSuggestion } from './suggest-customer.ts';
import type { Suggestion } from './suggest-fields.ts';
import { inComment, inLines, inOneLine } from './yaml-words.ts';

/** The contents of a first mapping. */
export interface MappingContents {
  readonly source: string;
  /** The display name of the sender. */
  readonly sender: string;
  readonly destination: string;
  readonly sample: SampleWords;
  /** The kind of the first event of the sample, if its sender distinguishes kinds. */
  readonly eventType: string | undefined;
  /** The condition for the form of the sample, if a value names it. */
  readonly form?: string | undefined;
  /** The condition that tells its webhooks from those of another mapping of the source. */
  readonly kind?: { readonly when: string; readonly isByKey: boolean } | undefined;
  readonly customer: CustomerSuggestion;
  /** True if every event of the sample identifies its person. */
  readonly isEverywhere: boolean;
  /** A path that may be the stage of a customer, and its value. */
  readonly stage:
    | { readonly expression: string; readonly answer?: string; readonly value: string }
    | undefined;
  /** Any path in the sample. */
  readonly anyPath: Pick<PayloadPath, 'expression' | 'answer'> | undefined;
  /** Names of known customer statuses. */
  readonly statuses: readonly string[];
  readonly suggestions: readonly Suggestion[];
  /** `ignoreOlder`: written if every event has all values, in a comment if that is not sure; undefined without a time of change. */
  readonly ignoreOlder: 'sure' | 'unsure' | undefined;
  readonly notInUpdates: readonly FieldConfiguration[];
  /** The calls that the mapping makes for the sample. */
  readonly expect: readonly Readonly<Record<string, unknown>>[];
}

/** The file of the sample beside a mapping. */
export interface SampleWords {
  /** The path of the file in the mapping. */
  readonly path: string;
  /** The relevant headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** An example of this package, or a received webhook. */
  readonly origin: 'package' | 'captured';
}

/** Returns the text of a first mapping, with comments for someone who has never seen such a file. */
export function mappingText(contents: MappingContents): string {
  return [
    ...headLines(contents),
    ...whenLines(contents),
    ...olderLines(contents),
    '',
    ...whoseLines(contents),
    '',
    'operation: updateCustomer # change what is known of a customer who is in the calendar already',
    'set:',
    ...idLines(contents.customer),
    ...statusLines(contents),
    ...fieldLines(contents.suggestions),
    ...nothingLines(contents.suggestions, contents.notInUpdates),
    '',
    ...testLines(contents),
    '',
  ].join('\n');
}

function headLines(contents: MappingContents): string[] {
  const { source, sender, destination, sample } = contents;
  const origin =
    sample.origin === 'package'
      ? 'an example from Fieldbridge, not a webhook of yours.'
      : 'the webhook that this mapping was made from.';
  return [
    `# How webhooks of ${inComment(sender)} become calls of the calendar.`,
    '#',
    '# How to read this file: each line is a name, a colon and its value. Indented lines belong to the line above',
    '# them. Text after a # is a note for people. A line that begins with a # has no effect; to use it, remove',
    '# the # and the space after it.',
    '#',
    '# In "set", the left side is a field of the calendar, the right side is the place of its value in the webhook.',
    ...(namesQuestions(contents)
      ? [
          '# {answer: ...} names a question of the form. Put other names between ` and ` if they contain anything but letters,',
          '# digits and _. The contents of a webhook:',
        ]
      : [
          '# Put a name between ` and ` if it contains anything but letters, digits and _. The contents of a webhook:',
        ]),
    `#   ${sample.path}, ${origin}`,
    '# After a change, run `fieldbridge check` and `fieldbridge test`.',
    '',
    `source: ${source} # the sender: its entry in config.yaml`,
    `destination: ${destination} # the destination: its entry in config.yaml`,
  ];
}

/** Events that do not identify a person are left out, since an update needs a customer. */
function whenLines({ customer, isEverywhere, eventType, form, kind: other }: MappingContents): string[] {
  const path = personPath(customer);
  const condition = customer.kind === 'link' && isEverywhere ? undefined : path;
  const what = customer.kind === 'number' ? 'a customer number' : 'an id of the person';
  if (other) {
    const conditions = condition === undefined ? [other.when] : [other.when, condition];
    return [
      ...(other.isByKey
        ? [
            '# unsure: no value of the sample names its form, so a key of its own tells it from other webhooks.',
          ]
        : []),
      `when: ${inOneLine(conditions.join(' and '))} # only webhooks of this form${condition === undefined ? '' : `, with ${what}`}`,
    ];
  }
  const only = condition === undefined ? [] : [`when: ${inOneLine(condition)} # only webhooks with ${what}`];
  if (eventType === undefined) return only;
  // All forms of a sender have the same type of event.
  const kind =
    form === undefined ? `$event.type = ${JSON.stringify(inComment(eventType))}` : inComment(form, 200);
  return [
    ...only,
    form === undefined
      ? '# To accept webhooks of one type only, use a condition like this one, which fits the sample:'
      : '# If other forms send to this source too, use a condition like this one, which fits the sample:',
    `# when: ${inOneLine(condition === undefined ? kind : `${condition} and ${kind}`)}`,
  ];
}

function olderLines({ ignoreOlder }: MappingContents): string[] {
  if (ignoreOlder === undefined) return [];
  const line = 'ignoreOlder: true # skip a change that is older than the newest one, since it arrived late';
  return ignoreOlder === 'sure'
    ? [line]
    : ['# If each webhook has all values that are read below, not only the changed ones:', `# ${line}`];
}

function personPath(customer: CustomerSuggestion): string {
  return customer.kind === 'none' ? 'id_of_the_person' : customer.path.expression;
}

function whoseLines({ customer }: MappingContents): string[] {
  if (customer.kind === 'number') {
    return [
      '# The customer: this sender knows the customer number; see "id" below.',
      ...(customer.other
        ? [
            `# unsure: is it the number at the calendar? ${inComment(customer.other.expression, 70)} is another number.`,
            '# A number that the sender gave itself would be that of somebody else.',
          ]
        : []),
      ...(customer.path.isAnswer
        ? [
            '# Anyone who fills in the form can change that number. Set only values here that strangers may change.',
          ]
        : []),
    ];
  }
  const doubts = {
    none: [
      '# unsure: no value of the sample looks like the id of a person. Write the right path here and above.',
    ],
    unsure: ['# unsure: is this the id of the person, the same in every webhook about that person?'],
    likely: [],
  };
  return [
    '# The customer: the sender has its own id for each person, at the path in "link". Fieldbridge remembers the customer',
    '# number of each id, from a booking or from `fieldbridge links import`.',
    ...doubts[customer.kind === 'none' ? 'none' : customer.sureness],
    ...(customer.kind === 'link' && customer.name
      ? [
          '# The members of a family may share an address or a number, so the name is a part of the link. Imported links need',
          '# the same parts.',
          `link: ${inOneLine(`$join([${customer.path.expression}, ${customer.name.expression}], " ")`)}`,
        ]
      : [`link: ${inOneLine(personPath(customer))}`]),
    'whenUnlinked: wait # webhooks wait until the number is known. Or: fail, skip',
  ];
}

function idLines(customer: CustomerSuggestion): string[] {
  return customer.kind === 'number'
    ? [`  id: ${wholeRule(customer.path)} # the customer number`]
    : ['  id: $linked # the customer number that is remembered for the link'];
}

/** True if a rule of the file names a question. */
function namesQuestions({ suggestions, customer }: MappingContents): boolean {
  const isNumber = customer.kind === 'number' && customer.path.answer !== undefined;
  return isNumber || suggestions.some(({ candidates }) => candidates[0]?.rule.answer !== undefined);
}

/** Returns a rule that only reads a value. */
function wholeRule({ expression, answer }: PayloadPath): string {
  return answer === undefined ? inOneLine(expression) : inOneLine({ answer });
}

function beginningWith(
  { expression, answer }: NonNullable<MappingContents['anyPath']> = { expression: 'stage' },
): string {
  return answer === undefined ? `from: ${inOneLine(expression)}` : `answer: ${inOneLine(answer)}`;
}

/** Returns lines in a comment if another value is set; a mapping must set at least one. */
function statusLines({ stage, anyPath, statuses, suggestions }: MappingContents): string[] {
  // A value that is a status itself, or like one, stays that status: another one would demote its customers.
  const first = (stage && fittingChoice(stage.value, statuses)) ?? statuses[0] ?? 'NAME OF A STATUS';
  const second = statuses.find(each => each !== first);
  const known = statuses.length > 0 ? ` (known: ${inComment(statuses.join(', '), 70)})` : '';
  const values = {
    [stage?.value ?? 'the value from the webhook']: first,
    ...(second && { 'something else': second }),
  };
  const begins = beginningWith(stage);
  const explanation = [
    '  # The status of the customer, from a value of the webhook. The right sides in "values" are names of statuses,',
    `  # exactly as in the settings of the calendar${known}.`,
  ];
  if (suggestions.some(({ sureness }) => sureness === 'sure' || sureness === 'likely')) {
    return [
      ...explanation,
      '  # customerStatus:',
      `  #   ${begins}`,
      `  #   values: ${inOneLine(values)}`,
      '  #   # Any other value fails, so that you notice it. "otherwise: null" leaves the status unchanged instead.',
    ];
  }
  return [
    ...explanation,
    `  # Fill the braces as in: ${inOneLine(values)}`,
    '  customerStatus:',
    `    ${beginningWith(stage ?? anyPath)} # write the right path here`,
    '    values: {}',
    '    otherwise: null # nothing is changed yet. Fill the braces, then remove this line, so that other values fail',
  ];
}

function testLines({ sample, customer, expect }: MappingContents): string[] {
  const calls =
    expect.length === 0 ? ['    expect: [] # nothing is sent'] : ['    expect:', inLines(expect, '      ')];
  return [
    '# The expected calls, for `fieldbridge test`. After an intended change, `fieldbridge test --update` renews them.',
    'tests:',
    `  - name: ${sample.origin === 'package' ? 'the example from Fieldbridge' : 'the webhook that this mapping was made from'}`,
    `    payload: ${inOneLine(sample.path)}`,
    ...(Object.keys(sample.headers).length > 0 ? [`    headers: ${inOneLine(sample.headers)}`] : []),
    ...(customer.kind === 'number'
      ? []
      : ['    linked: 1001 # the test assumes this customer number for the link']),
    ...calls,
  ];
}

/** The data of a webhook of the benchmark. */
interface Facts {
  readonly id: string;
  readonly customer: number;
  readonly note: string;
}

interface BodyOfKind {
  readonly contentType: string;
  /** The settings of its source besides `verify`, in YAML. */
  readonly source: string;
  /** About 2 KB. */
  readonly write: (facts: Facts) => string;
}

const answers = Array.from({ length: 12 }, (_, field) => ({
  type: 'text',
  text: `an answer of some length to question ${field}`,
  field: { id: `f${field}`, ref: `question_${field}`, type: 'short_text' },
}));

const json = (facts: Facts) => filled(fill => JSON.stringify({ ...facts, answers, fill }));

/** One field for each answer, with names as form tools use them. */
const fields = ({ id, customer, note }: Facts): [string, string][] => [
  ['id', id],
  ['customer', String(customer)],
  ['note', note],
  ...answers.flatMap(({ text, field }, index): [string, string][] => [
    [`answers[${index}][text]`, text],
    [`answers[${index}][field]`, field.ref],
  ]),
];

const form = (facts: Facts) =>
  filled(fill => new URLSearchParams([...fields(facts), ['fill', fill]]).toString());

const boundary = '----benchmark7MA4YWxkTrZu0gW';

const multipart = (facts: Facts) =>
  filled(fill => {
    const parts: [string, string][] = [
      ...fields(facts).filter(([name]) => !name.endsWith('[field]')),
      ['fill', fill],
    ];
    const text = parts.map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return `${text.join('')}--${boundary}--\r\n`;
  });

const xml = ({ id, customer, note }: Facts) =>
  filled(fill => {
    const each = answers.map(
      ({ text, field }) =>
        `<answer><text>${text}</text><field id="${field.id}">${field.ref}</field></answer>`,
    );
    return `<?xml version="1.0" encoding="utf-8"?><event><id>${id}</id><customer>${customer}</customer><note>${note}</note>${each.join('')}<fill>${fill}</fill></event>`;
  });

const cloudEvent = ({ id, ...data }: Facts) =>
  filled(fill =>
    JSON.stringify({
      specversion: '1.0',
      id,
      source: '/shop',
      type: 'com.example.intake',
      time: '2026-03-02T09:20:00Z',
      datacontenttype: 'application/json',
      data: { ...data, answers, fill },
    }),
  );

/** Every kind of body, each with its own source. */
export const bodyKinds = {
  json: { contentType: 'application/json', source: 'eventId: id', write: json },
  form: { contentType: 'application/x-www-form-urlencoded', source: 'eventId: id', write: form },
  multipart: {
    contentType: `multipart/form-data; boundary=${boundary}`,
    source: 'eventId: id',
    write: multipart,
  },
  xml: { contentType: 'text/xml', source: 'eventId: event.id', write: xml },
  'json-in-form': {
    contentType: 'application/x-www-form-urlencoded',
    source: 'jsonField: payload, eventId: payload.id',
    write: facts => new URLSearchParams({ payload: json(facts) }).toString(),
  },
  cloudevents: {
    contentType: 'application/cloudevents+json',
    source: 'preset: cloudevents',
    write: cloudEvent,
  },
  text: {
    contentType: 'text/plain',
    source: 'body: text',
    write: facts => filled(fill => `${facts.id}${fill}`),
  },
} as const satisfies Record<string, BodyOfKind>;

export type BodyKind = keyof typeof bodyKinds;

/** Fills a body up to 2 KB. */
function filled(write: (fill: string) => string): string {
  return write('x'.repeat(Math.max(0, 2048 - Buffer.byteLength(write('')))));
}

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The properties of a certificate for a test. The defaults give one that a browser would accept. */
export interface CertificateOptions {
  /** The name of its subject, such as `localhost`. */
  readonly name: string;
  /** Its issuer; without one it is self-signed. */
  readonly issuer?: MadeCertificate;
  /** True if it may sign other certificates. */
  readonly authority?: boolean;
  /** The maximum number of authorities below it. */
  readonly pathLength?: number;
  readonly from?: Date;
  readonly until?: Date;
  readonly key?: { publicKey: KeyObject; privateKey: KeyObject };
  readonly digest?: 'sha256' | 'sha1' | 'md5';
  /** Object identifiers of its allowed uses; without them any use. */
  readonly purposes?: readonly string[];
  /** Further extensions, encoded. */
  readonly extensions?: readonly Buffer[];
  /** True if its signature is invalid. */
  readonly forged?: boolean;
}

/** A certificate and its key, both as PEM, with the data that certificates below it need. */
export interface MadeCertificate {
  readonly name: string;
  readonly cert: string;
  readonly key: string;
  readonly privateKey: KeyObject;
}

/** Makes an X.509 certificate (RFC 5280) with RSA. */
export function makeCertificate(request: CertificateOptions): MadeCertificate {
  const { name, issuer, digest = 'sha256' } = request;
  const { publicKey, privateKey } = request.key ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(objectId(signatureAlgorithms[digest]), tagged(0x05));
  const contents = sequence(
    tagged(0xa0, integer(2)),
    tagged(0x02, createHash('sha1').update(`${name}${issuer?.name}`).digest().subarray(0, 8).fill(1, 0, 1)),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(
      time(request.from ?? new Date(Date.now() - dayMs)),
      time(request.until ?? new Date(Date.now() + dayMs)),
    ),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(request))),
  );
  const signature = sign(digest, contents, issuer?.privateKey ?? privateKey);
  if (request.forged) signature[9] = (signature[9] ?? 0) ^ 1;
  const der = sequence(contents, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    privateKey,
  };
}

/** An extension of a certificate; `value` is DER. */
export function extension(id: string, value: Buffer, critical: 'critical' | 'optional'): Buffer {
  return sequence(
    objectId(id),
    ...(critical === 'critical' ? [tagged(0x01, Buffer.of(0xff))] : []),
    tagged(0x04, value),
  );
}

/** A list of DER values. */
export function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

/** A DER value of a type. */
export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const bytes = [value.length >> 8, value.length & 0xff].slice(value.length < 256 ? 1 : 0);
  const length = value.length < 128 ? bytes : [0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.of(tag, ...length), value]);
}

const dayMs = 86_400_000;

const signatureAlgorithms = {
  sha256: '1.2.840.113549.1.1.11',
  sha1: '1.2.840.113549.1.1.5',
  md5: '1.2.840.113549.1.1.4',
};

function extensions({
  name,
  authority,
  pathLength,
  purposes,
  extensions: further = [],
}: CertificateOptions): Buffer[] {
  const constraints = [
    ...(authority ? [tagged(0x01, Buffer.of(0xff))] : []),
    ...(pathLength === undefined ? [] : [integer(pathLength)]),
  ];
  return [
    extension('2.5.29.19', sequence(...constraints), 'critical'),
    extension('2.5.29.17', sequence(tagged(0x82, Buffer.from(name))), 'optional'),
    ...(purposes ? [extension('2.5.29.37', sequence(...purposes.map(objectId)), 'optional')] : []),
    ...further,
  ];
}

function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return tagged(0x18, Buffer.from(digits));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap(arc => {
    const sevens = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80);
    return sevens;
  });
  return tagged(0x06, Buffer.from(bytes));
}

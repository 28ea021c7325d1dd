import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A pooler in transaction mode, such as pgbouncer: several clients share a few server connections, one transaction at a
 * time. It speaks as much of the PostgreSQL protocol as that needs, and refuses what pgbouncer refuses.
 */
export interface Pooler {
  /** The address of a database through the pooler. */
  through(url: string): string;
  /** The refused requests, which need a connection of their own. */
  readonly refused: readonly string[];
  /** How often a connection was passed from one client to another. */
  handedOver(): number;
  close(): Promise<void>;
}

/** The startup parameters that pgbouncer accepts; it refuses all others. */
const startupParameters = [
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
];
const sslRequest = 80_877_103;
const cancelRequest = 80_877_102;
const askForPassword = 3;

/** A connection to the server. */
interface Backend {
  readonly socket: Socket;
  readonly answers: Messages;
  /** The client that used it last. */
  last: number;
}

/** Clients that log in to one database as one user share its connections. */
interface Pool {
  readonly backends: Set<Backend>;
  readonly idle: Backend[];
  /** What the server answered when the first client logged in. */
  login?: Login;
  /** Called with undefined if no connection is left. */
  readonly waiting: ((backend: Backend | undefined) => void)[];
}

/** A login that needed nothing or the password: each answer of the server, and the client's reply to it. */
type Login = readonly { readonly answer: Buffer; readonly reply?: Buffer }[];

/**
 * Starts a pooler in front of a server, with this many connections for each database. Without `several` it loses
 * statements that are sent before earlier ones are answered, except the first two, as some poolers do.
 */
export async function startPooler(
  server: string,
  connections = 2,
  { several = true }: { readonly several?: boolean } = {},
): Promise<Pooler> {
  const { hostname, port } = new URL(server);
  const refused: string[] = [];
  const pools = new Map<string, Pool>();
  const sockets = new Set<Socket>();
  let handed = 0;
  let clients = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };

  const front = createServer(socket => void serveClient(keep(socket)));
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  async function serveClient(client: Socket): Promise<void> {
    clients += 1;
    const number = clients;
    const messages = messagesOf(client, 'startup');
    const hello = await helloOf(client, messages);
    if (!hello) return;
    const bad = hello.names.find(name => !startupParameters.includes(name));
    if (bad !== undefined) {
      refused.push(`startup parameter ${bad}`);
      client.end(errorMessage(`unsupported startup parameter: ${bad}`));
      return;
    }
    const pool = pools.get(hello.key) ?? { backends: new Set(), idle: [], waiting: [] };
    pools.set(hello.key, pool);
    if (pool.login && pool.backends.size >= connections) {
      if (!(await welcome(client, messages, pool.login))) return;
    } else {
      const socket = keep(connect(Number(port), hostname));
      const backend = { socket, answers: messagesOf(socket, 'messages'), last: number };
      const login = await logIn(client, messages, backend, hello.bytes);
      if (!login) return;
      if (login.every(({ answer, reply }) => !reply || answer.readInt32BE(5) === askForPassword))
        pool.login ??= login;
      join(pool, backend);
    }
    await serveTransactions(client, messages, pool, number);
  }

  /** Keeps a new connection if there are too few, and closes it otherwise. */
  function join(pool: Pool, backend: Backend): void {
    if (pool.backends.size >= connections) return void backend.socket.end(terminate);
    pool.backends.add(backend);
    backend.socket.on('close', () => {
      pool.backends.delete(backend);
      pool.idle.splice(0, pool.idle.length, ...pool.idle.filter(each => each !== backend));
      if (pool.backends.size === 0) for (const each of pool.waiting.splice(0)) each(undefined);
    });
    offer(pool, backend);
  }

  function offer(pool: Pool, backend: Backend): void {
    const next = pool.waiting.shift();
    if (next) next(backend);
    else pool.idle.push(backend);
  }

  async function take(pool: Pool, number: number): Promise<Backend | undefined> {
    const { promise, resolve } = Promise.withResolvers<Backend | undefined>();
    const idle = pool.idle.shift();
    if (idle) resolve(idle);
    else if (pool.backends.size > 0) pool.waiting.push(resolve);
    else resolve(undefined);
    const backend = await promise;
    if (backend && backend.last !== number) handed += 1;
    if (backend) backend.last = number;
    return backend;
  }

  async function serveTransactions(client: Socket, messages: Messages, pool: Pool, number: number) {
    const leave = () => {
      client.uncork();
      client.destroy();
    };
    for (;;) {
      const first = await messages.next();
      const backend = first && first[0] !== code('X') ? await take(pool, number) : undefined;
      if (!first || !backend) return leave();
      const end = await serveTransaction(client, messages, backend, first);
      if (end === 'lost') return leave();
      offer(pool, backend);
      if (end === 'left') return leave();
    }
  }

  /**
   * Forwards messages until the server is idle and owes no response. `left`: the client disconnected; `lost`: the
   * server did.
   */
  async function serveTransaction(
    client: Socket,
    messages: Messages,
    { socket, answers }: Backend,
    first: Buffer,
  ): Promise<'idle' | 'left' | 'lost'> {
    let owed = 0;
    let hasLeft = false;
    const pass = (message: Buffer) => {
      if (owed >= 2 && !several) return;
      if (message[0] === code('Q') || message[0] === code('S')) owed += 1;
      // A statement prepared under a name is missing when another client gets the connection.
      if (message[0] === code('P') && message[5] !== 0) refused.push('a named statement');
      send(socket, message);
    };
    const answering = (async () => {
      for (;;) {
        const answer = await answers.next();
        if (!answer) return 'lost';
        send(client, answer);
        if (answer[0] !== code('Z')) continue;
        owed -= 1;
        if (owed === 0 && answer[5] === code('I')) return 'idle';
        if (owed === 0 && hasLeft) pass(rollback);
      }
    })();
    pass(first);
    for (;;) {
      const next = messages.next();
      const what = await Promise.race([answering, next]);
      if (what === 'idle' || what === 'lost') {
        messages.putBack(next);
        return what;
      }
      if (what && what[0] !== code('X')) pass(what);
      else {
        hasLeft = true;
        if (owed === 0) pass(rollback);
        return (await answering) === 'lost' ? 'lost' : 'left';
      }
    }
  }

  return {
    through(url) {
      const own = new URL(url);
      own.port = String((front.address() as AddressInfo).port);
      return own.href;
    },
    refused,
    handedOver: () => handed,
    async close() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await once(front, 'close');
    },
  };
}

interface Hello {
  readonly bytes: Buffer;
  readonly names: readonly string[];
  /** User and database. */
  readonly key: string;
}

/** Reads the startup message of a client, which learns that there is no TLS. */
async function helloOf(client: Socket, messages: Messages): Promise<Hello | undefined> {
  for (;;) {
    const bytes = await messages.next();
    if (!bytes) return undefined;
    const version = bytes.readInt32BE(4);
    if (version === cancelRequest) return void client.destroy();
    if (version === sslRequest) {
      client.write('N');
      messages.expectStartup();
      continue;
    }
    const words = bytes.subarray(8, -2).toString().split('\0');
    const names = words.filter((_, index) => index % 2 === 0);
    const value = (name: string) => words[words.indexOf(name) + 1] ?? '';
    return { bytes, names, key: JSON.stringify([value('user'), value('database')]) };
  }
}

/** Lets a client log in at the server; returns undefined if it failed. */
async function logIn(
  client: Socket,
  messages: Messages,
  backend: Backend,
  hello: Buffer,
): Promise<Login | undefined> {
  const { socket, answers } = backend;
  const login: { answer: Buffer; reply?: Buffer }[] = [];
  socket.write(hello);
  for (;;) {
    const answer = await answers.next();
    if (answer) client.write(answer);
    if (!answer || answer[0] === code('E')) {
      client.end();
      return undefined;
    }
    if (answer[0] === code('Z')) return [...login, { answer }];
    // Every message about authentication, except the last one, needs a response of the client.
    if (answer[0] !== code('R') || [0, 12].includes(answer.readInt32BE(5))) {
      login.push({ answer });
      continue;
    }
    const reply = await messages.next();
    if (!reply) {
      socket.destroy();
      return undefined;
    }
    login.push({ answer, reply });
    socket.write(reply);
  }
}

/** Lets a further client log in with the same password; the server need not start a process for it. */
async function welcome(client: Socket, messages: Messages, login: Login): Promise<boolean> {
  for (const { answer, reply } of login) {
    send(client, answer);
    if (!reply) continue;
    const own = await messages.next();
    if (own?.equals(reply)) continue;
    client.end(errorMessage('wrong password'));
    return false;
  }
  return true;
}

/** The messages of a socket, one after another; undefined once it is closed. */
interface Messages {
  next(): Promise<Buffer | undefined>;
  /** Makes this message the next one. */
  putBack(message: Promise<Buffer | undefined>): void;
  /** The next message has no kind. */
  expectStartup(): void;
}

function messagesOf(socket: Socket, first: 'startup' | 'messages'): Messages {
  const whole: Buffer[] = [];
  let rest = Buffer.alloc(0);
  let isStartup = first === 'startup';
  let isClosed = false;
  let returned: Promise<Buffer | undefined> | undefined;
  let wake = () => {};

  const read = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) break;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) break;
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      isStartup = false;
    }
    wake();
  };
  const close = () => {
    isClosed = true;
    wake();
  };
  socket.on('data', read);
  socket.on('close', close);

  async function take(): Promise<Buffer | undefined> {
    for (;;) {
      const message = whole.shift();
      if (message || isClosed || socket.destroyed) return message;
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  }
  return {
    next() {
      const again = returned ?? take();
      returned = undefined;
      return again;
    },
    putBack(message) {
      returned = message;
    },
    expectStartup() {
      isStartup = true;
    },
  };
}

/** Sends the messages of one turn of the event loop together, because each piece costs the receiver a turn. */
function send(socket: Socket, message: Buffer): void {
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(message);
}

const terminate = Buffer.from('X\0\0\0\u0004', 'latin1');
const rollback = Buffer.from('Q\0\0\0\rROLLBACK\0', 'latin1');

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function errorMessage(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

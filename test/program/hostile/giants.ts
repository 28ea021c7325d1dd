import { Pool } from 'undici';

/** Posts several bodies at once, each just below 1 MiB; prints the number of each response as JSON. */
const [url = '', count = '0'] = process.argv.slice(2);
const body = `{"text": "${'x'.repeat(1024 * 1024 - 20)}"}`;
const headers = { 'content-type': 'application/json' };
const client = new Pool(new URL(url).origin, { connections: Number(count) });
const answers: Record<string, number> = {};
await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const answer = await post();
    answers[answer] = (answers[answer] ?? 0) + 1;
  }),
);
console.log(JSON.stringify(answers));
await client.destroy();

async function post(): Promise<string> {
  try {
    const reply = await client.request({ method: 'POST', path: new URL(url).pathname, headers, body });
    await reply.body.dump();
    return String(reply.statusCode);
  } catch {
    // A sender that is refused while it sends may find its connection closed before it has read the response.
    return 'closed';
  }
}

import Fastify from 'fastify';
import { request } from 'undici';

/**
 * The limit for the flow: the simplest possible bridge. It stores nothing, checks nothing, retries nothing, and has the
 * mapping of `form-webhook.ts` as code. Its argument is the URL of the destination.
 */
interface FormAnswer {
  readonly text?: string;
  readonly date?: string;
  readonly boolean?: boolean;
  readonly choices?: { readonly labels: readonly string[] };
  readonly field: { readonly ref: string };
}

interface FormWebhook {
  readonly form_response: {
    readonly hidden: { readonly customer: number };
    readonly answers: readonly FormAnswer[];
  };
}

const [destination] = process.argv.slice(2);
const app = Fastify();
app.post<{ Body: FormWebhook }>('/hooks/intake', async ({ body }) => {
  const { hidden, answers } = body.form_response;
  const answerTo = (ref: string) => answers.find(({ field }) => field.ref === ref);
  const [year, month, day] = (answerTo('birthdate')?.date ?? '').split('-');
  const reply = await request(
    `${destination}/office/api/updateCustomer?id=${hidden.customer}&token=some-token-of-the-benchmark`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        note: answerTo('note')?.text,
        additionalFields: [
          { key: 'allergies', value: answerTo('allergies')?.text },
          { key: 'birthdate', value: `${day}.${month}.${year}` },
          { key: 'interests', value: answerTo('interests')?.choices?.labels.join(',') },
          { key: 'newsletter', value: String(answerTo('newsletter')?.boolean) },
        ],
      }),
    },
  );
  await reply.body.dump();
  return { status: reply.statusCode };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

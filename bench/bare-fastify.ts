import Fastify from 'fastify';

/** The limit for accepting: bare Fastify, which reads the same body and does nothing with it. */
const app = Fastify();
app.post('/hooks/json', (_, reply) => {
  reply.send({ id: 'evt_0000000000000000000000', status: 'queued' });
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

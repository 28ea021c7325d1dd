import { canary, type LogScene } from './log-scene.ts';

const form = 'application/x-www-form-urlencoded';
const xml = `<${canary} ${canary}="1"><deep ${canary}="2"><${canary}>3</${canary}></deep></${canary}>`;
const parts = [
  `--b\r\nContent-Disposition: form-data; name="${canary}"; filename="${canary}.txt"\r\n\r\n${canary}\r\n`,
  `--b\r\nContent-Disposition: form-data; name="a[${canary}][b]"\r\n\r\n${canary}\r\n--b--\r\n`,
].join('');

/** Posts bodies whose keys are values, of every kind; returns the ids of the events. */
export async function sendAsKeys({ url }: LogScene): Promise<readonly string[]> {
  const send = async (source: string, type: string, body: string): Promise<string> => {
    const reply = await fetch(`${url}/hooks/${source}?${canary}=1&a[${canary}]=2`, {
      method: 'POST',
      headers: { 'content-type': type, [`x-${canary}`]: '1' },
      body,
    });
    const { id, ids } = (await reply.json()) as { id?: string; ids?: string[] };
    return id ?? ids?.[0] ?? '';
  };
  const deep = {
    [canary]: [{ [canary]: { deep: { [canary]: 1 } } }],
    kind: 'plain',
    customer: 1001,
    note: { [canary]: 1 },
  };
  const ids = [
    await send('crm', form, JSON.stringify({ kind: canary, note: canary })),
    await send('crm', form, `${canary}=1&a[${canary}]=2&b[][${canary}]=3`),
    await send('crm', 'application/json', JSON.stringify(deep)),
    await send(
      'crm',
      'application/json',
      JSON.stringify({ kind: 'linked', contact: { [canary]: canary }, note: 'x' }),
    ),
    await send('crm', 'multipart/form-data; boundary=b', parts),
    await send('crm', 'text/xml', xml),
    await send('many', 'application/json', JSON.stringify({ items: [{ [canary]: { [canary]: 1 } }] })),
    await send('many', 'application/json', JSON.stringify({ items: { [canary]: 1 } })),
  ];
  for (const [type, body] of [
    ['application/json', `{"${canary}": `],
    [`application/${canary}`, '{}'],
    ['text/xml', `<${canary}></x>`],
    [`multipart/form-data; boundary=${canary}`, 'x'],
    [form, `a=1&a[${canary}]=2&a[${canary}][x]=1`],
  ] as const)
    await send('crm', type, body);
  await send(canary, 'application/json', '{}');
  return ids.filter(id => id !== '');
}

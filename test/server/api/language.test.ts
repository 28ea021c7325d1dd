import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiResponse, startScene, tokens } from './api-scene.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: nte
  additionalFields:
    allergi: allergies
`;
const file = 'mappings/typed.yaml';

let scene: Awaited<ReturnType<typeof startScene>>;
beforeEach(async () => {
  scene = await startScene();
});

function ask(what: string, body: object, token = tokens.admin): Promise<ApiResponse> {
  return scene.ask(`/language/${what}`, { token, body: { file, text: mapping, ...body } });
}

describe('the language service of a running bridge', () => {
  it('reports the faults of a text, with ranges, and checks it against the live account', async () => {
    const { status, body } = await ask('diagnostics', {});
    expect(status).toBe(200);
    const found = body.diagnostics.find(({ code }: { code: string }) => code === 'check/unknown-field');
    expect(found).toMatchObject({
      severity: 'error',
      place: { file, line: 8 },
      range: { start: { line: 8, column: 5 }, end: { line: 8, column: 12 } },
    });
  });

  it('completes keyNames of the live account, and paths with a value of the given event', async () => {
    const fields = await ask('complete', { position: { line: 8, column: 12 } });
    expect(fields.body.items[0]).toMatchObject({
      label: 'allergies',
      kind: 'field',
      insert: { text: 'allergies', range: { start: { line: 8, column: 5 }, end: { line: 8, column: 12 } } },
    });
    const paths = await ask('complete', { position: { line: 6, column: 10 }, eventId: scene.done });
    expect(paths.body.items).toContainEqual(
      expect.objectContaining({ label: 'note', kind: 'path', example: 'canary-note' }),
    );
  });

  it('describes a field, the results of a rule in the last events, and the fix of a fault', async () => {
    const hover = await ask('hover', { position: { line: 5, column: 4 }, eventId: scene.done });
    expect(hover.body.hover.values).toContainEqual({ event: scene.done, value: '1001' });
    const { body } = await ask('actions', { position: { line: 8, column: 5 } });
    expect(body.actions[0]).toMatchObject({
      code: 'check/unknown-field',
      preferred: false,
      edits: [{ text: 'allergies', range: { start: { line: 8, column: 5 } } }],
    });
  });

  it('finds the value in the sample of a test', async () => {
    const text = `${mapping}tests:\n  - name: x\n    payload: {customer: 1001}\n    skips: true\n`;
    const { body } = await ask('definition', { text, position: { line: 5, column: 9 } });
    expect(body.definition).toEqual({
      file,
      range: { start: { line: 11, column: 15 }, end: { line: 11, column: 23 } },
    });
  });

  it('checks a config without reading any file or variable in it', async () => {
    const text =
      'destinations:\n  salon: {baseUrl: "https://x.example.com", token: {file: /etc/passwd}, lokale: de}\n';
    const { body } = await ask('diagnostics', { file: 'config.yaml', text });
    expect(body.diagnostics.map(({ code }: { code: string }) => code)).toEqual(['yaml/unknown-key']);
  });

  it('shows a reader no value, and no other text of an event', async () => {
    const rule = 'source: form\nwhen: note = "\n';
    const asked = [
      await ask('complete', { position: { line: 6, column: 10 }, eventId: scene.done }, tokens.reader),
      await ask(
        'complete',
        { text: rule, position: { line: 2, column: 14 }, eventId: scene.done },
        tokens.reader,
      ),
      await ask('hover', { position: { line: 5, column: 4 }, eventId: scene.done }, tokens.reader),
      await ask('diagnostics', { eventId: scene.done }, tokens.reader),
    ];
    for (const { status, text } of asked) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/canary|1001/);
    }
    expect(asked[0]?.text).toContain('"example":"[masked]"');
  });

  it('refuses a position before the first line, a text that is too large, and an unknown event', async () => {
    expect((await ask('complete', { position: { line: 0, column: 1 } })).status).toBe(400);
    expect((await ask('diagnostics', { text: 'a'.repeat(262_145) })).status).toBe(400);
    expect((await ask('diagnostics', { text: 'ä'.repeat(200_000) })).status).toBe(413);
    expect((await ask('diagnostics', { eventId: 'evt_0' })).status).toBe(404);
  });
});

import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { withoutSections } from '../../src/config/without-sections.ts';

const file = `# A bridge.
server: {port: 8080}
sources: # all of them
  web:
    verify: {type: none}
# between
  crm: {verify: {type: none}}

admin:
  token: some-token
destinations:
  salon: {baseUrl: "https://calendar.example.com/?a=1&b=*"}
`;

describe('a config without some sections', () => {
  it('keeps the lines of the others', () => {
    const rest = withoutSections(file, ['sources', 'destinations']);
    expect(rest?.split('\n')).toEqual([
      '# A bridge.',
      'server: {port: 8080}',
      ...Array<string>(6).fill(''),
      'admin:',
      '  token: some-token',
      ...Array<string>(3).fill(''),
    ]);
  });

  it('is undefined if others may depend on the removed ones, or if nothing can be removed', () => {
    expect(withoutSections(`${file}log: *level\n`, ['sources'])).toBeUndefined();
    expect(withoutSections('sources: {web: {verify: {type: none}}}\n', ['sources'])).toBeUndefined();
    expect(withoutSections('admin:\n  sources:\n    a: b\n', ['sources'])).toBeUndefined();
  });
});

describe('a config for requests to the bridge', () => {
  const asked = (text: string) =>
    loadConfig('config.yaml', { env: {}, readFile: () => text, presets: new Map(), withoutParties: true });

  it('is read although a source is invalid', () => {
    const { config } = asked(file.replace('crm: {', 'crm: [}'));
    expect(config?.admin?.token.reveal()).toBe('some-token');
    expect(config?.server.port).toBe(8080);
  });

  it('reports its faults at their places', () => {
    const { config, diagnostics, texts } = asked(file.replace('token: some-token', 'tokken: some-token'));
    expect(config).toBeUndefined();
    expect(diagnostics.map(({ code, place }) => [code, place?.line])).toContainEqual([
      'yaml/unknown-key',
      10,
    ]);
    expect(texts.get('config.yaml')).toContain('  crm:');
  });
});

import { describe, expect, it } from 'vitest';
import { editConfig } from '../../src/setup/config-edit.ts';

const config = `# ours
server: {port: 8080} # here
sources:
  # the form
  website: {preset: typeform, secret: "\${FORM_SECRET}"} # do not touch
admin:
  token: {file: secrets/admin-token}
`;

describe('a change of the config', () => {
  it('keeps comments, order and variables', () => {
    const text = editConfig(config, each =>
      each.set(['sources', 'crm'], { verify: { type: 'none' } }, 'new'),
    );
    expect(text).toBe(config.replace('admin:', '  # new\n  crm:\n    verify:\n      type: none\nadmin:'));
  });

  it('creates missing sections', () => {
    const text = editConfig('server: {port: 1}\nsources:\n', each => {
      each.set(['destinations', 'salon', 'locale'], 'de');
      each.set(['sources', 'crm'], { preset: 'typeform' });
    });
    expect(text).toBe(
      'server: {port: 1}\nsources:\n  crm:\n    preset: typeform\ndestinations:\n  salon:\n    locale: de\n',
    );
    expect(editConfig('', each => each.set(['log', 'level'], 'warn'))).toBe('log:\n  level: warn\n');
  });

  it('removes an empty section', () => {
    const text = editConfig(config, each => each.remove(['sources', 'website']));
    expect(text).not.toContain('sources');
    expect(text).toContain('# ours');
  });

  it('is refused for a file that cannot be read', () => {
    expect(editConfig('a: [', () => {})).toBeUndefined();
    expect(editConfig('- a\n', () => {})).toBeUndefined();
  });
});

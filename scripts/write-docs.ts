import { writeFileSync } from 'node:fs';
import { configPage } from './config-page.ts';
import { diagnosticsPage } from './diagnostics-page.ts';
import { failurePage } from './failure-page.ts';
import { logPage } from './log-page.ts';
import { mappingPage } from './mapping-page.ts';

const pages = {
  'diagnostics.md': diagnosticsPage,
  'failure-table.md': failurePage,
  'log.md': logPage,
  'reference/config.md': configPage,
  'reference/mappings.md': mappingPage,
};

for (const [name, page] of Object.entries(pages))
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), page());

import { writeFileSync } from 'node:fs';
import { apiPage } from './api-page.ts';
import { configPage } from './config-page.ts';
import { diagnosticsPage } from './diagnostics-page.ts';
import { failurePage } from './failure-page.ts';
import { logPage } from './log-page.ts';
import { mappingPage } from './mapping-page.ts';
import { metricsPage } from './metrics-page.ts';

const pages = {
  'diagnostics.md': diagnosticsPage,
  'failure-table.md': failurePage,
  'log.md': logPage,
  'reference/api.md': apiPage,
  'reference/config.md': configPage,
  'reference/mappings.md': mappingPage,
  'reference/metrics.md': metricsPage,
};

for (const [name, page] of Object.entries(pages))
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), page());

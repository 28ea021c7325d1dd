#!/usr/bin/env node
import { launchElsewhere } from './launch-elsewhere.ts';

// The oldest Node that the program runs on; the package brings a newer one along for machines that have none.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 24 || (major === 24 && minor >= 15);

if (!isNewEnough) {
  await launchElsewhere(import.meta.filename ?? process.argv[1] ?? '');
} else {
  // Started by a launcher that is gone, so by nobody: end as suddenly as it did.
  if (process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    process.channel.unref();
  }
  await import('./main.ts');
}

#!/usr/bin/env node
import module from 'node:module';
import { endBeforeOthers, keepMemoryWithin, memoryHere, restartToSaveMemory } from './cli/heap-limit.ts';
import { launchElsewhere } from './launch-elsewhere.ts';

// By default Node opens its debugger on this signal, to everybody on this machine.
process.on('SIGUSR1', () => {});

// The oldest Node that can run the program; the package brings a newer one for other machines.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 24 || (major === 24 && minor >= 15);

if (!isNewEnough) {
  await launchElsewhere(import.meta.filename ?? process.argv[1] ?? '', process.argv[1]);
} else {
  if (process.channel) {
    process.send?.({ fieldbridge: 'began' });
    // The launcher has ended, so nobody waits for this process: end at once.
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    process.channel.unref();
  }
  if (process.argv[2] === 'start') keepMemoryWithin(memoryHere());
  else {
    endBeforeOthers();
    restartToSaveMemory(process.argv[2]);
  }
  // Before the program is loaded: the cache has only code that is loaded afterwards.
  module.enableCompileCache();
  if (process.argv[2] === 'start') await import('./start-alone.ts');
  else await import('./main.ts');
}

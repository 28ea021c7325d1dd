#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { run } from './cli/run.ts';

enableCompileCache();
process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  input: process.stdin,
  env: process.env,
  directory: process.cwd(),
});

import * as z from 'zod';
import { secret } from '../secrets/secret-schema.ts';
import { headerName } from '../sources/header-name.ts';
import { webUrl } from '../web-url.ts';
import { builtOnce } from './built-once.ts';
import { asText, flag, number } from './plain-values.ts';

const otlpWords = 'the URL of a collector, without a query, such as http://127.0.0.1:4318';

/** `telemetry`: the collector of traces. */
export const telemetrySchema = builtOnce(() =>
  z
    .strictObject({
      otlp: asText(webUrl(otlpWords, 'use `headers`, such as {authorization: "Basic …"}'))
        .describe(
          'The address of a collector that accepts traces by OTLP over HTTP, at `/v1/traces` below it',
        )
        .meta({ written: ['http://127.0.0.1:4318'] }),
      headers: z
        .record(headerName, secret())
        .prefault({})
        .describe('Further headers for the collector, such as a token. Their values are secrets')
        .meta({ written: [{ authorization: `\${OTLP_AUTHORIZATION}` }] }),
      sample: number(0, 1)
        .prefault(1)
        .describe('The share of recorded webhooks, unless their sender decides by `traceparent`'),
      allowHttp: flag()
        .prefault(false)
        .describe(
          'Accept an http: address that is not this machine. Traces and headers are then sent unencrypted',
        ),
    })
    .optional()
    .describe('The address for traces. Without it, nothing is recorded'),
);

import assert from 'node:assert/strict';
import { serveMetrics } from '../../../src/telemetry/metrics-server.ts';
import { openTelemetry, type TelemetryOptions } from '../../../src/telemetry/telemetry.ts';

/** One line of `/metrics`. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A page of metrics as a scraper reads it; a line that is none of OpenMetrics fails. */
export function parseMetrics(text: string): readonly Series[] {
  assert.ok(text.endsWith('# EOF\n'), 'OpenMetrics ends with # EOF');
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !/^# (TYPE|UNIT|HELP) \w+ |^# EOF$/.test(line))
    .map((line) => {
      const [, name = '', pairs = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      assert.ok(name && Number.isFinite(Number(value)), line);
      const labels = [...pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
      assert.equal(labels.map(([whole]) => whole).join(''), pairs, line);
      return { name, value: Number(value), labels: Object.fromEntries(labels.map(([, of, text]) => [of, text])) };
    });
}

export const scrape = async (url: string): Promise<readonly Series[]> => {
  const answer = await fetch(url);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/openmetrics-text; version=1\.0\.0/);
  return parseMetrics(await answer.text());
};

/** The sum of the series of this name that have all of these labels; undefined where there is none. */
export function sumOf(all: readonly Series[], name: string, labels: Series['labels'] = {}): number | undefined {
  const found = all.filter(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

/** What measures a graph or a service in a test, and serves it as the program does. */
export async function openTestTelemetry(options: Partial<TelemetryOptions> = {}) {
  const target = { process: 'graph', version: 'test', ...options } as const;
  const telemetry = await openTelemetry(target);
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, target, () => telemetry.snapshot());
  const close = async (): Promise<void> => {
    await served.close();
    await telemetry.close();
  };
  return { telemetry, url: served.url, scrape: () => scrape(served.url), close, [Symbol.asyncDispose]: close };
}

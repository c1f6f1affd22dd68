import type { OnStatement, Store } from '../../store/open.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** Name in OpenTelemetry's semantic conventions; PGlite is PostgreSQL. */
const system = 'postgresql';

/** First words of statements that are reported; others are `_OTHER`. */
const operations: ReadonlySet<string> = new Set([
  ...['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'create', 'alter', 'set'],
]);

/** Measures statements by their first word. The rest of their text is not reported. */
export function measureStatements(metrics: Metrics): OnStatement {
  return ({ sql, milliseconds, error }) => {
    const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
    metrics.record('db.client.operation.duration', milliseconds / 1000, {
      'db.system.name': system,
      'db.operation.name': operations.has(word) ? word.toUpperCase() : '_OTHER',
      ...(error !== undefined && { 'error.type': error }),
    });
  };
}

/** Reports the store's connections at each collection of metrics. */
export function observePool(metrics: Metrics, { kind, connections }: Pick<Store, 'kind' | 'connections'>): void {
  const pool = { 'db.client.connection.pool.name': kind };
  metrics.observe(
    ['db.client.connection.count', 'db.client.connection.max', 'db.client.connection.pending_requests'],
    (report) => {
      const { open, idle, waiting, most } = connections();
      report('db.client.connection.count', idle, { ...pool, 'db.client.connection.state': 'idle' });
      report('db.client.connection.count', open - idle, { ...pool, 'db.client.connection.state': 'used' });
      report('db.client.connection.max', most, pool);
      report('db.client.connection.pending_requests', waiting, pool);
    },
  );
}

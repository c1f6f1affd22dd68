import type { Logger } from 'pino';
import { MemoryJournal } from './memory-store.ts';
import type { TaskStore } from './task-store.ts';

/** Where the graph remembers mapping tasks. */
export type JournalChoice =
  /** Forgotten when the process ends. */
  | { readonly kind: 'memory' }
  /** A directory of this process's own. */
  | { readonly kind: 'file'; readonly directory: string }
  /** What several graphs share. */
  | { readonly kind: 'redis'; readonly url: string };

/** Opens a journal. Rejects when the place can't be had. */
export async function openJournal(choice: JournalChoice, retentionMs: number, log: Logger): Promise<TaskStore> {
  if (choice.kind === 'memory') return new MemoryJournal({ retentionMs });
  if (choice.kind === 'file') {
    const { FileJournal } = await import('./file-store.ts');
    return FileJournal.open({ directory: choice.directory, retentionMs });
  }
  const { RedisJournal } = await import('./redis-store.ts');
  return RedisJournal.open({ url: choice.url, retentionMs, log });
}

import { Agent, request } from 'undici';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';
import { type FromUpstream, moment, publicUrl, type ToUpstream } from './messages.ts';

/** An upstream of tasks that answers from memory and calls back at each change: the same for every server. */
const upstream = await openTaskUpstream();
const report = (told: FromUpstream): void => void process.send?.(told);
const agent = new Agent({ connections: 64 });
let serverUrl = publicUrl;

process.on('message', (command: ToUpstream) => {
  switch (command.kind) {
    case 'serve':
      serverUrl = command.url;
      return;
    case 'count':
      report({ kind: 'counted', looks: upstream.looks });
      return;
    case 'move':
      report({ kind: 'moved', at: moment() });
      for (const task of upstream.tasks.values()) task.status = command.status;
      for (const { callbackUrl } of upstream.tasks.values())
        request((callbackUrl ?? '').replace(publicUrl, serverUrl), { method: 'POST', dispatcher: agent }).then(
          ({ body }) => body.dump(),
          () => undefined,
        );
  }
});
report({ kind: 'ready', url: upstream.url });

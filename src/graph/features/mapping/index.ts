import type { Feature } from '../../feature.ts';
import { search } from '../search/index.ts';
import { serveCallbacks } from './callbacks-route.ts';
import { defaultPolling } from './polling-options.ts';
import { TaskStore } from './store/task-store.ts';
import { MappingTasks } from './tasks.ts';

export const mapping: Feature = {
  name: 'mapping',
  needs: [search],
  fields: () => import('./mapping-fields.ts'),
  stored: [
    { family: 'tasks', sealed: true },
    { family: 'task-result', sealed: true },
    { family: 'task-callback' },
    { family: 'task-intent' },
  ],
  personal: { name: 'results', words: 'results of mappings', of: (state) => new TaskStore(state, 0) },
  open(services, { tracking, polling }) {
    const tasks = new MappingTasks(services, tracking, { ...defaultPolling, ...polling });
    const { pollers } = tasks;
    services.metrics?.observe(['kith.tasks.followed', 'kith.subscriptions.open'], (report) => {
      report('kith.tasks.followed', pollers.size);
      report('kith.subscriptions.open', pollers.subscriptions);
    });
    return {
      apis: [tasks],
      routes: (app) => serveCallbacks(app, tasks, tracking),
      stop: (error) => tasks.close(error),
    };
  },
};

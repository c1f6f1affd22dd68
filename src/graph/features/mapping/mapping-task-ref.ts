import { builder } from '../../schema/builder.ts';
import type { MappingTask as Task } from './task.ts';

export const MappingTask = builder.objectRef<Task>('MappingTask');

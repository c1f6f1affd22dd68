import pino, { type Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Structured lines on the standard error, so that the standard output stays the command's answer. */
export const openLog = (level: LogLevel, name: string): Logger => pino({ level, name }, pino.destination(2));

import { createContext } from 'preact';

/** Whether a page is rendered in the preview panel, next to a list. */
export const PeekContext = createContext(false);

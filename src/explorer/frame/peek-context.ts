import { createContext } from 'preact';

/** Whether a page is drawn within the peek panel, beside a list. */
export const PeekContext = createContext(false);

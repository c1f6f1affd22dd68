import { Dialog } from './dialog.tsx';

const shortcuts = [
  ['/', 'Search, ask or paste'],
  ['Ctrl K', 'The same, from anywhere'],
  ['j k', 'Next row, previous row'],
  ['o', 'Preview the row'],
  ['Enter', 'Open it'],
  ['x', 'Select the row'],
  ['e', 'Export the list'],
  ['s', 'Share this view'],
  ['Ctrl Z', 'Undo'],
  ['?', 'This help'],
] as const;

const terms = [
  ['Connector', 'Somebody on your team whose network you can use.'],
  ['Percent', 'How likely it is that a connector can introduce you, from the time they spent together.'],
  ['Friends of friends', 'Someone your connector knows who overlapped with the person you want to reach.'],
  ['Mapping', 'Finding out who in the partner network knows people at a company.'],
] as const;

/** Keyboard shortcuts, and the terms of the page. */
export const Help = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Dialog title="Help" isOpen={isOpen} onClose={onClose}>
    <dl class="facts">
      {shortcuts.map(([keys, meaning]) => (
        <div key={keys}>
          <dt class="row">
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <dl class="facts above">
      {terms.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

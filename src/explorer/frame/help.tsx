import { say } from '../sentences.ts';
import { Dialog } from './dialog.tsx';

/** Keyboard shortcuts, and the terms of the page. */
export const Help = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Dialog title={say.help.title} isOpen={isOpen} onClose={onClose}>
    <dl class="keys">
      {say.help.keys.map(([keys, meaning]) => (
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
    <dl class="words">
      {say.help.words.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

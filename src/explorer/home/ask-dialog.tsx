import { Dialog } from '../frame/dialog.tsx';
import { preload } from '../frame/page.tsx';
import { AskBox } from './ask-box.tsx';

/** Home's input box, on every page. */
export const AskDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Dialog title="Search, ask or paste" isOpen={isOpen} onClose={onClose} class="ask-dialog">
    <AskBox rows={2} hasFocus onGo={onClose} onList={preload} />
  </Dialog>
);

import { Modal } from '@strapi/design-system';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { useText } from '../../components/Texts';
import type { BulkView } from './bulk-window';
import { showInWindow } from './bulk-window';
import { NewRun } from './new/NewRun';
import { RunList } from './RunList';
import { RunView } from './run/RunView';

interface BulkWindowProps {
  model: string;
  view: NonNullable<BulkView>;
  runs: readonly BulkRun[];
  /** why the runs cannot be listed */
  problem: string | null;
  /** where the focus goes when the window is gone */
  returnFocus(): void;
}

const close = (): void => showInWindow(null);

/** A new run in steps, a run, or all of them. Closing it stops nothing. */
export const BulkWindow = ({ model, view, runs, problem, returnFocus }: BulkWindowProps) => {
  const text = useText();
  const title =
    view.kind === 'new'
      ? text('bulk.title-new', { entries: view.selection.documentIds.length })
      : text(view.kind === 'run' ? 'bulk.title-run' : 'bulk.title-runs');
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Modal.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus();
        }}
      >
        <Modal.Header closeLabel={text('bulk.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        {view.kind === 'new' && <NewRun model={model} selection={view.selection} onClose={close} />}
        {view.kind === 'run' && <RunView key={view.id} id={view.id} onClose={close} />}
        {view.kind === 'runs' && <RunList runs={runs} problem={problem} onClose={close} />}
      </Modal.Content>
    </Modal.Root>
  );
};

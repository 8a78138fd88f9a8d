import * as React from 'react';
import { Button, Flex, Modal } from '@strapi/design-system';
import { ArrowLeft, Play, Stop } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { BulkRun } from '../../../../../contracts/bulk-runs';
import { useChangeRunMutation } from '../../../api/bulk-runs';
import type { BulkChange } from '../../../api/bulk-runs';
import { useText } from '../../../components/Texts';
import { useKeptFocus } from '../../../components/use-kept-focus';
import { showInWindow } from '../bulk-window';
import { changesOf } from '../run-progress';
import { useProblem } from '../use-problem';
import { UndoDialog } from './UndoDialog';

interface RunActionsProps {
  /** null until it is known */
  run: BulkRun | null;
  onClose(): void;
}

/** What can be done with a run in its state; a button that is gone gives the focus to the one that closes. */
export const RunActions = ({ run, onClose }: RunActionsProps) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const readProblem = useProblem();
  const [change, { isLoading, originalArgs }] = useChangeRunMutation();
  const [isAskingToUndo, setAskingToUndo] = React.useState(false);
  const closing = React.useRef<HTMLButtonElement>(null);
  const can = run ? changesOf(run) : { stop: false, resume: false, retry: false, undo: false };
  const state = run?.state;
  useKeptFocus(isLoading);

  React.useEffect(() => {
    // outside of the window the keyboard would reach nothing
    if (!isAskingToUndo && document.activeElement === document.body) closing.current?.focus();
  }, [state, isAskingToUndo]);

  const doIt = async (wanted: BulkChange): Promise<void> => {
    if (!run) return;
    const answer = await change({ id: run.id, change: wanted });
    const problem = 'error' in answer ? readProblem(answer.error) : null;
    if (problem !== null) toggleNotification({ type: 'warning', message: problem });
  };
  const isDoing = (wanted: BulkChange): boolean => isLoading && originalArgs?.change === wanted;

  return (
    <Modal.Footer>
      <Button variant="ghost" startIcon={<ArrowLeft />} onClick={() => showInWindow({ kind: 'runs' })}>
        {text('bulk.all-runs')}
      </Button>
      <Flex gap={2} wrap="wrap">
        {can.undo && (
          <Button variant="secondary" loading={isDoing('undo')} onClick={() => setAskingToUndo(true)}>
            {text('bulk.undo')}
          </Button>
        )}
        {can.stop && (
          <Button
            variant="danger-light"
            startIcon={<Stop />}
            loading={isDoing('stop')}
            onClick={() => void doIt('stop')}
          >
            {text('bulk.stop')}
          </Button>
        )}
        {(can.resume || can.retry) && (
          <Button startIcon={<Play />} loading={isDoing('resume')} onClick={() => void doIt('resume')}>
            {text(can.retry ? 'bulk.retry' : 'bulk.resume')}
          </Button>
        )}
        <Button ref={closing} variant="tertiary" onClick={onClose}>
          {text('bulk.close')}
        </Button>
      </Flex>
      {run && isAskingToUndo && (
        <UndoDialog
          run={run}
          onCancel={() => setAskingToUndo(false)}
          onConfirm={() => {
            setAskingToUndo(false);
            void doIt('undo');
          }}
        />
      )}
    </Modal.Footer>
  );
};

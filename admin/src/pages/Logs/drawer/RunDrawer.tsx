import { Button, Flex, Loader, Modal } from '@strapi/design-system';
import type { FindLogStatus } from '../../../../../contracts/logs';
import { useFindLogQuery } from '../../../api/logs';
import { useRefusal } from '../../../components/form/SaveForm';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import type { ChangeAddress } from '../address/use-log-address';
import { useRunWords } from '../table/use-run-words';
import { Drawer } from './Drawer';
import { RunBodies } from './RunBodies';
import { RunError } from './RunError';
import { RunFields } from './RunFields';
import { RunAgain } from './RunAgain';
import { RunTimeline } from './RunTimeline';

type Status = FindLogStatus.Response['data'];

interface RunDrawerProps {
  requestId: string;
  /** null while nobody knows */
  capture: Status['capture'] | null;
  retentionDays: number | null;
  onFilter: ChangeAddress;
  onClose(): void;
  returnFocus(requestId: string): void;
}

/** Everything that is on record of one run. */
export const RunDrawer = ({
  requestId,
  capture,
  retentionDays,
  onFilter,
  onClose,
  returnFocus,
}: RunDrawerProps) => {
  const text = useText();
  const words = useRunWords();
  const readRefusal = useRefusal();
  const { currentData, error, isFetching } = useFindLogQuery(requestId);
  const run = currentData?.data;
  const isGone = error !== undefined && 'name' in error && error.name === 'NotFoundError';

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Drawer
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus(requestId);
        }}
      >
        <Modal.Header closeLabel={text('logs.close')}>
          <Modal.Title>{run ? text('logs.run-of', { tool: words.tool(run) }) : text('logs.run')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {isFetching && !run && (
            <Flex justifyContent="center">
              <Loader>{text('logs.loading')}</Loader>
            </Flex>
          )}
          {error && !isFetching && (
            <Notice look="warning" title={text(isGone ? 'logs.run-gone' : 'logs.run-failed')}>
              {isGone
                ? text('logs.run-gone-text', { id: requestId, days: retentionDays ?? 0 })
                : readRefusal(error).sentence}
            </Notice>
          )}
          {run && (
            <Flex direction="column" alignItems="stretch" gap={6}>
              {run.error_code !== null && <RunError run={run} code={run.error_code} />}
              <RunTimeline run={run} />
              <RunFields run={run} onFilter={onFilter} />
              <RunBodies run={run} capture={capture} />
            </Flex>
          )}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('logs.close')}</Button>
          </Modal.Close>
          {run && <RunAgain run={run} />}
        </Modal.Footer>
      </Drawer>
    </Modal.Root>
  );
};

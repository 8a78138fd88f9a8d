import { Button, Flex } from '@strapi/design-system';
import { ChevronLeft, ChevronRight } from '@strapi/icons';
import type { FindLogs } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import type { ChangeAddress } from '../address/use-log-address';

interface CursorPagesProps {
  page: FindLogs.Response['page'];
  /** by time and newest first: pages are then called by what is on them */
  isByTime: boolean;
  onChange: ChangeAddress;
}

/** To the pages before and after, and to both ends. The log has no page numbers: rows come in while it is read. */
export const CursorPages = ({ page: { previous, next }, isByTime, onChange }: CursorPagesProps) => {
  const text = useText();
  const turn = (changes: Record<string, string>): void => {
    onChange(changes);
    document.getElementById('main-content')?.scrollIntoView();
  };
  return (
    <Flex tag="nav" aria-label={text('logs.pages')} gap={2} justifyContent="flex-end" wrap="wrap">
      <Button variant="tertiary" size="S" disabled={previous === null} onClick={() => turn({})}>
        {text('logs.first')}
      </Button>
      <Button
        variant="tertiary"
        size="S"
        startIcon={<ChevronLeft />}
        disabled={previous === null}
        onClick={() => previous !== null && turn({ before: previous })}
      >
        {text(isByTime ? 'logs.newer' : 'logs.previous')}
      </Button>
      <Button
        variant="tertiary"
        size="S"
        endIcon={<ChevronRight />}
        disabled={next === null}
        onClick={() => next !== null && turn({ after: next })}
      >
        {text(isByTime ? 'logs.older' : 'logs.next')}
      </Button>
      <Button variant="tertiary" size="S" disabled={next === null} onClick={() => turn({ page: 'last' })}>
        {text('logs.last')}
      </Button>
    </Flex>
  );
};

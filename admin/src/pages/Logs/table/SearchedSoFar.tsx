import { Button, Flex, Typography } from '@strapi/design-system';
import type { FindLogs } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import type { ChangeAddress } from '../address/use-log-address';
import { useRunWords } from './use-run-words';

interface SearchedSoFarProps {
  answer: Pick<FindLogs.Response, 'searched' | 'page'>;
  /** the way in which the page was looked for */
  isBackwards: boolean;
  onChange: ChangeAddress;
}

/** Says that no more was found as far as was looked, and looks further when that is wanted. */
export const SearchedSoFar = ({ answer: { searched, page }, isBackwards, onChange }: SearchedSoFarProps) => {
  const text = useText();
  const words = useRunWords();
  if (searched.complete) return null;
  const cursor = isBackwards ? page.previous : page.next;
  return (
    <Flex role="status" gap={3} wrap="wrap" padding={4} background="primary100" hasRadius>
      <Typography>
        {searched.until === null
          ? text('logs.searched-part')
          : text('logs.searched-until', { time: words.time(searched.until) })}
      </Typography>
      {cursor !== null && (
        <Button
          variant="secondary"
          size="S"
          onClick={() => onChange({ [isBackwards ? 'before' : 'after']: cursor })}
        >
          {text('logs.search-further')}
        </Button>
      )}
    </Flex>
  );
};

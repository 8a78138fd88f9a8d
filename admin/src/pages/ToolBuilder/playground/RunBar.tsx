import { Button, Flex, Typography } from '@strapi/design-system';
import { Play } from '@strapi/icons';
import { useText } from '../../../components/Texts';

interface RunBarProps {
  /** false for those who may look and not spend */
  mayRun: boolean;
  /** one at a time: the next begins when this one has ended */
  isRunning: boolean;
  isComparing: boolean;
  onRun(): void;
  onCompare(isComparing: boolean): void;
}

/** What starts a run; a word in its place for those who may not. */
export const RunBar = ({ mayRun, isRunning, isComparing, onRun, onCompare }: RunBarProps) => {
  const text = useText();
  if (!mayRun) return <Typography textColor="neutral600">{text('playground.may-not')}</Typography>;
  return (
    <Flex gap={2} wrap="wrap">
      {/* a button that is really disabled would lose the focus of who pressed it */}
      <Button type="button" startIcon={<Play />} aria-disabled={isRunning} onClick={onRun}>
        {text('playground.run')}
      </Button>
      <Button type="button" variant="tertiary" onClick={() => onCompare(!isComparing)}>
        {text(isComparing ? 'playground.compare-end' : 'playground.compare')}
      </Button>
      <Typography variant="pi" textColor="neutral600">
        {text('playground.keys')}
      </Typography>
    </Flex>
  );
};

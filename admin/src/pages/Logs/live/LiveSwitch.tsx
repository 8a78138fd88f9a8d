import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Play, Stop } from '@strapi/icons';
import { useText } from '../../../components/Texts';

interface LiveSwitchProps {
  isOn: boolean;
  /** the site does not answer at the moment */
  isCutOff: boolean;
  onChange(isOn: boolean): void;
}

/** Follows the log or not, and says so when it cannot. */
export const LiveSwitch = ({ isOn, isCutOff, onChange }: LiveSwitchProps) => {
  const text = useText();
  return (
    <Flex gap={3}>
      <Box role="status">
        {isCutOff && (
          <Typography variant="pi" textColor="danger600">
            {text('logs.live-cut-off')}
          </Typography>
        )}
      </Box>
      <Button
        variant={isOn ? 'success-light' : 'tertiary'}
        startIcon={isOn ? <Stop aria-hidden /> : <Play aria-hidden />}
        aria-pressed={isOn}
        title={text(isOn ? 'logs.live-on' : 'logs.live-off')}
        onClick={() => onChange(!isOn)}
      >
        {text('logs.live')}
      </Button>
    </Flex>
  );
};

import { Flex, ProgressBar, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../../../components/Texts';
import type { ToolReport } from '../use-live-check';

interface TokenMeterProps {
  tokens: ToolReport['tokens'];
  /** what stands for the inputs; null for a tool that has none */
  countedWith: 'example' | 'made-up' | null;
}

/** How much of what the model can hold the prompt and its answer take. */
export const TokenMeter = ({ tokens, countedWith }: TokenMeterProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { prompt, answer, context_window: window, fits } = tokens;
  const used = prompt + (answer ?? 0);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography variant="pi" textColor={fits ? 'neutral600' : 'danger600'}>
          {text(answer === null ? 'tool-builder.tokens-prompt' : 'tool-builder.tokens', {
            prompt: formatNumber(prompt),
            answer: formatNumber(answer ?? 0),
          })}
          {countedWith && ` (${text(`tool-builder.tokens-${countedWith}`)})`}
        </Typography>
        <Typography variant="pi" textColor={fits ? 'neutral600' : 'danger600'}>
          {window === null
            ? text('tool-builder.window-unknown')
            : text(fits ? 'tool-builder.window' : 'tool-builder.window-exceeded', {
                window: formatNumber(window),
              })}
        </Typography>
      </Flex>
      {window !== null && (
        <ProgressBar
          aria-label={text('tool-builder.tokens-meter')}
          size="S"
          value={Math.min(100, Math.ceil((100 * used) / window))}
        />
      )}
    </Flex>
  );
};

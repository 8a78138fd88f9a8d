import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { EffectiveCall as Call } from '../../../../../contracts/tool-check';
import { useText } from '../../../components/Texts';
import { Notice } from '../../../components/Notice';

/** What will be asked, with everything that the provider adds, and what is left out of what somebody set. */
export const EffectiveCall = ({ call }: { call: Call }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const {
    provider,
    method,
    model,
    parameters,
    dropped_parameters: dropped,
    system_instruction_from: from,
  } = call;
  const shown = Object.entries(parameters).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)}`,
  );
  return (
    <Flex
      tag="section"
      aria-label={text('tool-builder.effective')}
      direction="column"
      alignItems="stretch"
      gap={3}
      background="neutral100"
      hasRadius
      padding={4}
    >
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('tool-builder.effective')}
      </Typography>
      <Typography style={{ overflowWrap: 'anywhere' }}>
        {[provider.label, model, method, ...shown].join(' · ')}
      </Typography>
      {from === 'provider' && (
        <Typography variant="pi" textColor="neutral600">
          {text('tool-builder.effective-system')}
        </Typography>
      )}
      {dropped.length > 0 && (
        <Notice look="warning" title={text('tool-builder.dropped', { names: dropped.join(', ') })}>
          {text('tool-builder.dropped-text', { model })}
        </Notice>
      )}
    </Flex>
  );
};

import { Accordion, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { PlaygroundExchange } from '../../../../../contracts/playground';
import { CodeText } from '../../../components/CodeText';
import { useText } from '../../../components/Texts';
import { requestText, responseText } from './exchange-text';

const Exchange = ({ exchange }: { exchange: PlaygroundExchange }) => {
  const text = useText();
  const request = requestText(exchange);
  const response = responseText(exchange);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={4}>
      {request === null ? (
        <Typography textColor="neutral600">{text('playground.nothing-sent')}</Typography>
      ) : (
        <CodeText label={text('playground.request')} value={request} />
      )}
      {exchange.failure && <Typography textColor="danger600">{exchange.failure}</Typography>}
      {response !== null && <CodeText label={text('playground.response')} value={response} />}
      {exchange.response?.is_cut && (
        <Typography variant="pi" textColor="neutral600">
          {text('playground.response-cut')}
        </Typography>
      )}
    </Flex>
  );
};

/** Every request to a provider and what came back, keys taken out; null while nobody knows them yet. */
export const Exchanges = ({ exchanges }: { exchanges: readonly PlaygroundExchange[] | null }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  if (!exchanges || exchanges.length === 0) {
    const reason = exchanges ? 'playground.no-exchanges' : 'playground.exchanges-later';
    return <Typography textColor="neutral600">{text(reason)}</Typography>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="pi" textColor="neutral600">
        {text('playground.redacted')}
      </Typography>
      <Accordion.Root defaultValue="0" collapsible>
        {exchanges.map((exchange, index) => (
          // they come all at once and never change their order
          <Accordion.Item key={index} value={String(index)}>
            <Accordion.Header>
              <Accordion.Trigger>
                {text(exchange.response ? 'playground.exchange' : 'playground.exchange-failed', {
                  number: index + 1,
                  status: exchange.response?.status ?? 0,
                  ms: formatNumber(exchange.latency_ms),
                })}
              </Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content>
              <Exchange exchange={exchange} />
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </Flex>
  );
};

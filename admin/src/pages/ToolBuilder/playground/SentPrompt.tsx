import { Flex, Typography } from '@strapi/design-system';
import type { PlaygroundPrompt } from '../../../../../contracts/playground';
import { CodeText } from '../../../components/CodeText';
import { useText } from '../../../components/Texts';

/** What the model was told, to the letter. */
export const SentPrompt = ({ prompt }: { prompt: PlaygroundPrompt | null }) => {
  const text = useText();
  if (!prompt) return <Typography textColor="neutral600">{text('playground.no-prompt')}</Typography>;
  const { provider, model, method, system, parameters } = prompt;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography variant="pi" textColor="neutral600">
        {[provider, model, method].join(' · ')}
      </Typography>
      {system !== null && <CodeText label={text('playground.system')} value={system} />}
      <CodeText label={text('playground.prompt')} value={prompt.prompt} />
      {Object.keys(parameters).length > 0 && (
        <CodeText label={text('playground.parameters')} value={JSON.stringify(parameters, null, 2)} />
      )}
    </Flex>
  );
};

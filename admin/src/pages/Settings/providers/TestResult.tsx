import { Alert, Box, Button, Flex } from '@strapi/design-system';
import type { ConnectionResult } from '../../../../../contracts/connection';
import { useText } from '../../../components/Texts';

interface TestResultProps {
  result: ConnectionResult;
  onClose(): void;
  /** takes one of the models that are offered in place of one that is not there */
  onChooseModel?(model: string): void;
}

const Suggestions = ({ models, onChoose }: { models: string[]; onChoose(model: string): void }) => (
  <Flex gap={2} wrap="wrap" paddingTop={2}>
    {models.map((model) => (
      <Button key={model} type="button" variant="tertiary" size="S" onClick={() => onChoose(model)}>
        {model}
      </Button>
    ))}
  </Flex>
);

/** What came of a connection test, in the server's own words. Read out when it is there. */
export const TestResult = ({ result, onClose, onChooseModel }: TestResultProps) => {
  const text = useText();
  const suggestions = result.ok ? [] : result.suggestions;
  return (
    <Box role="status">
      <Alert
        variant={result.ok ? 'success' : 'danger'}
        title={text(result.ok ? 'test.passed' : 'test.failed')}
        closeLabel={text('test.close')}
        onClose={onClose}
        action={
          onChooseModel && suggestions.length > 0 ? (
            <Suggestions models={suggestions} onChoose={onChooseModel} />
          ) : undefined
        }
      >
        {[result.message, ...(result.ok ? result.warnings : [])].join(' ')}
      </Alert>
    </Box>
  );
};

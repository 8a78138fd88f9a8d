import { Alert, Box, Button, Flex } from '@strapi/design-system';
import type { ConnectionResult } from '../../../../contracts/connection';
import { useText } from '../Texts';

interface TestResultProps {
  /** null before a test, and when it was closed */
  result: ConnectionResult | null;
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

const Outcome = ({ result, onClose, onChooseModel }: TestResultProps & { result: ConnectionResult }) => {
  const text = useText();
  const suggestions = result.ok ? [] : result.suggestions;
  return (
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
  );
};

/** What came of a connection test, in the server's own words. */
export const TestResult = ({ result, ...rest }: TestResultProps) => (
  // always there, so that a screen reader tells what appears in it
  <Box role="status">{result && <Outcome result={result} {...rest} />}</Box>
);

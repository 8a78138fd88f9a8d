import { Button, Flex, Typography } from '@strapi/design-system';
import { IMPORT_CONFLICT_CHOICES } from '../../../../../contracts/tool-files';
import type { ImportStep } from '../../../../../contracts/tool-files';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { chooseForAll, tally } from './import-file';
import type { Choices } from './import-file';
import { ImportStepRow } from './ImportStepRow';

interface ImportPlanProps {
  steps: ImportStep[];
  choices: Choices;
  /** while tools are being written */
  disabled: boolean;
  onChoose(choices: Choices): void;
}

const ChooseForAll = ({ steps, choices, disabled, onChoose }: ImportPlanProps) => {
  const text = useText();
  const mayReplace = usePermission('updateTools');
  return (
    <Flex gap={2} wrap="wrap">
      <Typography>{text('tools.import.for-all')}</Typography>
      {IMPORT_CONFLICT_CHOICES.filter((option) => mayReplace || option !== 'replace').map((option) => (
        <Button
          key={option}
          size="S"
          variant="tertiary"
          disabled={disabled}
          onClick={() => onChoose(chooseForAll(steps, option, choices))}
        >
          {text(`tools.import.choice.${option}`)}
        </Button>
      ))}
    </Flex>
  );
};

/** What becomes of every tool of the file, before anything is written. */
export const ImportPlan = ({ steps, choices, disabled, onChoose }: ImportPlanProps) => {
  const text = useText();
  const conflicts = steps.filter(({ conflict }) => conflict !== null);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography role="status">
        {text('tools.import.plan', { tools: steps.length, ...tally(steps) })}
      </Typography>
      {conflicts.length > 1 && (
        <ChooseForAll steps={steps} choices={choices} disabled={disabled} onChoose={onChoose} />
      )}
      <Flex tag="ol" direction="column" alignItems="stretch" gap={2} aria-label={text('tools.import.steps')}>
        {steps.map((step) => (
          <ImportStepRow
            key={step.index}
            step={step}
            disabled={disabled}
            choice={choices[step.slug ?? ''] ?? 'skip'}
            onChoose={(choice) => onChoose({ ...choices, [step.slug ?? '']: choice })}
          />
        ))}
      </Flex>
    </Flex>
  );
};

import { Flex, SingleSelect, SingleSelectOption, Status, Typography } from '@strapi/design-system';
import { IMPORT_CONFLICT_CHOICES } from '../../../../../contracts/tool-files';
import type { ImportConflictChoice, ImportStep } from '../../../../../contracts/tool-files';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';

const VARIANTS = {
  create: 'success',
  rename: 'success',
  replace: 'warning',
  skip: 'neutral',
  refuse: 'danger',
} as const satisfies Record<ImportStep['outcome'], string>;

const Faults = ({ faults }: { faults: ImportStep['faults'] }) => (
  <Flex tag="ul" direction="column" alignItems="flex-start" gap={1}>
    {faults.map(({ field, message }) => (
      <li key={`${field} ${message}`}>
        <Typography variant="pi" textColor="danger600">
          {[field, message].filter((part) => part !== '').join(': ')}
        </Typography>
      </li>
    ))}
  </Flex>
);

interface ImportStepRowProps {
  step: ImportStep;
  choice: ImportConflictChoice;
  disabled: boolean;
  onChoose(choice: ImportConflictChoice): void;
}

/** What becomes of one tool of the file, why, and what else could. */
export const ImportStepRow = ({ step, choice, disabled, onChoose }: ImportStepRowProps) => {
  const text = useText();
  const mayReplace = usePermission('updateTools');
  const { index, slug, conflict, outcome, result_slug: result, faults } = step;
  const name = step.name ?? text('tools.import.nameless', { place: index + 1 });
  const canChoose = (option: ImportConflictChoice): boolean =>
    option !== 'replace' || option === choice || (mayReplace && conflict?.with === 'site');
  return (
    <Flex
      tag="li"
      gap={4}
      justifyContent="space-between"
      alignItems="flex-start"
      padding={4}
      hasRadius
      borderColor="neutral200"
      background="neutral0"
    >
      <Flex direction="column" alignItems="flex-start" gap={1} flex="1" minWidth={0}>
        <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
          {result !== null && result !== slug ? `${slug} → ${result}` : slug}
        </Typography>
        {conflict && (
          <Typography variant="pi" textColor="neutral700">
            {text(`tools.import.conflict.${conflict.with}`, { name: conflict.name })}
          </Typography>
        )}
        {faults.length > 0 && <Faults faults={faults} />}
      </Flex>
      <Flex gap={3} alignItems="center">
        {conflict && (
          <SingleSelect
            size="S"
            aria-label={text('tools.import.choice', { name })}
            value={choice}
            disabled={disabled}
            onChange={(chosen) => {
              const option = IMPORT_CONFLICT_CHOICES.find((candidate) => candidate === chosen);
              if (option) onChoose(option);
            }}
          >
            {IMPORT_CONFLICT_CHOICES.filter(canChoose).map((option) => (
              <SingleSelectOption key={option} value={option}>
                {text(`tools.import.choice.${option}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        )}
        <Status variant={VARIANTS[outcome]} size="S">
          <Typography
            variant="pi"
            fontWeight="bold"
            // the orange of a warning is too pale to read on its own background
            textColor={outcome === 'replace' ? 'neutral800' : undefined}
          >
            {text(`tools.import.outcome.${outcome}`)}
          </Typography>
        </Status>
      </Flex>
    </Flex>
  );
};

import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { ROLE_TEMPLATES } from '../../../../../contracts/presets';
import { useDisabled } from '../../../components/form/FormField';
import { LongTextField } from '../../../components/form/TextField';
import { useText } from '../../../components/Texts';

const NAME = 'prompt_template';

/** The template of a model that takes plain text, with those of well-known models to begin with. */
export const RoleTemplateField = ({ locked }: { locked: string | null }) => {
  const text = useText();
  const { value, onChange } = useField<string | null>(NAME);
  const disabled = useDisabled({ locked });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <LongTextField
        name={NAME}
        label={text('provider.template')}
        hint={text('provider.template-hint')}
        locked={locked}
      />
      <Flex gap={2} wrap="wrap" role="group" aria-label={text('provider.template-of')}>
        <Typography variant="pi" textColor="neutral600">
          {text('provider.template-of')}
        </Typography>
        {ROLE_TEMPLATES.map(({ id, label, template }) => (
          <Button
            key={id}
            type="button"
            size="S"
            variant={template === value ? 'secondary' : 'tertiary'}
            aria-pressed={template === value}
            disabled={disabled}
            onClick={() => onChange(NAME, template)}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
};

import { Field, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import type { ContentTool } from '../../../../contracts/content';
import { useText } from '../../components/Texts';
import { unfillableInputs } from './tool-inputs';

interface ToolSelectProps {
  tools: readonly ContentTool[];
  chosen: ContentTool | null;
  disabled: boolean;
  onChoose(slug: string): void;
}

/** The tools that can be run here; those that cannot are named with the reason. */
export const ToolSelect = ({ tools, chosen, disabled, onChoose }: ToolSelectProps) => {
  const text = useText();
  const unfit = tools.flatMap((tool) => {
    const inputs = unfillableInputs(tool);
    return inputs.length === 0 ? [] : `${tool.name} (${inputs.join(', ')})`;
  });
  return (
    <Field.Root name="field-action.tool" hint={chosen?.description ?? undefined}>
      <Field.Label>{text('field-action.tool')}</Field.Label>
      <SingleSelect
        placeholder={text('field-action.choose-tool')}
        disabled={disabled}
        value={chosen?.slug ?? ''}
        onChange={(slug) => onChoose(String(slug))}
      >
        {tools
          .filter((tool) => unfillableInputs(tool).length === 0)
          .map(({ slug, name }) => (
            <SingleSelectOption key={slug} value={slug}>
              {name}
            </SingleSelectOption>
          ))}
      </SingleSelect>
      <Field.Hint />
      {unfit.length > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {text('field-action.unfit', { tools: unfit.join('; ') })}
        </Typography>
      )}
    </Field.Root>
  );
};

import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useText } from '../../components/Texts';
import type { Tools } from './use-tools';

/** No slug has a colon, and the host's list takes no empty value. */
const SITE = ':site';

interface ToolFieldProps extends Tools {
  /** a slug, or empty for the site's tool */
  value: string;
  disabled: boolean;
  onChange(value: string): void;
}

/** Which tool writes the summary. */
export const ToolField = ({ list, siteTool, chosen, failed, value, disabled, onChange }: ToolFieldProps) => {
  const text = useText();
  const isGone = list !== null && chosen === null;
  const site = list?.find(({ slug }) => slug === siteTool);

  const fault = (): string | undefined => {
    if (failed) return text('summary-block.tools-failed');
    if (!isGone) return undefined;
    return value === ''
      ? text('summary-block.no-site-tool', { slug: siteTool ?? '' })
      : text('summary-block.no-tool', { slug: value });
  };
  const nameOfUnlisted = isGone ? text('summary-block.gone', { slug: value }) : value;
  return (
    <Field.Root error={fault()}>
      <Field.Label>{text('summary-block.tool')}</Field.Label>
      <SingleSelect
        value={value === '' ? SITE : value}
        disabled={disabled || (list === null && !failed)}
        onChange={(next) => onChange(next === SITE ? '' : String(next))}
      >
        <SingleSelectOption value={SITE}>
          {site
            ? text('summary-block.site-tool-named', { name: site.name })
            : text('summary-block.site-tool')}
        </SingleSelectOption>
        {value !== '' && !chosen && <SingleSelectOption value={value}>{nameOfUnlisted}</SingleSelectOption>}
        {(list ?? []).map(({ slug, name }) => (
          <SingleSelectOption key={slug} value={slug}>
            {name}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Error />
    </Field.Root>
  );
};

import { Field, Flex, Radio, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { textOfField } from '../../../../contracts/content-values';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';
import { Comparison } from './Comparison';
import type { WritableFormField } from './form-fields';
import { isEmptyValue } from './insertion';
import type { InsertMode } from './insertion';

export interface PlannedInsert {
  target: WritableFormField;
  before: unknown;
  after: unknown;
  /** whether the field is another than when the run began */
  isChanged: boolean;
}

interface InsertPartProps {
  targets: readonly WritableFormField[];
  /** null as long as no field is chosen */
  plan: PlannedInsert | null;
  /** the answer, as long as no field is chosen */
  answer: string;
  isComplete: boolean;
  mode: InsertMode;
  onTarget(path: string): void;
  onMode(mode: InsertMode): void;
}

const isMode = (value: string): value is InsertMode => value === 'replace' || value === 'append';

/** Where an answer shall go, and what that would make of the field. */
export const InsertPart = ({
  targets,
  plan,
  answer,
  isComplete,
  mode,
  onTarget,
  onMode,
}: InsertPartProps) => {
  const text = useText();
  const before = plan && textOfField(plan.before);
  const after = plan ? textOfField(plan.after) : answer;
  const longest = plan?.target.maxLength ?? null;
  return (
    <>
      <Flex gap={4} wrap="wrap" alignItems="flex-end">
        <Flex flex="1 1 26rem" minWidth={0}>
          <Field.Root name="field-action.target" width="100%">
            <Field.Label>{text('field-action.target')}</Field.Label>
            <SingleSelect
              placeholder={text('field-action.choose-target')}
              value={plan?.target.path ?? ''}
              onChange={(path) => onTarget(String(path))}
            >
              {targets.map(({ path, label }) => (
                <SingleSelectOption key={path} value={path}>
                  {label}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Flex>
        {plan && !isEmptyValue(plan.before) && (
          <Flex flex="1 1 26rem" minWidth={0}>
            <Radio.Group
              aria-label={text('field-action.mode')}
              value={mode}
              onValueChange={(next) => isMode(next) && onMode(next)}
            >
              <Flex gap={5} wrap="wrap" minHeight="4rem">
                <Radio.Item value="replace">{text('field-action.replace')}</Radio.Item>
                <Radio.Item value="append">{text('field-action.append')}</Radio.Item>
              </Flex>
            </Radio.Group>
          </Flex>
        )}
      </Flex>
      {plan?.isChanged && (
        <Notice look="warning" title={text('field-action.edited-since', { field: plan.target.label })} />
      )}
      {isComplete && longest !== null && after.length > longest && (
        <Notice look="warning" title={text('field-action.too-long', { length: after.length, longest })} />
      )}
      <Comparison
        before={before}
        hasMore={plan !== null && !isEmptyValue(plan.before)}
        after={after}
        isComplete={isComplete}
      />
    </>
  );
};

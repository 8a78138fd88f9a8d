import * as React from 'react';
import {
  Box,
  Field,
  Flex,
  Loader,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { ButtonLink } from '../../../components/ButtonLink';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { SourcesForm } from './SourcesForm';
import type { Assignment } from './use-assignment';

const NoTools = () => {
  const text = useText();
  const maySee = usePermission('readTools');
  return (
    <Notice look="info" title={text('bulk.no-tools')}>
      {maySee && (
        <Box paddingTop={2}>
          <ButtonLink to={pathTo('tools')}>{text('bulk.open-tools')}</ButtonLink>
        </Box>
      )}
    </Notice>
  );
};

interface SetupStepProps {
  assignment: Assignment;
  /** whether somebody has tried to go on: faults are shown only then */
  isTried: boolean;
}

const TargetField = ({ assignment, isTried }: SetupStepProps) => {
  const text = useText();
  const { choice, targets, change } = assignment;
  return (
    <Field.Root
      name="bulk.target"
      required
      hint={text('bulk.target-hint')}
      error={isTried && choice.target === null ? text('bulk.target-missing') : undefined}
    >
      <Field.Label>{text('bulk.target')}</Field.Label>
      <SingleSelect
        placeholder={text('bulk.target-choose')}
        value={choice.target ?? ''}
        onChange={(next) => change({ ...choice, target: String(next) })}
      >
        {targets.map(({ path, label }) => (
          <SingleSelectOption key={path} value={path}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

/** Which tool is run, what it is given, and where its answers go. */
export const SetupStep = ({ assignment, isTried }: SetupStepProps) => {
  const text = useText();
  const { tools, tool, inputs, fields, choice, faults, isLoading, problem } = assignment;
  if (problem !== null) return <Notice look="danger" title={problem} />;
  if (isLoading) return <Loader>{text('bulk.loading')}</Loader>;
  if (tools.length === 0) return <NoTools />;
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Field.Root
        name="bulk.tool"
        required
        hint={tool?.description ?? undefined}
        error={isTried && !tool ? text('bulk.tool-missing') : undefined}
      >
        <Field.Label>{text('bulk.tool')}</Field.Label>
        <SingleSelect
          placeholder={text('bulk.tool-choose')}
          value={tool?.slug ?? ''}
          onChange={(next) => assignment.chooseTool(String(next))}
        >
          {tools.map(({ slug, name }) => (
            <SingleSelectOption key={slug} value={slug}>
              {name}
            </SingleSelectOption>
          ))}
        </SingleSelect>
        <Field.Hint />
        <Field.Error />
      </Field.Root>
      {tool && (
        <React.Fragment key={tool.slug}>
          {inputs.length > 0 && (
            <Box tag="section" aria-label={text('bulk.inputs')}>
              <Typography variant="delta" tag="h3">
                {text('bulk.inputs')}
              </Typography>
              <Box paddingTop={3}>
                <SourcesForm
                  inputs={inputs}
                  fields={fields}
                  choice={choice}
                  faults={isTried ? faults : {}}
                  onChange={assignment.change}
                />
              </Box>
            </Box>
          )}
          <TargetField assignment={assignment} isTried={isTried} />
        </React.Fragment>
      )}
    </Flex>
  );
};

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
import { fieldLabel } from '../../mapping/field-label';
import { MappingForm } from '../../mapping/MappingForm';
import type { Mapping } from './use-mapping';

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

const TargetField = ({ mapping, isTried }: { mapping: Mapping; isTried: boolean }) => {
  const text = useText();
  const { draft, targets, change } = mapping;
  return (
    <Field.Root
      name="bulk.target"
      required
      hint={text('bulk.target-hint')}
      error={isTried && draft.target === null ? text('bulk.target-missing') : undefined}
    >
      <Field.Label>{text('bulk.target')}</Field.Label>
      <SingleSelect
        placeholder={text('bulk.target-choose')}
        value={draft.target ?? ''}
        onChange={(next) => change({ ...draft, target: String(next) })}
      >
        {targets.map(({ path }) => (
          <SingleSelectOption key={path} value={path}>
            {fieldLabel(path)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

interface SetupStepProps {
  mapping: Mapping;
  /** whether somebody has tried to go on: faults are shown only then */
  isTried: boolean;
}

/** Which tool is run, what it is given, and where its answers go. */
export const SetupStep = ({ mapping, isTried }: SetupStepProps) => {
  const text = useText();
  const { tools, tool, inputs, fields, draft, faults, isLoading, problem } = mapping;
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
          onChange={(next) => mapping.chooseTool(String(next))}
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
                <MappingForm
                  inputs={inputs}
                  fields={fields}
                  draft={draft}
                  faults={isTried ? faults : {}}
                  onChange={mapping.change}
                />
              </Box>
            </Box>
          )}
          <TargetField mapping={mapping} isTried={isTried} />
        </React.Fragment>
      )}
    </Flex>
  );
};

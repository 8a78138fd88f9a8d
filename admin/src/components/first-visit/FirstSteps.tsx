import * as React from 'react';
import { Box, Button, Grid, Typography } from '@strapi/design-system';
import type { ProviderSettings } from '../../../../contracts/providers';
import { useListToolsQuery } from '../../api/tools';
import { pathTo } from '../../sections';
import { ButtonLink } from '../ButtonLink';
import { TestResult } from '../connection-test/TestResult';
import { readPassedTests } from '../connection-test/passed-tests';
import { useConnectionTest } from '../connection-test/use-connection-test';
import { useText } from '../Texts';
import type { TextKey } from '../Texts';
import { useMay } from '../use-permission';
import { FIRST_STEPS, providerToTest, readProgress } from './first-progress';
import type { FirstStep } from './first-progress';
import { StepCard } from './StepCard';

/** The host's buttons are of one line, and a provider or a tool may have a long name. */
const TWO_LINES = { height: 'auto', minHeight: '3.2rem', paddingBlock: '0.4rem' } as const;

interface FirstStepsProps {
  /** none for those who may not see them */
  providers: readonly ProviderSettings[];
  /** whether the page shows the providers itself */
  isOnSettings?: boolean;
}

/** Who may not see the providers is told nothing of them. */
const introOf = (seesProviders: boolean, isSetUp: boolean): TextKey => {
  if (!seesProviders) return 'first.intro-tools';
  return isSetUp ? 'first.intro-set-up' : 'first.intro';
};

/** Leads through the first visit, until a provider is set up and a tool is there; then it is gone. */
export const FirstSteps = ({ providers, isOnSettings = false }: FirstStepsProps) => {
  const text = useText();
  const may = useMay();
  const target = providerToTest(providers);
  const { test, result, isTesting, forget } = useConnectionTest(target?.id ?? '');
  const { data, isLoading } = useListToolsQuery({ sort: 'updated_at:desc' }, { skip: !may('readTools') });
  if (isLoading) return null;

  const tools = data?.data ?? [];
  const progress = readProgress({ providers, tools, tested: readPassedTests() });
  // who may not see the tools is not told for ever to make one
  if (progress.provider && (progress.tool || !may('readTools'))) return null;

  const steps = FIRST_STEPS.filter((step) => may('readSettings') || (step !== 'provider' && step !== 'test'));
  const next = steps.find((step) => !progress[step] && !(step === 'provider' && isOnSettings));
  const variantOf = (step: FirstStep) => (step === next ? 'default' : 'secondary');
  const [tool] = tools;

  const actions: Record<FirstStep, React.ReactNode> = {
    provider: may('updateSettings') && !isOnSettings && (
      <ButtonLink to={pathTo('settings')} size="S" variant={variantOf('provider')}>
        {text('first.provider.action')}
      </ButtonLink>
    ),
    test: may('updateSettings') && target && (
      <Button
        size="S"
        variant={variantOf('test')}
        loading={isTesting}
        style={TWO_LINES}
        onClick={() => void test()}
      >
        {text('first.test.action', { provider: target.label })}
      </Button>
    ),
    tool: may('createTools') && (
      <ButtonLink to={pathTo('tools/new')} size="S" variant={variantOf('tool')}>
        {text('first.tool.action')}
      </ButtonLink>
    ),
    run: tool && may('runPlayground') && (
      <ButtonLink to={pathTo(`tools/${tool.id}`)} size="S" variant={variantOf('run')} style={TWO_LINES}>
        {text('first.run.action', { tool: tool.name })}
      </ButtonLink>
    ),
  };

  return (
    <Box
      tag="section"
      aria-labelledby="first-steps"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={6}
    >
      <Typography id="first-steps" variant="beta" tag="h2">
        {text('first.title', { steps: steps.length })}
      </Typography>
      <Box paddingTop={1} paddingBottom={5}>
        <Typography textColor="neutral600">
          {text(introOf(may('readSettings'), progress.provider))}
        </Typography>
      </Box>
      <Grid.Root tag="ol" gap={6}>
        {steps.map((step, index) => (
          <Grid.Item
            key={step}
            tag="li"
            col={12 / steps.length}
            m={6}
            xs={12}
            direction="column"
            alignItems="stretch"
          >
            <StepCard
              number={index + 1}
              title={text(`first.${step}.title`)}
              explanation={text(`first.${step}.text`)}
              isDone={progress[step]}
            >
              {actions[step]}
            </StepCard>
          </Grid.Item>
        ))}
      </Grid.Root>
      <Box paddingTop={result ? 5 : 0}>
        <TestResult result={result} onClose={forget} />
      </Box>
    </Box>
  );
};

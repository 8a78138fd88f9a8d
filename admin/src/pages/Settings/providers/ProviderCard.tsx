import type { ReactNode } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { ProviderSettings } from '../../../../../contracts/providers';
import { ButtonLink } from '../../../components/ButtonLink';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { StateBadge } from './StateBadge';
import { TestResult } from '../../../components/connection-test/TestResult';
import { describeKey } from './key-text';
import { useConnectionTest } from '../../../components/connection-test/use-connection-test';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex gap={2} alignItems="baseline">
    <Typography tag="dt" variant="pi" textColor="neutral600" style={{ flex: '0 0 8rem' }}>
      {name}
    </Typography>
    <Typography tag="dd" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Flex>
);

const Trouble = ({ provider }: { provider: ProviderSettings }) => {
  const { formatDate } = useIntl();
  const { problem, last_failure: failure, state } = provider;
  if (problem !== null && state !== 'switched_off') {
    return (
      <Typography variant="pi" textColor="neutral700">
        {problem}
      </Typography>
    );
  }
  if (!failure) return null;
  return (
    <Typography variant="pi" textColor="danger600" style={{ overflowWrap: 'anywhere' }}>
      {formatDate(failure.at, { dateStyle: 'medium', timeStyle: 'short' })}: {failure.message}
    </Typography>
  );
};

/** A provider at a glance: whether it works, with what, and a way to try it. */
export const ProviderCard = ({ provider }: { provider: ProviderSettings }) => {
  const text = useText();
  const mayChange = usePermission('updateSettings');
  const { test, result, isTesting, forget } = useConnectionTest(provider.id);
  const { id, label, kind, effective } = provider;
  return (
    <Flex
      tag="article"
      aria-label={label}
      direction="column"
      alignItems="stretch"
      gap={4}
      padding={5}
      height="100%"
      hasRadius
      background="neutral0"
      shadow="tableShadow"
    >
      <Flex justifyContent="space-between" gap={2}>
        <Typography variant="delta" tag="h3">
          {label}
        </Typography>
        <StateBadge provider={provider} />
      </Flex>
      <Flex tag="dl" direction="column" alignItems="stretch" gap={1}>
        {id !== kind && <Fact name={text('provider.id')}>{id}</Fact>}
        <Fact name={text('provider.model')}>{effective.model}</Fact>
        <Fact name={text('provider.key')}>{describeKey(provider, text)}</Fact>
      </Flex>
      <div>
        <TestResult result={result} onClose={forget} />
        {!result && <Trouble provider={provider} />}
      </div>
      <Flex gap={2} marginTop="auto">
        <ButtonLink
          to={pathTo(`settings/providers/${id}`)}
          aria-label={text(mayChange ? 'provider.configure-one' : 'provider.look-one', { label })}
        >
          {text(mayChange ? 'provider.configure' : 'provider.look')}
        </ButtonLink>
        {mayChange && (
          <Button variant="tertiary" loading={isTesting} onClick={() => void test()}>
            {text('test.button')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
};

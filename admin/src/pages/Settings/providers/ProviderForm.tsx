import * as React from 'react';
import { Button, Flex, Grid } from '@strapi/design-system';
import { BackButton, Layouts, useNotification } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import type { ProviderChanges, ProviderKind, ProviderSettings } from '../../../../../contracts/providers';
import { useUpdateProviderMutation } from '../../../api/providers';
import { SaveForm, faultOf } from '../../../components/form/SaveForm';
import type { OpenForm, Outcome } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { ProviderFields } from './ProviderFields';
import { ProviderSide } from './ProviderSide';
import { TestResult } from '../../../components/connection-test/TestResult';
import { toChanges, toValues } from './provider-values';
import type { ProviderValues } from './provider-values';
import { rememberPassedTest } from '../../../components/connection-test/passed-tests';
import { useConnectionTest } from '../../../components/connection-test/use-connection-test';
import { PageMain } from '../../../components/PageMain';

interface ProviderFormProps {
  /** null for one that is being added */
  provider: ProviderSettings | null;
  kinds: ProviderKind[];
  takenIds: readonly string[];
}

/** What stands for the id until one is typed: a test and a list of models need one. */
const UNNAMED = 'unnamed';

interface FormBodyProps extends Pick<ProviderFormProps, 'provider' | 'kinds'> {
  form: OpenForm<ProviderValues>;
  onPassed(id: string, changes: ProviderChanges): void;
}

const FormBody = ({
  provider,
  kinds,
  form: { values, modified, isSubmitting, set, showFaults },
  onPassed,
}: FormBodyProps) => {
  const text = useText();
  const mayChange = usePermission('updateSettings');
  const id = provider?.id ?? values.provider_id ?? UNNAMED;
  const { test, result, isTesting, forget } = useConnectionTest(id, showFaults);
  const getChanges = () => toChanges(values, provider);
  const tryIt = async (): Promise<void> => {
    const changes = getChanges();
    if (await test(changes)) onPassed(id, changes);
  };
  const chooseModel = (model: string) => {
    set('model', model);
    forget();
  };
  return (
    <PageMain>
      <Layouts.Header
        title={provider?.label ?? text('provider.add-title')}
        subtitle={
          provider ? (id === provider.kind ? id : `${id} · ${provider.kind}`) : text('provider.add-text')
        }
        navigationAction={<BackButton fallback={pathTo('settings')} />}
        primaryAction={
          mayChange && (
            <Flex gap={2}>
              <Button type="button" variant="secondary" loading={isTesting} onClick={() => void tryIt()}>
                {text('test.button')}
              </Button>
              <Button type="submit" loading={isSubmitting} disabled={!modified}>
                {text('form.save')}
              </Button>
            </Flex>
          )
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={result ? 4 : 0}>
          <TestResult result={result} onClose={forget} onChooseModel={chooseModel} />
          <Grid.Root gap={4} style={{ alignItems: 'start' }}>
            <Grid.Item col={provider ? 8 : 12} s={12} direction="column" alignItems="stretch" gap={4}>
              <ProviderFields
                provider={provider}
                kinds={kinds}
                id={id}
                values={values}
                getChanges={getChanges}
              />
            </Grid.Item>
            {provider && (
              <Grid.Item col={4} s={12} direction="column" alignItems="stretch">
                <ProviderSide provider={provider} />
              </Grid.Item>
            )}
          </Grid.Root>
        </Flex>
      </Layouts.Content>
    </PageMain>
  );
};

/** Everything that can be set of a provider; a new one also gets its id here. */
export const ProviderForm = ({ provider, kinds, takenIds }: ProviderFormProps) => {
  const text = useText();
  const navigate = useNavigate();
  const { toggleNotification } = useNotification();
  const [update] = useUpdateProviderMutation();
  // what was tested before it was saved need not be tested again
  const passed = React.useRef<string | null>(null);

  const save = async (values: ProviderValues): Promise<Outcome<ProviderValues>> => {
    const id = provider?.id ?? values.provider_id ?? '';
    if (!provider && (id === '' || takenIds.includes(id))) {
      return { error: faultOf('provider_id', text(id === '' ? 'form.required' : 'provider.id-taken')) };
    }
    const changes = toChanges(values, provider);
    const answer = await update({ id, changes });
    if ('error' in answer) return { error: answer.error };
    if (passed.current === JSON.stringify({ id, changes })) rememberPassedTest(id);
    toggleNotification({ type: 'success', message: text('form.saved') });
    if (!provider) navigate(pathTo('settings'), { replace: true });
    return { saved: toValues(answer.data.data) };
  };

  return (
    <SaveForm<ProviderValues>
      initialValues={toValues(provider)}
      disabled={!usePermission('updateSettings')}
      save={save}
    >
      {(form) => (
        <FormBody
          provider={provider}
          kinds={kinds}
          form={form}
          onPassed={(id, changes) => {
            passed.current = JSON.stringify({ id, changes });
          }}
        />
      )}
    </SaveForm>
  );
};

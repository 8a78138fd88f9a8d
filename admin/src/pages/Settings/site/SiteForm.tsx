import { Button, Grid } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import type { SiteSettings } from '../../../../../contracts/settings';
import { useUpdateSettingsMutation } from '../../../api/settings';
import { FieldFaults } from '../../../components/form/field-faults';
import { SaveForm } from '../../../components/form/SaveForm';
import type { OpenForm, Outcome } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { SettingsFrame } from '../SettingsFrame';
import { BudgetPanel } from './BudgetPanel';
import { CachePanel } from './CachePanel';
import { FixedSettings } from './FixedSettings';
import { LogPanel } from './LogPanel';
import { isNoMemory, toChanges, toValues } from './site-values';
import type { SiteValues } from './site-values';

const NO_FAULTS = {};

interface FormBodyProps {
  settings: SiteSettings;
  mayChange: boolean;
  form: OpenForm<SiteValues>;
}

const FormBody = ({ settings, mayChange, form: { values, modified, isSubmitting } }: FormBodyProps) => {
  const text = useText();
  return (
    <SettingsFrame
      tab="site"
      primaryAction={
        mayChange && (
          <Button type="submit" loading={isSubmitting} disabled={!modified}>
            {text('form.save')}
          </Button>
        )
      }
    >
      <Grid.Root gap={4} style={{ alignItems: 'start' }}>
        <Grid.Item col={6} s={12} direction="column" alignItems="stretch">
          <LogPanel settings={settings} values={values} />
        </Grid.Item>
        <Grid.Item col={6} s={12} direction="column" alignItems="stretch" gap={4}>
          <BudgetPanel settings={settings} values={values} />
          <FieldFaults.Provider
            // the server counts in bytes, and says so
            value={isNoMemory(values) ? { 'cache.max_bytes': text('site.cache-size-fault') } : NO_FAULTS}
          >
            <CachePanel settings={settings} />
          </FieldFaults.Provider>
        </Grid.Item>
        <Grid.Item col={12} direction="column" alignItems="stretch">
          <FixedSettings settings={settings} />
        </Grid.Item>
      </Grid.Root>
    </SettingsFrame>
  );
};

/** What holds for the whole site, to be changed by those who may. */
export const SiteForm = ({ settings }: { settings: SiteSettings }) => {
  const text = useText();
  const mayChange = usePermission('updateSettings');
  const { toggleNotification } = useNotification();
  const [update] = useUpdateSettingsMutation();

  const save = async (values: SiteValues): Promise<Outcome<SiteValues>> => {
    const answer = await update(toChanges(values, settings));
    if ('error' in answer) return { error: answer.error };
    toggleNotification({ type: 'success', message: text('form.saved') });
    return { saved: toValues(answer.data.data) };
  };

  return (
    <SaveForm<SiteValues> initialValues={toValues(settings)} disabled={!mayChange} save={save}>
      {(form) => <FormBody settings={settings} mayChange={mayChange} form={form} />}
    </SaveForm>
  );
};

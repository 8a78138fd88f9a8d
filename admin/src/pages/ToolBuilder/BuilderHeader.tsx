import { Button, Flex, Status, Switch, Typography } from '@strapi/design-system';
import { BackButton, Layouts, useField } from '@strapi/strapi/admin';
import type { AdminTool } from '../../../../contracts/tool-admin';
import { useDisabled } from '../../components/form/FormField';
import { useText } from '../../components/Texts';
import { pathTo } from '../../sections';
import { toolStatus } from './form/tool-status';

const VARIANTS = { new: 'secondary', on: 'success', off: 'neutral', problem: 'warning' } as const;

const StatusBadge = ({ tool }: { tool: AdminTool | null }) => {
  const text = useText();
  const status = toolStatus(tool);
  return (
    <Status variant={VARIANTS[status]} size="S">
      <Typography
        variant="pi"
        fontWeight="bold"
        // the orange of a warning is too pale to read on its own background
        textColor={status === 'problem' ? 'neutral800' : undefined}
      >
        {text(`tool-builder.status.${status}`)}
      </Typography>
    </Status>
  );
};

const EnabledToggle = () => {
  const text = useText();
  const { value, onChange } = useField<boolean>('enabled');
  return (
    <Switch
      aria-label={text('tool-builder.enabled')}
      visibleLabels
      onLabel={text('form.on')}
      offLabel={text('form.off')}
      checked={value}
      disabled={useDisabled({})}
      onCheckedChange={(next) => onChange('enabled', next)}
    />
  );
};

interface BuilderHeaderProps {
  /** as it is saved; null for one that was never */
  tool: AdminTool | null;
  maySave: boolean;
  canSave: boolean;
  isSaving: boolean;
}

/** What the tool is called, how it is, and the way to save it. */
export const BuilderHeader = ({ tool, maySave, canSave, isSaving }: BuilderHeaderProps) => {
  const text = useText();
  return (
    <Layouts.Header
      title={tool?.fields.name ?? text('tool-builder.title')}
      subtitle={tool?.fields.slug ?? text('tool-builder.subtitle')}
      navigationAction={<BackButton fallback={pathTo('tools')} />}
      secondaryAction={<StatusBadge tool={tool} />}
      primaryAction={
        // who cannot change it reads in its status whether it is on
        maySave && (
          <Flex gap={3}>
            <EnabledToggle />
            <Button type="submit" loading={isSaving} disabled={!canSave}>
              {text('form.save')}
            </Button>
          </Flex>
        )
      }
    />
  );
};

import { Flex, Typography } from '@strapi/design-system';
import type { FindLogStatus, LogDetails } from '../../../../../contracts/logs';
import { ButtonLink } from '../../../components/ButtonLink';
import { CodeText } from '../../../components/CodeText';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { DrawerPart } from './DrawerPart';

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

interface RunBodiesProps {
  run: LogDetails;
  /** null while nobody knows */
  capture: FindLogStatus.Response['data']['capture'] | null;
}

/** What was asked and answered, or why it is not on record. */
export const RunBodies = ({ run, capture }: RunBodiesProps) => {
  const text = useText();
  const mayReadSettings = usePermission('readSettings');
  const reason = capture ?? 'unknown';
  const hasInputs = run.inputs !== null && run.inputs !== undefined;
  const isStored = hasInputs || run.output !== null;
  return (
    <DrawerPart title={text('logs.bodies')}>
      {hasInputs && <CodeText label={text('logs.inputs')} value={toText(run.inputs)} />}
      {run.output !== null && <CodeText label={text('logs.output')} value={run.output} />}
      {hasInputs && run.output === null && (
        <Typography textColor="neutral600">{text('logs.no-output')}</Typography>
      )}
      {!isStored && (
        <Flex direction="column" alignItems="flex-start" gap={3}>
          <Typography textColor="neutral600">{text(`logs.not-stored.${reason}`)}</Typography>
          {mayReadSettings && (
            <ButtonLink size="S" to={pathTo('settings/site')}>
              {text('logs.to-settings')}
            </ButtonLink>
          )}
        </Flex>
      )}
    </DrawerPart>
  );
};

import { Typography } from '@strapi/design-system';
import { Play } from '@strapi/icons';
import { isJsonObject } from '../../../../../contracts/json-object';
import type { LogDetails } from '../../../../../contracts/logs';
import { useListToolsQuery } from '../../../api/tools';
import { ButtonLink } from '../../../components/ButtonLink';
import { useText } from '../../../components/Texts';
import { useMay } from '../../../components/use-permission';
import { pathTo } from '../../../sections';

/** To the playground of the tool, with what it was asked; says why not when that cannot be. */
export const RunAgain = ({ run }: { run: LogDetails }) => {
  const text = useText();
  const may = useMay();
  const mayRun = may('runPlayground') && may('readTools');
  const isComplete = isJsonObject(run.inputs);
  const { data } = useListToolsQuery(
    { search: run.tool_slug, page: '1', pageSize: '1000' },
    { skip: !mayRun || !isComplete || run.tool_slug === '' },
  );
  if (!mayRun || run.tool_slug === '') return null;
  if (!isComplete) {
    return <Typography textColor="neutral600">{text('logs.again-without-inputs')}</Typography>;
  }
  if (!data) return null;
  const tool = data.data.find(({ slug }) => slug === run.tool_slug);
  if (!tool) return <Typography textColor="neutral600">{text('logs.again-no-tool')}</Typography>;
  const search = new URLSearchParams({ run: run.request_id });
  return (
    <ButtonLink startIcon={<Play />} to={`${pathTo(`tools/${encodeURIComponent(tool.id)}`)}?${search}`}>
      {text('logs.again')}
    </ButtonLink>
  );
};

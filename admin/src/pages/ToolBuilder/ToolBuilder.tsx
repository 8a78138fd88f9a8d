import * as React from 'react';
import { Page } from '@strapi/strapi/admin';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { AdminTool } from '../../../../contracts/tool-admin';
import { useFindToolOptionsQuery, useReadToolQuery } from '../../api/tools';
import { useText } from '../../components/Texts';
import { useMay } from '../../components/use-permission';
import { NewTool } from './NewTool';
import { ToolWorkbench } from './ToolWorkbench';

/** The address of a tool that is not there yet. */
const NEW = 'new';

interface Created {
  tool: AdminTool;
  /** of the form that it was made in, which goes on */
  formKey: string;
}

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotFoundError';

/** Makes a tool, or changes one: `tools/new`, which asks what to begin with, and `tools/:id`. */
export const ToolBuilder = () => {
  const text = useText();
  const may = useMay();
  const { id = NEW } = useParams();
  const location = useLocation();
  const [search] = useSearchParams();
  const isNew = id === NEW;
  const [created, setCreated] = React.useState<Created | null>(null);
  const mayOpen = may('readTools') && (!isNew || may('createTools'));
  const options = useFindToolOptionsQuery(undefined, { skip: !mayOpen });
  // what is kept from an earlier visit may be old; the form takes what is newer as long as nobody has typed
  const read = useReadToolQuery(id, { skip: !mayOpen || isNew, refetchOnMountOrArgChange: true });

  if (!mayOpen) return <Page.NoPermissions />;
  if (isNew && !search.has('template')) return <NewTool />;
  const justCreated = created?.tool.id === id ? created : null;
  const tool = isNew ? null : (read.currentData?.data ?? justCreated?.tool ?? null);
  if (options.isLoading || (!isNew && !tool && read.isFetching)) return <Page.Loading />;
  if (isNotFound(read.error) && !isNew) return <Page.NoData content={text('tool-builder.unknown')} />;
  if (!options.data || (!isNew && !tool)) return <Page.Error />;

  const formKey = justCreated?.formKey ?? (isNew ? location.key : id);
  return (
    <ToolWorkbench
      // another tool is another form
      key={formKey}
      tool={tool}
      template={search.get('template')}
      options={options.data.data}
      onCreated={(made) => setCreated({ tool: made, formKey })}
    />
  );
};

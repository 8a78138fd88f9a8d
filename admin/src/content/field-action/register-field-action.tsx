import * as React from 'react';
import { unstable_useDocumentLayout as useDocumentLayout } from '@strapi/strapi/admin';
import type { StrapiApp } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { TEXT_FIELDS } from '../../../../contracts/content-values';
import { isJsonObject } from '../../../../contracts/json-object';
import { PLUGIN_ID } from '../../../../contracts/plugin-id';
import { usePermission } from '../../components/use-permission';
import { Boundary } from '../Boundary';
import { Unloaded } from '../Unloaded';

const FieldAction = React.lazy(() =>
  import('./FieldAction').then(({ FieldAction: content }) => ({ default: content })),
);

/** What the host tells a side panel of its edit view, as far as this one asks. */
interface PanelProps {
  model: string;
  /** the entry in the language that is edited; undefined while there is none */
  document?: { documentId: string };
  activeTab: string | null;
}

type Layout = ReturnType<typeof useDocumentLayout>['edit'];

const isText = ({ type }: { type: string }): boolean => TEXT_FIELDS.some((text) => text === type);

const hasTexts = ({ layout, components }: Layout): boolean =>
  layout.flat(2).some(isText) ||
  Object.values(components).some((component) => component.layout.flat().some(isText));

/**
 * Part of the panel's start, so only the frame: what is in it comes when an entry is opened. The host calls it like a
 * component, and draws what it describes.
 */
const FieldActionPanel = ({ model, document, activeTab }: PanelProps) => {
  const { formatMessage } = useIntl();
  const mayRun = usePermission('runInContent');
  const { edit } = useDocumentLayout(model);
  const entryId = document?.documentId ?? null;
  // the same element each time: the host compares descriptions to the last leaf
  const content = React.useMemo(
    () => (
      <Boundary fallback={<Unloaded />}>
        <React.Suspense fallback={null}>
          <FieldAction model={model} entryId={entryId} />
        </React.Suspense>
      </Boundary>
    ),
    [model, entryId],
  );
  // what is published can only be looked at
  if (!mayRun || activeTab === 'published' || !hasTexts(edit)) return null;
  return { title: formatMessage({ id: `${PLUGIN_ID}.name`, defaultMessage: 'AI Tools' }), content };
};

type AddPanels = (panels: (typeof FieldActionPanel)[]) => void;
const isAddPanels = (value: unknown): value is AddPanels => typeof value === 'function';

/** Adds the panel to the host's edit view, once all plugins have registered; a panel without one has none. */
export const registerFieldAction = ({ getPlugin }: Pick<StrapiApp, 'getPlugin'>): void => {
  const apis: unknown = getPlugin('content-manager')?.apis;
  if (isJsonObject(apis) && isAddPanels(apis.addEditViewSidePanel))
    apis.addEditViewSidePanel([FieldActionPanel]);
};

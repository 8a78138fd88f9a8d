import * as React from 'react';
import { useParams } from 'react-router-dom';
import { usePermission } from '../../components/use-permission';
import { Boundary } from '../Boundary';
import { useBulkFields } from './use-bulk-fields';

const BulkRuns = React.lazy(() => import('./BulkRuns').then((loaded) => ({ default: loaded.BulkRuns })));

const InListOf = ({ model }: { model: string }) => {
  const { hasDrafts, hasTexts } = useBulkFields(model);
  if (!hasDrafts || !hasTexts) return null;
  return (
    <Boundary key={model} fallback={null}>
      <React.Suspense fallback={null}>
        <BulkRuns model={model} />
      </React.Suspense>
    </Boundary>
  );
};

/** In the head of every list of the host: loads the rest for those who may run tools over many entries. */
export const BulkRunsEntry = () => {
  const { slug } = useParams();
  const mayRun = usePermission('runInBulk');
  return mayRun && slug ? <InListOf model={slug} /> : null;
};

import { Typography } from '@strapi/design-system';
import type { FindToolDependents } from '../../../../../contracts/tool-admin';
import { MOST_CALLERS } from '../../../../../contracts/tool-admin';
import { useFindToolDependentsQuery } from '../../../api/tools';
import { useText } from '../../../components/Texts';
import { Notice } from '../../../components/Notice';

const Dependents = ({
  callers,
  content,
}: Pick<FindToolDependents.Response['data'], 'callers' | 'content'>) => {
  const text = useText();
  return (
    <Typography>
      {text('tool-builder.slug-warning-text', {
        // whoever comes after these is not told
        isCut: String(callers.length >= MOST_CALLERS),
        callers: callers.length,
        runs: callers.reduce((sum, { runs }) => sum + runs, 0),
        content: content?.length ?? 0,
      })}
    </Typography>
  );
};

/** What another slug breaks: the callers of the old one, as far as they are known. */
export const SlugWarning = ({ id, slug }: { id: string; slug: string }) => {
  const text = useText();
  const { data, isLoading } = useFindToolDependentsQuery(id);
  const found = data?.data ?? null;
  if (found?.stays_answered) return <Notice look="info" title={text('tool-builder.slug-stays', { slug })} />;
  return (
    <Notice look="warning" title={text('tool-builder.slug-warning', { slug })}>
      {found ? (
        <Dependents callers={found.callers} content={found.content} />
      ) : (
        <Typography>{text(isLoading ? 'tools.breaks.loading' : 'tool-builder.slug-unknown')}</Typography>
      )}
    </Notice>
  );
};

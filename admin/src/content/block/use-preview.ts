import * as React from 'react';
import { useForm } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { PreviewBlock } from '../../../../contracts/content';
import { isJsonObject } from '../../../../contracts/json-object';
import { usePreviewSummaryMutation } from '../../api/content';
import { useRefusal } from '../../components/form/SaveForm';
import type { SummarySettings } from './summary-node';

/** What the data layer calls a request that was hung up. */
const STOPPED = 'AbortError';

type Outcome = { text: string } | { failure: string };

const read = ({ text, error }: PreviewBlock.Response['data']): Outcome =>
  error ? { failure: error.message } : { text };

/** Asks for the summary of the entry as it is in the form, which need not be saved. */
export const usePreview = (settings: SummarySettings) => {
  const { slug: contentType = '' } = useParams();
  const values: unknown = useForm('AiToolsSummary', (form) => form.values);
  const [send] = usePreviewSummaryMutation();
  const readRefusal = useRefusal();
  const [outcome, setOutcome] = React.useState<Outcome | null>(null);
  const [running, setRunning] = React.useState<{ abort(): void } | null>(null);

  const stop = (): void => setRunning(null);
  // hangs up, and the site need not pay for what nobody will read
  React.useEffect(() => () => running?.abort(), [running]);
  // what other settings make says nothing about these
  const { tool, maxLength } = settings;
  React.useEffect(() => {
    setOutcome(null);
    setRunning(null);
  }, [tool, maxLength]);

  const start = async (): Promise<void> => {
    setOutcome(null);
    const run = send({
      content_type: contentType,
      block: settings,
      entry: isJsonObject(values) ? values : {},
    });
    setRunning(run);
    const answer = await run;
    setRunning((current) => (current === run ? null : current));
    if ('data' in answer) setOutcome(read(answer.data.data));
    else if (answer.error.name !== STOPPED) setOutcome({ failure: readRefusal(answer.error).sentence });
  };
  return { start, stop, isRunning: running !== null, outcome };
};

import * as React from 'react';
import { focusOrPage } from '../../components/use-kept-focus';
import { Texts } from '../../components/Texts';
import type { Languages } from '../../components/Texts';
import { showInWindow, useBulkView } from './bulk-window';
import { BulkWindow } from './BulkWindow';
import { RunsButton } from './RunsButton';
import { useRuns } from './use-runs';

/** Who looks at a list reads nothing of the plugin's own pages, but the controls of inputs. */
const LANGUAGES: Languages = {
  en: async () => ({
    ...(await import('../../translations/en/bulk-runs.json')).default,
    ...(await import('../../translations/en/playground.json')).default,
  }),
  de: async () => ({
    ...(await import('../../translations/de/bulk-runs.json')).default,
    ...(await import('../../translations/de/playground.json')).default,
  }),
};

const InWords = ({ model }: { model: string }) => {
  const view = useBulkView(model);
  const { runs, problem } = useRuns(model, view);
  const opener = React.useRef<Element | null>(null);
  const isOpen = view !== null;

  React.useEffect(() => () => showInWindow(null), []);
  React.useLayoutEffect(() => {
    // before the window takes the focus for itself
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);

  return (
    <>
      <RunsButton runs={runs} onOpen={(next) => showInWindow(next, model)} />
      {view && (
        <BulkWindow
          model={model}
          view={view}
          runs={runs}
          problem={problem}
          returnFocus={() => focusOrPage(opener.current)}
        />
      )}
    </>
  );
};

/** The runs over entries of a type: a button in the head of their list, and the window that it and the bulk action open. */
export const BulkRuns = ({ model }: { model: string }) => (
  <Texts languages={LANGUAGES} loading={null} missing={null}>
    <InWords model={model} />
  </Texts>
);

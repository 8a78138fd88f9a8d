import * as React from 'react';
import { Box, Flex } from '@strapi/design-system';
import { Blocker, Form, Page, RESPONSIVE_DEFAULT_SPACING, useMediaQuery } from '@strapi/strapi/admin';
import { useSearchParams } from 'react-router-dom';
import type { AdminTool } from '../../../../contracts/tool-admin';
import type { ToolFault } from '../../../../contracts/tool-fields';
import type { FindToolOptions } from '../../../../contracts/tool-options';
import { FieldFaults } from '../../components/form/field-faults';
import { PageMain } from '../../components/PageMain';
import { useText } from '../../components/Texts';
import { useMay } from '../../components/use-permission';
import { BuilderHeader } from './BuilderHeader';
import { BuilderLayout, WIDE } from './BuilderLayout';
import { BuilderNotices } from './BuilderNotices';
import { BuilderSide, sideViewsFor } from './BuilderSide';
import { ConflictDialog } from './ConflictDialog';
import { FocusFirstFault } from './FocusFirstFault';
import { ReportForm } from './ReportForm';
import type { OpenToolForm } from './ReportForm';
import { ViewSwitch } from './ViewSwitch';
import type { BuilderView } from './ViewSwitch';
import { ToolFields } from './fields/ToolFields';
import { compareConflict } from './form/compare-conflict';
import { newTool } from './form/new-tool';
import { routeFaults, shownFields } from './form/route-faults';
import { uniteFaults } from './form/unite-faults';
import { toDraft, toValues } from './form/tool-values';
import type { ToolValues, UnreadableField } from './form/tool-values';
import { LOGGED_RUN } from './playground/use-logged-run';
import { useExamples } from './use-examples';
import { useFaultTexts } from './use-fault-texts';
import { useLiveCheck } from './use-live-check';
import { useSaveShortcut } from './use-save-shortcut';
import { useSaveTool } from './use-save-tool';

const ALL_READABLE: readonly UnreadableField[] = [];

interface ToolWorkbenchProps {
  /** null for one that is being made */
  tool: AdminTool | null;
  template: string | null;
  options: FindToolOptions.Response['data'];
  onCreated(tool: AdminTool): void;
}

/** A tool on the bench: its form, and what can be done with it while it is typed. */
export const ToolWorkbench = ({ tool, template, options, onCreated }: ToolWorkbenchProps) => {
  const text = useText();
  const may = useMay();
  const isWide = useMediaQuery(WIDE);
  const form = React.useRef<HTMLFormElement>(null);
  const [saved, setSaved] = React.useState(tool);
  const [begun] = React.useState(() => newTool(template, options.providers));
  // counts how often what was typed was given up for somebody else's: no text of it may be left in a field
  const [givenUp, setGivenUp] = React.useState(0);
  const [search] = useSearchParams();
  // who comes to run something again wants to see where
  const [view, setView] = React.useState<BuilderView>(search.has(LOGGED_RUN) ? 'playground' : 'build');
  const before = saved?.fields ?? begun;
  const initialValues = React.useMemo(() => toValues(before), [before]);
  const [open, setOpen] = React.useState<OpenToolForm>({
    values: initialValues,
    modified: false,
    isSubmitting: false,
  });
  const { values, modified, isSubmitting } = open;
  const { draft, unreadable: unreadableNow } = React.useMemo(() => toDraft(values, before), [values, before]);
  const unreadable = unreadableNow.length > 0 ? unreadableNow : ALL_READABLE;
  // the playground draws a field for each input: it follows when nobody waits for a key
  const followedDraft = React.useDeferredValue(draft);
  const latestDraft = React.useRef(draft);
  latestDraft.current = draft;
  const getDraft = React.useCallback(() => latestDraft.current, []);
  const { report, checkNow } = useLiveCheck(draft, saved?.id ?? null);
  const toFaults = useFaultTexts();

  const mayChange = saved?.defined_in !== 'code' && may(saved ? 'updateTools' : 'createTools');
  const { save, isTried, refused, refusals, conflict, endConflict } = useSaveTool({
    saved,
    before,
    draft,
    report,
    checkNow,
    onSaved: (next) => {
      setSaved(next);
      if (!saved) onCreated(next);
    },
    onRefused: () => setView('build'),
  });
  useSaveShortcut(form, {
    isOn: mayChange && !conflict,
    canSave: (modified || saved === null) && !isSubmitting,
  });

  // changed elsewhere and read again: taken over as long as nothing would be lost by it
  const isOutdated = Boolean(tool && saved && (tool.updated_at ?? '') > (saved.updated_at ?? ''));
  React.useEffect(() => {
    if (isOutdated && !modified) setSaved(tool);
  }, [isOutdated, modified, tool]);

  const { functions, fallbacks } = values;
  // not made anew with every key: each field looks into them
  const faults = React.useMemo(() => {
    const all = isTried ? uniteFaults(toFaults(unreadable), refused, report?.faults ?? []) : [];
    return routeFaults(all, shownFields({ functions, fallbacks }));
  }, [isTried, refused, report, toFaults, unreadable, functions, fallbacks]);

  const setField = React.useRef<(field: string, value: unknown) => void>(() => {});
  const { examples, setExamples } = useExamples({ examples: values.examples, isSubmitting, setField });
  /** Goes where a fault can be put right that no field of the form shows. */
  const lead = ({ field }: ToolFault): void => {
    if (!field.startsWith('examples')) return setView('build');
    setView('playground');
    setTimeout(() => {
      const control = document.querySelector('[data-view=playground] :is([role=combobox], button)');
      if (control instanceof HTMLElement) control.focus();
    });
  };
  const mayReadAnalytics = may('readAnalytics');
  const sideViews = React.useMemo(() => sideViewsFor(saved, mayReadAnalytics), [saved, mayReadAnalytics]);
  const isFormShown = isWide || view === 'build';

  return (
    <PageMain>
      <Page.Title>{saved?.fields.name ?? text('tool-builder.title')}</Page.Title>
      <FieldFaults.Provider value={faults.fields}>
        <BuilderLayout
          isSideShown={isWide || view !== 'build'}
          form={
            <Form<ToolValues>
              ref={form}
              method="PUT"
              initialValues={initialValues}
              disabled={!mayChange}
              onSubmit={save}
            >
              {({ values: typed, modified: isModified, isSubmitting: isSending, onChange }) => (
                <>
                  <div className="builder-head">
                    <BuilderHeader
                      tool={saved}
                      maySave={mayChange}
                      canSave={isModified || saved === null}
                      isSaving={isSending}
                    />
                    {!isWide && (
                      <Box
                        paddingLeft={RESPONSIVE_DEFAULT_SPACING}
                        paddingRight={RESPONSIVE_DEFAULT_SPACING}
                        paddingBottom={4}
                      >
                        <ViewSwitch views={['build', ...sideViews]} view={view} onChange={setView} />
                      </Box>
                    )}
                  </div>
                  <Box
                    paddingLeft={RESPONSIVE_DEFAULT_SPACING}
                    paddingRight={isWide ? 4 : RESPONSIVE_DEFAULT_SPACING}
                    paddingBottom={10}
                    hidden={!isFormShown}
                  >
                    <Flex direction="column" alignItems="stretch" gap={4}>
                      <BuilderNotices
                        tool={saved}
                        mayChange={mayChange}
                        faults={faults.elsewhere}
                        onLead={lead}
                      />
                      <ToolFields
                        key={givenUp}
                        tool={saved}
                        values={typed}
                        options={options}
                        report={report}
                        inputFaults={faults.inputs}
                        disabled={!mayChange || isSending}
                        set={onChange}
                      />
                    </Flex>
                  </Box>
                  <ReportForm
                    values={typed}
                    modified={isModified}
                    isSubmitting={isSending}
                    set={onChange}
                    setter={setField}
                    onReport={setOpen}
                  />
                  <FocusFirstFault form={form} refusals={refusals} />
                  <Blocker />
                </>
              )}
            </Form>
          }
          side={
            <BuilderSide
              tool={saved}
              draft={followedDraft}
              getDraft={getDraft}
              examples={examples}
              onExamplesChange={mayChange ? setExamples : null}
              modified={modified}
              views={sideViews}
              view={view}
              isWide={isWide}
              onView={setView}
            />
          }
        />
      </FieldFaults.Provider>
      {conflict && (
        <ConflictDialog
          differences={compareConflict({ before, mine: draft, theirs: conflict.fields })}
          onKeepMine={() => {
            endConflict(true);
            form.current?.requestSubmit();
          }}
          onTakeTheirs={() => {
            endConflict(false);
            setSaved(conflict);
            setGivenUp(givenUp + 1);
          }}
          onClose={() => endConflict(false)}
        />
      )}
    </PageMain>
  );
};

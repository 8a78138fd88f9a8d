import * as React from 'react';
import { Box, Grid, Tabs, Typography } from '@strapi/design-system';
import type { ToolFault } from '../../../../../contracts/tool-fields';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { InputList } from './InputList';
import { SCHEMA, SchemaJson } from './SchemaJson';
import { readSchema, writeSchema } from './schema-text';
import { UnkeptTexts, useUnkeptTexts } from './unkept-texts';
import { useFollowingText } from './use-following-text';
import { useIsWide } from './use-is-wide';
import { useTypedText } from './use-typed-text';

export interface InputSchemaEditorProps {
  schema: Record<string, unknown>;
  onChange(schema: Record<string, unknown>): void;
  /** those of the server whose field begins with `input_schema` */
  faults: readonly ToolFault[];
  /** what is typed here and cannot be kept */
  unkept: readonly ToolFault[];
  onUnkept(unkept: ToolFault[]): void;
  /** for those who may look and not change */
  disabled: boolean;
}

/** Rows and JSON beside each other need this much. */
const WIDE = 800;

/** Beside many rows, the JSON is there whichever of them is looked at. */
const STAYS_IN_VIEW = { position: 'sticky', top: '8rem' } as const;

/** The inputs of a tool, as rows and as JSON; each follows the other. */
export const InputSchemaEditor = ({
  schema,
  onChange,
  faults,
  unkept,
  onUnkept,
  disabled,
}: InputSchemaEditorProps) => {
  const text = useText();
  const container = React.useRef<HTMLDivElement>(null);
  const isWide = useIsWide(container, WIDE);
  const [view, setView] = React.useState('rows');
  const json = useTypedText({
    value: schema,
    write: writeSchema,
    read(typed) {
      const reading = readSchema(typed);
      return 'fault' in reading
        ? { fault: text(`tool-inputs.json.${reading.fault}`, { detail: reading.detail }) }
        : reading;
    },
    onChange,
  });
  const tellUnkept = useUnkeptTexts(onUnkept);
  const rowFaults = React.useMemo(
    () => [...unkept.filter(({ field }) => field !== SCHEMA), ...faults],
    [unkept, faults],
  );
  const isJsonShown = isWide || view === 'json';
  const { shown, catchUp } = useFollowingText(json, isJsonShown);
  const type = React.useRef(json.type);
  type.current = json.type;
  const onType = React.useCallback((typed: string) => type.current(typed), []);

  // side by side they are no tabs, and both are there
  const pane = (name: string) => ({
    forceMount: true as const,
    value: name,
    hidden: !isWide && view !== name,
    ...(isWide && { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined }),
  });
  return (
    <Panel title={text('tool-inputs.title')} text={text('tool-inputs.text')}>
      <UnkeptTexts.Provider value={tellUnkept}>
        <Box ref={container}>
          <Tabs.Root
            variant="simple"
            value={view}
            onValueChange={setView}
            hasError={json.fault === null ? undefined : 'json'}
          >
            {!isWide && (
              <Box paddingBottom={4}>
                <Tabs.List aria-label={text('tool-inputs.views')}>
                  <Tabs.Trigger value="rows">{text('tool-inputs.view.rows')}</Tabs.Trigger>
                  <Tabs.Trigger
                    value="json"
                    // whoever could not save is brought there by way of it
                    data-tool-fault={json.fault !== null && !isJsonShown ? 'opens' : undefined}
                  >
                    {text('tool-inputs.view.json')}
                  </Tabs.Trigger>
                </Tabs.List>
              </Box>
            )}
            <Grid.Root gap={isWide ? 6 : 0} tag="div">
              <Grid.Item col={isWide ? 7 : 12} xs={isWide ? 7 : 12} direction="column" alignItems="stretch">
                <Tabs.Content {...pane('rows')}>
                  {json.fault && (
                    <Box role="status" background="warning100" hasRadius padding={3} marginBottom={3}>
                      <Typography fontWeight="bold" textColor="neutral800">
                        {text('tool-inputs.json.waiting')}
                      </Typography>{' '}
                      <Typography textColor="neutral800">{text('tool-inputs.json.waiting-text')}</Typography>
                    </Box>
                  )}
                  <InputList
                    schema={schema}
                    onChange={onChange}
                    faults={rowFaults}
                    disabled={disabled || json.fault !== null}
                  />
                </Tabs.Content>
              </Grid.Item>
              <Grid.Item col={isWide ? 5 : 12} xs={isWide ? 5 : 12} direction="column" alignItems="stretch">
                <Tabs.Content
                  {...pane('json')}
                  style={isWide ? STAYS_IN_VIEW : undefined}
                  onFocusCapture={catchUp}
                >
                  <SchemaJson value={shown} onChange={onType} fault={json.fault} disabled={disabled} />
                </Tabs.Content>
              </Grid.Item>
            </Grid.Root>
          </Tabs.Root>
        </Box>
      </UnkeptTexts.Provider>
    </Panel>
  );
};

import * as React from 'react';
import {
  Box,
  Button,
  EmptyStateLayout,
  Flex,
  TextButton,
  Typography,
  VisuallyHidden,
} from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import type { ToolFault } from '../../../../../contracts/tool-fields';
import { useText } from '../../../components/Texts';
import { InputRow } from './InputRow';
import { has } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import { sortFaults } from './row-faults';
import { propertiesOf, readRows, takesRows, unseenKeys } from './schema-rows';
import { useInputs } from './use-inputs';
import { useRowDrag } from './use-row-drag';

interface InputListProps {
  schema: JsonObject;
  onChange(schema: JsonObject): void;
  faults: readonly ToolFault[];
  disabled: boolean;
}

/** The inputs of a tool as rows. */
export const InputList = ({ schema, onChange, faults, disabled }: InputListProps) => {
  const text = useText();
  const [announcement, setAnnouncement] = React.useState('');
  const inputs = useInputs(schema, onChange);
  const list = React.useRef<HTMLUListElement>(null);
  const rows = readRows(schema);
  const sorted = React.useMemo(() => sortFaults(faults, Object.keys(propertiesOf(schema))), [faults, schema]);

  const latest = React.useRef(schema);
  latest.current = schema;
  const isTaken = React.useCallback((name: string) => has(propertiesOf(latest.current), name), []);

  const { drag, start } = useRowDrag(list, (from, to) => {
    const row = rows[from];
    if (!row) return;
    inputs.actions.move(row.name, to);
    setAnnouncement(text('tool-inputs.move.moved', { name: row.name, place: to + 1, count: rows.length }));
  });
  const markOf = (index: number) => {
    if (!drag) return null;
    if (index === drag.from) return 'dragged';
    if (index !== drag.to) return null;
    return drag.to < drag.from ? 'above' : 'below';
  };

  const unseen = unseenKeys(schema);
  const canAdd = !disabled && takesRows(schema);
  const add = (
    <Button variant="secondary" startIcon={<Plus />} disabled={!canAdd} onClick={inputs.add}>
      {text('tool-inputs.add')}
    </Button>
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <VisuallyHidden aria-live="assertive">{announcement}</VisuallyHidden>
      {sorted.others.map((message) => (
        <Typography key={message} variant="pi" textColor="danger600" tabIndex={-1} data-tool-fault>
          {message}
        </Typography>
      ))}
      {rows.length === 0 ? (
        <EmptyStateLayout content={text('tool-inputs.none')} action={add} shadow="none" />
      ) : (
        <Flex
          ref={list}
          tag="ul"
          direction="column"
          alignItems="stretch"
          gap={2}
          aria-label={text('tool-inputs.list')}
        >
          {rows.map((row, index) => {
            const id = inputs.idOf(row.name);
            return (
              <InputRow
                key={id}
                {...row}
                index={index}
                count={rows.length}
                actions={inputs.actions}
                isTaken={isTaken}
                faults={sorted.of(row.name)}
                disabled={disabled}
                isNew={id === inputs.added}
                mark={markOf(index)}
                startDrag={start}
                announce={setAnnouncement}
              />
            );
          })}
        </Flex>
      )}
      <Flex role="status" gap={2}>
        {inputs.removed && (
          <>
            <Typography variant="pi" textColor="neutral600">
              {text('tool-inputs.removed', { name: inputs.removed.name })}
            </Typography>
            <TextButton disabled={!canAdd} onClick={inputs.restore}>
              {text('tool-inputs.undo')}
            </TextButton>
          </>
        )}
      </Flex>
      {rows.length > 0 && <Box>{add}</Box>}
      {unseen.length > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {text('tool-inputs.unseen-schema', { keys: unseen.join(', ') })}
        </Typography>
      )}
    </Flex>
  );
};

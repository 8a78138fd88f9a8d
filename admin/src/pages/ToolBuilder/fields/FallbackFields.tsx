import * as React from 'react';
import { Button, Flex, useNotifyAT } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import type { ToolProviderChoice } from '../../../../../contracts/tool-options';
import { useDisabled } from '../../../components/form/FormField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { moveRow } from '../form/move-row';
import type { FallbackValues } from '../form/tool-values';
import { FallbackRow } from './FallbackRow';
import { ListFault } from './ListFault';

/** Who is asked when the model does not answer, one after the other. */
export const FallbackFields = ({ providers }: { providers: readonly ToolProviderChoice[] }) => {
  const text = useText();
  const { value: fallbacks = [], onChange } = useField<readonly FallbackValues[]>('fallbacks');
  const disabled = useDisabled({});
  const { notifyStatus } = useNotifyAT();
  const list = React.useRef<HTMLOListElement>(null);
  const add = React.useRef<HTMLButtonElement>(null);
  const set = (next: readonly FallbackValues[]) => onChange('fallbacks', next);

  const move = (from: number, to: number): void => {
    set(moveRow(fallbacks, from, to));
    notifyStatus(text('tool-builder.fallback-moved', { place: to + 1, count: fallbacks.length }));
    // the focus goes along, so that the next press moves the same row on; at an end there is only the way back
    const way = to === 0 ? 'down' : to === fallbacks.length - 1 || to < from ? 'up' : 'down';
    const button = list.current?.children[to]?.querySelector(`[data-move=${way}]`);
    // it may be disabled until the rows are drawn anew
    setTimeout(() => button instanceof HTMLElement && button.focus());
  };

  return (
    <Panel title={text('tool-builder.section.fallbacks')} text={text('tool-builder.section.fallbacks-text')}>
      {fallbacks.length > 0 && (
        <Flex ref={list} tag="ol" direction="column" alignItems="stretch" gap={4}>
          {fallbacks.map((fallback, index) => (
            <FallbackRow
              // two rows may hold the same, and a row changes with every letter
              key={index}
              index={index}
              count={fallbacks.length}
              fallback={fallback}
              providers={providers}
              onMove={disabled ? null : (to) => move(index, to)}
              onRemove={() => {
                set(fallbacks.filter((_row, other) => other !== index));
                add.current?.focus();
              }}
            />
          ))}
        </Flex>
      )}
      <ListFault name="fallbacks" />
      {!disabled && (
        <Flex>
          <Button
            ref={add}
            type="button"
            variant="secondary"
            size="S"
            startIcon={<Plus />}
            onClick={() => set([...fallbacks, { provider: null, model: null }])}
          >
            {text('tool-builder.fallback-add')}
          </Button>
        </Flex>
      )}
    </Panel>
  );
};

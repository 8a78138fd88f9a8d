import * as React from 'react';
import { Box, Flex } from '@strapi/design-system';
import type { AdminTool } from '../../../../contracts/tool-admin';
import type { ToolDraft, ToolExample } from '../../../../contracts/tool-fields';
import { ToolAnalytics } from './ToolAnalytics';
import { Playground } from './playground/Playground';
import { UseIt } from './use-it/UseIt';
import { ViewSwitch } from './ViewSwitch';
import type { BuilderView } from './ViewSwitch';

export type SideView = Exclude<BuilderView, 'build'>;

/** What can be shown of a tool; null for one that was never saved. */
export const sideViewsFor = (tool: AdminTool | null, mayReadAnalytics: boolean): SideView[] =>
  tool ? ['playground', 'use-it', ...(mayReadAnalytics ? (['analytics'] as const) : [])] : ['playground'];

interface BuilderSideProps {
  /** null for one that was never saved */
  tool: AdminTool | null;
  draft: ToolDraft;
  getDraft(): ToolDraft;
  examples: readonly ToolExample[];
  onExamplesChange: ((examples: ToolExample[]) => void) | null;
  modified: boolean;
  views: readonly SideView[];
  view: BuilderView;
  isWide: boolean;
  onView(view: BuilderView): void;
}

/** What can be done with the tool while it is written: try it, see how it is called, and what it did. */
export const BuilderSide = React.memo(
  ({
    tool,
    draft,
    getDraft,
    examples,
    onExamplesChange,
    modified,
    views,
    view,
    isWide,
    onView,
  }: BuilderSideProps) => {
    const shown = views.find((name) => name === view) ?? 'playground';
    return (
      <Flex direction="column" alignItems="stretch" gap={4}>
        {isWide && views.length > 1 && <ViewSwitch views={views} view={shown} onChange={onView} />}
        <Box hidden={shown !== 'playground'} data-view="playground">
          <Playground
            draft={draft}
            getDraft={getDraft}
            toolId={tool?.id ?? null}
            examples={examples}
            onExamplesChange={onExamplesChange}
          />
        </Box>
        {tool && (
          <Box hidden={shown !== 'use-it'}>
            <UseIt tool={tool.fields} modified={modified} />
          </Box>
        )}
        {tool && shown === 'analytics' && <ToolAnalytics slug={tool.fields.slug} />}
      </Flex>
    );
  },
);
BuilderSide.displayName = 'BuilderSide';

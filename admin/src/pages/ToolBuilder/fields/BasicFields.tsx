import type { AdminTool } from '../../../../../contracts/tool-admin';
import { LongTextField, TextField } from '../../../components/form/TextField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import type { ToolValues } from '../form/tool-values';
import type { ToolReport } from '../use-live-check';
import { SlugField } from './SlugField';

interface BasicFieldsProps {
  tool: AdminTool | null;
  slug: ToolValues['slug'];
  check: ToolReport['slug'] | null;
}

/** What the tool is called, and where it is called. */
export const BasicFields = ({ tool, slug, check }: BasicFieldsProps) => {
  const text = useText();
  return (
    <Panel title={text('tool-builder.section.basics')}>
      <TextField
        name="name"
        label={text('tool-builder.name')}
        placeholder={text('tool-builder.name-placeholder')}
        required
      />
      <SlugField tool={tool} slug={slug} check={check} />
      <LongTextField
        name="description"
        label={text('tool-builder.description')}
        hint={text('tool-builder.description-hint')}
        required
      />
    </Panel>
  );
};

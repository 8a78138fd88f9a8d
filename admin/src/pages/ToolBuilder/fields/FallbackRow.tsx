import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { ArrowDown, ArrowUp, Trash } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import type { ToolProviderChoice } from '../../../../../contracts/tool-options';
import { useText } from '../../../components/Texts';
import { providerOptions } from '../form/provider-choice';
import type { FallbackValues } from '../form/tool-values';
import { FieldGrid } from './FieldGrid';
import { ModelField } from './ModelField';
import { ProviderField } from './ProviderField';

interface FallbackRowProps {
  index: number;
  count: number;
  fallback: FallbackValues;
  providers: readonly ToolProviderChoice[];
  /** null for those who may only look */
  onMove: ((to: number) => void) | null;
  onRemove(): void;
}

/** One of those who are asked when the others do not answer. */
export const FallbackRow = ({ index, count, fallback, providers, onMove, onRemove }: FallbackRowProps) => {
  const text = useText();
  const path = `fallbacks[${index}]`;
  const { onChange } = useField(path);
  const what = text('tool-builder.fallback', { number: index + 1 });
  const choose = (id: string): void => {
    const model = providers.find((provider) => provider.id === id)?.model ?? null;
    onChange(path, { provider: id, model });
  };
  return (
    <Box tag="li" borderColor="neutral200" hasRadius padding={4} aria-label={what}>
      <Flex justifyContent="space-between" paddingBottom={3}>
        <Typography variant="sigma" textColor="neutral600" tag="h3">
          {what}
        </Typography>
        {onMove && (
          <Flex gap={1}>
            <IconButton
              type="button"
              variant="ghost"
              data-move="up"
              label={text('tool-builder.move-up', { what })}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              type="button"
              variant="ghost"
              data-move="down"
              label={text('tool-builder.move-down', { what })}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <ArrowDown />
            </IconButton>
            <IconButton
              type="button"
              variant="ghost"
              label={text('tool-builder.remove', { what })}
              onClick={onRemove}
            >
              <Trash />
            </IconButton>
          </Flex>
        )}
      </Flex>
      <FieldGrid>
        <ProviderField
          name={`${path}.provider`}
          label={text('tool-builder.provider')}
          options={providerOptions(providers, fallback.provider)}
          onChoose={choose}
        />
        <ModelField
          key={fallback.provider ?? ''}
          name={`${path}.model`}
          label={text('tool-builder.model')}
          required
          provider={fallback.provider}
          placeholder={text('tool-builder.model-placeholder')}
        />
      </FieldGrid>
    </Box>
  );
};

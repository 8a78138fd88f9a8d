import { Button, Flex } from '@strapi/design-system';
import { useText } from '../../components/Texts';

export type BuilderView = 'build' | 'playground' | 'use-it' | 'analytics';

interface ViewSwitchProps {
  views: readonly BuilderView[];
  view: BuilderView;
  onChange(view: BuilderView): void;
}

/** Chooses what is on the screen where not all of it fits. */
export const ViewSwitch = ({ views, view, onChange }: ViewSwitchProps) => {
  const text = useText();
  return (
    <Flex role="group" aria-label={text('tool-builder.views')} gap={2} wrap="wrap">
      {views.map((name) => (
        <Button
          key={name}
          type="button"
          size="S"
          variant={name === view ? 'secondary' : 'tertiary'}
          aria-pressed={name === view}
          onClick={() => onChange(name)}
        >
          {text(`tool-builder.view.${name}`)}
        </Button>
      ))}
    </Flex>
  );
};

import { NumberField } from '../../../components/form/NumberField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { FieldGrid } from './FieldGrid';

const LIMITS = [
  ['rate_limit', 10],
  ['rate_limit_per_caller', 10],
  ['cache_duration', 60],
  ['budget_usd', 1],
] as const;

/** How often the tool may run, how long its answers are kept, and what it may cost. */
export const LimitFields = () => {
  const text = useText();
  return (
    <Panel title={text('tool-builder.section.limits')}>
      <FieldGrid>
        {LIMITS.map(([name, step]) => (
          <NumberField
            key={name}
            name={name}
            label={text(`tool-builder.${name}`)}
            hint={text(`tool-builder.${name}-hint`)}
            placeholder={text(`tool-builder.${name}-none`)}
            step={step}
          />
        ))}
      </FieldGrid>
    </Panel>
  );
};

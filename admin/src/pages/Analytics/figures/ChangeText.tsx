import { Flex, Typography } from '@strapi/design-system';
import { ArrowDown, ArrowUp } from '@strapi/icons';
import type { Change } from '../../../components/analytics/change';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { useText } from '../../../components/Texts';

interface ChangeTextProps {
  change: Change;
  /** of a share, whose change is told in points */
  isShare: boolean;
  /** null where it is neither */
  isGood: boolean | null;
}

const COLORS = { good: 'success600', bad: 'danger600', neither: 'neutral600' } as const;

/** How a figure compares with the period before: in words, with an arrow, and a colour where one direction is better. */
export const ChangeText = ({ change, isShare, isGood }: ChangeTextProps) => {
  const text = useText();
  const paint = useFigureText();
  const color = COLORS[isGood === null ? 'neither' : isGood ? 'good' : 'bad'];
  if (change.kind !== 'more' && change.kind !== 'less') {
    return (
      <Typography variant="pi" textColor="neutral600">
        {text(`analytics.change.${change.kind}`)}
      </Typography>
    );
  }
  const Arrow = change.kind === 'more' ? ArrowUp : ArrowDown;
  return (
    <Flex gap={1} alignItems="center">
      <Arrow width="1.2rem" height="1.2rem" fill={color} aria-hidden style={{ flex: 'none' }} />
      <Typography variant="pi" textColor={color}>
        {isShare
          ? text(`analytics.change.points-${change.kind}`, { points: change.by * 100 })
          : text(`analytics.change.${change.kind}`, { by: paint('share', change.by) })}
      </Typography>
    </Flex>
  );
};

import { Box } from '@strapi/design-system';
import { sparklinePath } from './sparkline-path';

const WIDTH = 96;
const HEIGHT = 24;

interface SparklineProps {
  values: readonly number[];
  /** what it shows, in words: the line itself says nothing to a screen reader */
  label: string;
  isFluid?: boolean;
}

/** The course of a figure in the space of a word. */
export const Sparkline = ({ values, label, isFluid = false }: SparklineProps) => {
  const line = sparklinePath(values, WIDTH, HEIGHT);
  return (
    <Box color="primary600" width={isFluid ? '100%' : `${WIDTH}px`}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={isFluid ? HEIGHT * 2 : HEIGHT}
        style={{ display: 'block' }}
      >
        {line && <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="currentColor" opacity={0.12} />}
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Box>
  );
};

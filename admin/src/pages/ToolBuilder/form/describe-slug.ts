import type { CheckTool } from '../../../../../contracts/tool-check';

export type SlugCheck = CheckTool.Response['data']['slug'];

interface SlugQuestion {
  /** null while the slug follows from the name */
  typed: string | null;
  /** of a tool that was saved */
  saved: string | null;
  /** what the server said last, which may be about what stood there a moment ago */
  check: SlugCheck | null;
}

interface SlugAnswer {
  shown: string;
  state: 'follows' | 'free' | 'kept' | 'typed' | 'changed';
  /** another one, where the one that was typed cannot be had */
  suggestion: string | null;
}

/** What the field of the slug shows: the one that was typed, or the one that follows from the name so far. */
export const describeSlug = ({ typed, saved, check }: SlugQuestion): SlugAnswer => {
  if (typed === null) return { shown: check?.value ?? '', state: 'follows', suggestion: null };
  if (typed === saved) return { shown: typed, state: 'kept', suggestion: null };
  const state = saved === null ? 'typed' : 'changed';
  if (!check || check.value !== typed.trim() || typed === '') {
    return { shown: typed, state, suggestion: null };
  }
  return check.is_free
    ? { shown: typed, state: 'free', suggestion: null }
    : { shown: typed, state, suggestion: check.suggestion };
};

import * as React from 'react';
import { Textarea } from '@strapi/design-system';

interface GrowingTextProps {
  value: string;
  placeholder?: string;
  disabled?: boolean;
  /** for code: letters of one width */
  isCode?: boolean;
  onChange(value: string): void;
}

const HIGHEST = '40rem';
const BORDERS = 2;

/** A text field that is as high as what stands in it. */
export const GrowingText = ({ value, placeholder, disabled, isCode = false, onChange }: GrowingTextProps) => {
  const ref = React.useRef<HTMLTextAreaElement>(null);
  const fit = React.useCallback(() => {
    const area = ref.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + BORDERS}px`;
  }, []);
  React.useLayoutEffect(fit, [fit, value, placeholder]);
  React.useEffect(() => {
    const observer = new ResizeObserver(fit);
    if (ref.current?.parentElement) observer.observe(ref.current.parentElement);
    return () => observer.disconnect();
  }, [fit]);

  return (
    <Textarea
      ref={ref}
      rows={isCode ? 3 : 1}
      spellCheck={!isCode}
      placeholder={placeholder}
      disabled={disabled}
      value={value}
      onChange={(event: React.ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
      style={{
        minHeight: '4rem',
        maxHeight: HIGHEST,
        resize: 'none',
        ...(isCode && { fontFamily: 'monospace' }),
      }}
    />
  );
};

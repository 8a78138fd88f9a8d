import * as React from 'react';
import type { ToolFault } from '../../../../../contracts/tool-fields';

type Tell = (field: string, fault: string | null) => void;

/** Takes what a field of the inputs tells of itself. */
export const UnkeptTexts = React.createContext<Tell>(() => {});

/** Tells that what is typed in a field cannot be kept, for as long as it stands there. */
export const useUnkept = (field: string, fault: string | null): void => {
  const tell = React.useContext(UnkeptTexts);
  React.useEffect(() => {
    if (fault === null) return undefined;
    tell(field, fault);
    return () => tell(field, null);
  }, [tell, field, fault]);
};

/** Gathers what the fields tell. The same function each time, because a new one would make them all tell it again. */
export const useUnkeptTexts = (onChange: (unkept: ToolFault[]) => void): Tell => {
  const faults = React.useRef(new Map<string, string>());
  const latest = React.useRef(onChange);
  latest.current = onChange;
  return React.useCallback((field, fault) => {
    if (fault === null) faults.current.delete(field);
    else faults.current.set(field, fault);
    latest.current([...faults.current].map(([path, message]) => ({ field: path, message })));
  }, []);
};

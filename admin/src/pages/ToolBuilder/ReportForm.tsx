import * as React from 'react';
import type { ToolValues } from './form/tool-values';

export interface OpenToolForm {
  values: ToolValues;
  modified: boolean;
  isSubmitting: boolean;
}

type SetField = (field: string, value: unknown) => void;

interface ReportFormProps extends OpenToolForm {
  set: SetField;
  /** gets the way to change a field from outside */
  setter: React.MutableRefObject<SetField>;
  onReport(form: OpenToolForm): void;
}

/** Tells what a form holds to what stands beside it and not within. */
export const ReportForm = ({ values, modified, isSubmitting, set, setter, onReport }: ReportFormProps) => {
  setter.current = set;
  React.useEffect(
    () => onReport({ values, modified, isSubmitting }),
    [values, modified, isSubmitting, onReport],
  );
  return null;
};

import * as React from 'react';
import { useForm } from '@strapi/strapi/admin';
import { useKeptFocus } from '../../components/use-kept-focus';

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Puts the focus where the first fault is put right. What is closed around it, it opens. */
const focusFault = (form: HTMLElement, mayOpen = true): void => {
  const faults = [...form.querySelectorAll<HTMLElement>('[data-strapi-field-error], [data-tool-fault]')];
  const fault = faults.find(isShown);
  const described = fault?.hasAttribute('data-strapi-field-error')
    ? form.querySelector(`[aria-describedby~="${CSS.escape(fault.id)}"]`)
    : fault;
  // of an editor it is the box around it that is described
  const control = described?.querySelector('[role=textbox]') ?? described;
  if (control instanceof HTMLElement) control.focus();
  (control ?? fault)?.scrollIntoView({ block: 'center' });
  if (mayOpen && fault?.dataset.toolFault === 'opens') {
    fault.click();
    // when it is drawn
    setTimeout(() => focusFault(form, false));
  }
};

interface FocusFirstFaultProps {
  form: React.RefObject<HTMLFormElement>;
  /** grows with each refusal to save */
  refusals: number;
}

/** Brings whoever tried to save to the first thing that is in the way, and otherwise leaves them where they were. */
export const FocusFirstFault = ({ form, refusals }: FocusFirstFaultProps) => {
  const isSubmitting = useForm('AiToolsFocus', (state) => state.isSubmitting);
  const answered = React.useRef(0);
  useKeptFocus(isSubmitting);

  React.useEffect(() => {
    // fields cannot take the focus while they are being sent
    if (isSubmitting || refusals === answered.current) return;
    answered.current = refusals;
    if (form.current) focusFault(form.current);
  }, [form, refusals, isSubmitting]);
  return null;
};

import * as React from 'react';

/**
 * Faults by the path of their field, beside those of the host's form: the host moves the focus with every change of its
 * own, which would take it from somebody who types while the server checks.
 */
export const FieldFaults = React.createContext<Readonly<Record<string, string>>>({});

export const useFieldFault = (name: string): string | undefined => React.useContext(FieldFaults)[name];

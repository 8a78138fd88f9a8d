/** A field as the host's forms have it: its name, and those of the components that it is in. */
export const fieldLabel = (path: string): string => path.split('.').join(' › ');

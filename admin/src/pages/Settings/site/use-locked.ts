import type { SiteSettings } from '../../../../../contracts/settings';
import { useText } from '../../../components/Texts';

/** Says why a setting cannot be edited, where code has set it. */
export const useLocked = ({ configured }: SiteSettings) => {
  const text = useText();
  return (setting: string): string | null =>
    configured.includes(setting) ? text('locked.config', { setting }) : null;
};

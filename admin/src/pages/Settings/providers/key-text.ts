import type { ProviderSettings } from '../../../../../contracts/providers';
import type { useText } from '../../../components/Texts';

const HIDDEN = '••••';

/** What may be shown of a key, and where it comes from. */
export const describeKey = (
  { key }: Pick<ProviderSettings, 'key'>,
  text: ReturnType<typeof useText>,
): string => {
  if (key.source === null) return text(key.needed ? 'key.missing' : 'key.none-needed');
  const shown = `${HIDDEN}${key.last_four ?? ''}`;
  return text(`key.from.${key.source}`, { shown, constant: key.constant ?? '' });
};

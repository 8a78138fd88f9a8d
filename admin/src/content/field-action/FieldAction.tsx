import { useQueryParams } from '@strapi/strapi/admin';
import { Texts } from '../../components/Texts';
import type { Languages } from '../../components/Texts';
import { Unloaded } from '../Unloaded';
import { EntryTools } from './EntryTools';

/** Who edits an entry reads nothing of the plugin's own pages, but the controls of inputs. */
const LANGUAGES: Languages = {
  en: async () => ({
    ...(await import('../../translations/en/field-action.json')).default,
    ...(await import('../../translations/en/playground.json')).default,
  }),
  de: async () => ({
    ...(await import('../../translations/de/field-action.json')).default,
    ...(await import('../../translations/de/playground.json')).default,
  }),
};

export interface FieldActionProps {
  model: string;
  /** null while the entry is not saved in this language */
  entryId: string | null;
}

/** What is in the side panel of the edit view. */
export const FieldAction = (props: FieldActionProps) => {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale ?? '';
  return (
    <Texts languages={LANGUAGES} loading={null} missing={<Unloaded />}>
      {/* another entry, or another language, has nothing to do with what was run and inserted here */}
      <EntryTools key={`${props.model} ${props.entryId ?? ''} ${locale}`} {...props} />
    </Texts>
  );
};

import * as React from 'react';
import { Page } from '@strapi/strapi/admin';
import { IntlProvider, useIntl } from 'react-intl';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { en } from '../translations/en';

export type TextKey = keyof typeof en;
type Texts = Record<string, string>;

/** A file of texts for each language; English is for all that have none. */
export type Languages = Partial<Record<string, () => Promise<Texts>>> & { en(): Promise<Texts> };

const ALL: Languages = {
  en: () => import('../translations/en').then(({ en: texts }) => texts),
  de: () => import('../translations/de').then(({ de: texts }) => texts),
};

/** The host's way of naming a plugin's texts, so that a site can put its own words in place of ours. */
const withPrefix = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${PLUGIN_ID}.${key}`, text]));

const isPlain = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** English where a translation does not come: a file may be gone from the server after an update of the site. */
const load = (languages: Languages, locale: string): Promise<Texts> => {
  const translate = languages[locale];
  return translate ? translate().catch(languages.en) : languages.en();
};

interface TextsProps {
  /** all of the plugin's unless it is told */
  languages?: Languages;
  /** in place of the children until the texts are there */
  loading?: React.ReactNode;
  /** in place of the children when the texts cannot be loaded */
  missing?: React.ReactNode;
  children: React.ReactNode;
}

/** Loads the plugin's texts in the language of the panel, beside the host's. English where there is no translation. */
export const Texts = ({
  languages = ALL,
  loading = <Page.Loading />,
  missing = <Page.Error />,
  children,
}: TextsProps) => {
  const host = useIntl();
  const [texts, setTexts] = React.useState<Texts | 'missing' | null>(null);

  React.useEffect(() => {
    let isWanted = true;
    const show = (loaded: Texts | 'missing'): void => {
      if (isWanted) setTexts(loaded);
    };
    load(languages, host.locale).then(
      (loaded) => show(withPrefix(loaded)),
      () => show('missing'),
    );
    return () => {
      isWanted = false;
    };
  }, [languages, host.locale]);

  const messages = React.useMemo(
    () => ({
      ...(texts === 'missing' ? null : texts),
      ...Object.fromEntries(Object.entries(host.messages).filter(isPlain)),
    }),
    [texts, host.messages],
  );
  if (texts === 'missing') return <>{missing}</>;
  if (!texts) return <>{loading}</>;
  return (
    <IntlProvider locale={host.locale} timeZone={host.timeZone} messages={messages}>
      {children}
    </IntlProvider>
  );
};

/** Reads the plugin's texts; a key that is not in the English file does not compile. */
export const useText = () => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    // without any values the library would not read the message, and show the quotes around braces
    (key: TextKey, values: Record<string, string | number> = {}): string =>
      formatMessage({ id: `${PLUGIN_ID}.${key}` }, values),
    [formatMessage],
  );
};

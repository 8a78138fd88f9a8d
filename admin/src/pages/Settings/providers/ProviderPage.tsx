import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import { useFindProvidersQuery } from '../../../api/providers';
import { useText } from '../../../components/Texts';
import { ProviderForm } from './ProviderForm';

/** The address of a provider that is not there yet; an id that no provider can have would look odd in it. */
const NEW = 'new';

export const ProviderPage = () => {
  const text = useText();
  const { id = NEW } = useParams();
  const { data, isLoading } = useFindProvidersQuery();
  if (isLoading) return <Page.Loading />;
  // when they cannot be read again, what somebody has typed stays
  if (!data) return <Page.Error />;

  const provider = data.data.find((candidate) => candidate.id === id) ?? null;
  if (!provider && id !== NEW) return <Page.NoData content={text('provider.unknown', { id })} />;
  return (
    <ProviderForm
      // another provider is another form
      key={id}
      provider={provider}
      kinds={data.kinds}
      takenIds={data.data.map((taken) => taken.id)}
    />
  );
};

import { useLazyFindToolModelsQuery } from '../../../api/tools';
import { useRefusal } from '../../../components/form/SaveForm';

/** The models that a provider has right now, asked for when somebody wants to see them. */
export const useModels = (provider: string | null) => {
  const readRefusal = useRefusal();
  const [load, { currentData, error, isFetching }] = useLazyFindToolModelsQuery();
  return {
    models: currentData?.data.models ?? [],
    /** why there are none; null when there are, or nobody has asked */
    problem: error ? readRefusal(error).sentence : (currentData?.data.problem ?? null),
    isFetching,
    ask: (): void => {
      if (provider) void load(provider);
    },
  };
};

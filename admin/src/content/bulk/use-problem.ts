import { useRefusal } from '../../components/form/SaveForm';

type Failure = Parameters<ReturnType<typeof useRefusal>>[0];

/** What a refused call says, with each fault that it names: there is no form here whose fields could show them. */
export const useProblem = (): ((error: Failure | undefined) => string | null) => {
  const readRefusal = useRefusal();
  return (error) => {
    if (!error) return null;
    const { sentence, fields } = readRefusal(error);
    return [sentence, ...Object.values(fields).filter((fault) => fault !== sentence)].join(' ');
  };
};

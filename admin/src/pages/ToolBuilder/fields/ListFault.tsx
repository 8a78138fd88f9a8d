import { Typography } from '@strapi/design-system';
import { useFieldFault } from '../../../components/form/field-faults';

/** What is wrong with a list as a whole. */
export const ListFault = ({ name }: { name: string }) => {
  const fault = useFieldFault(name);
  return fault ? (
    <Typography variant="pi" textColor="danger600" tag="p" data-tool-fault tabIndex={-1}>
      {fault}
    </Typography>
  ) : null;
};

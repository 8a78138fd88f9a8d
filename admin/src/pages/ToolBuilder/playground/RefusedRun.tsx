import { Box, Flex, Typography } from '@strapi/design-system';
import type { Refusal } from '../../../api/read-playground';
import { useText } from '../../../components/Texts';
import { Notice } from '../../../components/Notice';
import { useFieldName } from '../form/use-field-name';

/** Why a draft cannot be run: every fault, with the field that it is in. */
export const RefusedRun = ({ refusal: { sentence, faults } }: { refusal: Refusal }) => {
  const text = useText();
  const nameField = useFieldName();
  if (faults.length === 0) {
    return <Notice look="danger" title={sentence ?? text('playground.refused-unknown')} />;
  }
  return (
    <Notice look="danger" title={text('playground.refused')}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {faults.map((fault) => (
          <Box tag="li" key={`${fault.field} ${fault.message}`}>
            <Typography>
              {fault.field !== '' && (
                <Typography fontWeight="bold" tag="span">{`${nameField(fault)}: `}</Typography>
              )}
              {fault.message}
            </Typography>
          </Box>
        ))}
      </Flex>
    </Notice>
  );
};

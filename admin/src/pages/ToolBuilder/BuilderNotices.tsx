import { Flex, TextButton, Typography } from '@strapi/design-system';
import type { AdminTool } from '../../../../contracts/tool-admin';
import type { ToolFault } from '../../../../contracts/tool-fields';
import { useText } from '../../components/Texts';
import { Notice } from '../../components/Notice';
import { useFieldName } from './form/use-field-name';

interface FaultListProps {
  faults: readonly ToolFault[];
  /** goes where a fault can be put right */
  onLead(fault: ToolFault): void;
}

const FaultList = ({ faults, onLead }: FaultListProps) => {
  const nameField = useFieldName();
  return (
    <Flex tag="ul" direction="column" alignItems="flex-start" gap={1}>
      {faults.map((fault) => (
        <li key={`${fault.field} ${fault.message}`}>
          {fault.field === '' ? (
            <Typography>{fault.message}</Typography>
          ) : (
            <TextButton type="button" onClick={() => onLead(fault)}>
              {`${nameField(fault)}: ${fault.message}`}
            </TextButton>
          )}
        </li>
      ))}
    </Flex>
  );
};

interface BuilderNoticesProps extends FaultListProps {
  tool: AdminTool | null;
  mayChange: boolean;
}

/** What is to be known first: why nothing can be changed, why the tool cannot be run, and faults that no field shows. */
export const BuilderNotices = ({ tool, mayChange, faults, onLead }: BuilderNoticesProps) => {
  const text = useText();
  const isFromCode = tool?.defined_in === 'code';
  return (
    <>
      {isFromCode && (
        <Notice look="info" title={text('tool-builder.from-code')}>
          {text('tool-builder.from-code-text')}
        </Notice>
      )}
      {!isFromCode && !mayChange && (
        <Notice look="info" title={text('tool-builder.read-only')}>
          {text('tool-builder.read-only-text')}
        </Notice>
      )}
      {tool?.problem && (
        <Notice look="warning" title={text('tool-builder.problem')}>
          {tool.problem}
        </Notice>
      )}
      {faults.length > 0 && (
        <div role="alert" data-tool-fault tabIndex={-1}>
          <Notice look="danger" title={text('tool-builder.faults')}>
            <FaultList faults={faults} onLead={onLead} />
          </Notice>
        </div>
      )}
    </>
  );
};

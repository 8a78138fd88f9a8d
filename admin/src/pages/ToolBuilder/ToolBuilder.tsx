import { ComingPage } from '../../components/ComingPage';

export const ToolBuilder = () => <ComingPage page="tool-builder" />;

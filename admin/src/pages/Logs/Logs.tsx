import { ComingPage } from '../../components/ComingPage';

export const Logs = () => <ComingPage page="logs" />;

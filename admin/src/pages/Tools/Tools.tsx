import { ComingPage } from '../../components/ComingPage';

export const Tools = () => <ComingPage page="tools" />;

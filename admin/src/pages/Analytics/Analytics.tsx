import { ComingPage } from '../../components/ComingPage';

export const Analytics = () => <ComingPage page="analytics" />;

import * as React from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Guard } from '../../components/Guard';
import { Texts } from '../../components/Texts';
import { useMay } from '../../components/use-permission';
import { SECTIONS, pathTo } from '../../sections';
import { Navigation } from './Navigation';

const Tools = React.lazy(() => import('../Tools/Tools').then(({ Tools: page }) => ({ default: page })));
const ToolBuilder = React.lazy(() =>
  import('../ToolBuilder/ToolBuilder').then(({ ToolBuilder: page }) => ({ default: page })),
);
const Logs = React.lazy(() => import('../Logs/Logs').then(({ Logs: page }) => ({ default: page })));
const Analytics = React.lazy(() =>
  import('../Analytics/Analytics').then(({ Analytics: page }) => ({ default: page })),
);
const Settings = React.lazy(() =>
  import('../Settings/Settings').then(({ Settings: page }) => ({ default: page })),
);

/** The menu link leads to the first page that the person may open. */
const FirstPage = () => {
  const may = useMay();
  const first = SECTIONS.find(({ permission }) => may(permission));
  return first ? <Navigate to={pathTo(first.path)} replace /> : <Page.NoPermissions />;
};

const PAGES: {
  path: string;
  /** null for a page whose addresses need different ones, and that asks for them itself */
  permission: React.ComponentProps<typeof Guard>['permission'] | null;
  Page: React.ComponentType;
}[] = [
  { path: 'tools', permission: 'readTools', Page: Tools },
  // one page for a new tool and a saved one: what was just created stays on the screen
  { path: 'tools/:id', permission: null, Page: ToolBuilder },
  { path: 'logs', permission: 'readLogs', Page: Logs },
  { path: 'analytics', permission: 'readAnalytics', Page: Analytics },
  { path: 'settings/*', permission: 'readSettings', Page: Settings },
];

/** All pages of the plugin, each loaded when it is opened and shown to those who may see it. */
export const App = () => (
  <Texts>
    <Layouts.Root sideNav={<Navigation />}>
      <React.Suspense fallback={<Page.Loading />}>
        <Routes>
          <Route index element={<FirstPage />} />
          {PAGES.map(({ path, permission, Page: Content }) => (
            <Route
              key={path}
              path={path}
              element={
                permission === null ? (
                  <Content />
                ) : (
                  <Guard permission={permission}>
                    <Content />
                  </Guard>
                )
              }
            />
          ))}
          <Route path="*" element={<FirstPage />} />
        </Routes>
      </React.Suspense>
    </Layouts.Root>
  </Texts>
);

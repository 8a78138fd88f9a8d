import { Divider } from '@strapi/design-system';
import { SubNav } from '@strapi/strapi/admin';
import { useMatch } from 'react-router-dom';
import { useText } from '../../components/Texts';
import { useMay } from '../../components/use-permission';
import { SECTIONS, pathTo } from '../../sections';

const GROUPS = ['build', 'watch', 'configure'] as const;

/** The plugin's own menu: what the person may open. */
export const Navigation = () => {
  const text = useText();
  const may = useMay();
  const isNew = useMatch(pathTo('tools/new')) !== null;
  const groups = GROUPS.map((group) => ({
    group,
    sections: SECTIONS.filter((section) => section.group === group && may(section.permission)),
  })).filter(({ sections }) => sections.length > 0);

  return (
    <SubNav.Main aria-label={text('menu.label')}>
      <SubNav.Header label={text('menu.label')} />
      <Divider />
      <SubNav.Content>
        <SubNav.Sections>
          {groups.map(({ group, sections }) => (
            <SubNav.Section key={group} label={text(`menu.group.${group}`)}>
              {sections.map(({ name, path }) => (
                // the tools' own address begins that of a new one, which has an entry of its own
                <SubNav.Link
                  key={name}
                  to={pathTo(path)}
                  label={text(`menu.${name}`)}
                  end={name === 'tools' && isNew}
                />
              ))}
            </SubNav.Section>
          ))}
        </SubNav.Sections>
      </SubNav.Content>
    </SubNav.Main>
  );
};

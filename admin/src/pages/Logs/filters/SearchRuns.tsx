import * as React from 'react';
import { Box, SearchForm, Searchbar } from '@strapi/design-system';
import { useText } from '../../../components/Texts';

/** Looks for words of an error message, or for a request id. */
export const SearchRuns = ({ value, onSearch }: { value: string; onSearch(text: string): void }) => {
  const text = useText();
  const [typed, setTyped] = React.useState(value);
  const [shown, setShown] = React.useState(value);
  // the address has changed: a chip was taken away, or somebody went back
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <Box flex="1" minWidth="22rem" maxWidth="40rem">
      <SearchForm
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <Searchbar
          name="text"
          value={typed}
          placeholder={text('logs.search-placeholder')}
          clearLabel={text('logs.filter-clear')}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => {
            setTyped('');
            onSearch('');
          }}
        >
          {text('logs.search')}
        </Searchbar>
      </SearchForm>
    </Box>
  );
};

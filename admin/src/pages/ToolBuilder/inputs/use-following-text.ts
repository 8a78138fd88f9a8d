import * as React from 'react';

const PAUSE_MS = 150;

interface FollowedText {
  text: string;
  /** typed in the editor itself */
  isTyped: boolean;
}

/**
 * The text of an editor that shows what is changed elsewhere. To put a text into it takes longer than to press a key,
 * so it waits until nobody presses one, and does nothing while it is not on the screen. What is typed in the editor
 * itself is always its text at once.
 */
export const useFollowingText = ({ text, isTyped }: FollowedText, isShown: boolean) => {
  const [followed, setFollowed] = React.useState(text);
  const wasShown = React.useRef(isShown);

  React.useEffect(() => {
    const hasJustAppeared = isShown && !wasShown.current;
    wasShown.current = isShown;
    if (!isShown || text === followed) return;
    if (isTyped || hasJustAppeared) {
      setFollowed(text);
      return;
    }
    const timer = setTimeout(() => setFollowed(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isTyped, isShown, followed]);

  return {
    shown: isTyped ? text : followed,
    /** before somebody types in the editor: nothing may be typed into a text that is old by now */
    catchUp: () => setFollowed(text),
  };
};

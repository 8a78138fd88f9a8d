// the default theme, with the reader's own fonts: nothing is fetched for letters
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;

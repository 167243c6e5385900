import DefaultTheme from 'vitepress/theme-without-fonts';
import RunSnippet from './RunSnippet.vue';
import './style.css';

export default { extends: DefaultTheme, enhanceApp: ({ app }) => void app.component('RunSnippet', RunSnippet) };

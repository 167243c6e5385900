// Picture of the whole week.
import { picture } from './frame.mjs';
import { aboutOf, arcOf, layersOf, linesOf, outcomeOf, titleOf, weekIn } from './week.mjs';

const LABEL = {
  en: 'The prompt over a week: what the model sees stays below the window, what is out of sight is found',
  zh: '一周里的提示词：模型看到的始终不超过窗口，看不见的仍能找到',
};

export function strata(language) {
  const week = weekIn(language);
  return picture(400, LABEL[language], [
    titleOf(week, language),
    aboutOf(language, 58),
    ...layersOf(week),
    ...linesOf(),
    ...week.asked.map((fact) => `<path class="arc" d="${arcOf(week, fact)}"/>`),
    ...outcomeOf(week, language),
  ]);
}

/** The help centre: articles that are audited, their search, F1, questions and answers. */
import type { Area } from '#platform/server/area.ts'
import { makeHelp } from './demo.ts'
import { keepArticles } from './keep-articles.ts'
import { helpModules } from './menu.ts'
import { answerByComment, keepAnswerText, newQuestion, tellQuestions } from './qa/answers.ts'
import { helpEnglish } from './refusals-en.ts'
import { helpRoutes } from './routes.ts'
import { helpTables } from './tables.ts'
import { helpTimed } from './timed.ts'
import { helpType, qaType } from './type-tables.ts'
import { keepLevels } from './types.ts'

export const help: Area = {
  name: 'help',
  title: ['帮助中心', 'Help centre'],
  resources: Object.values(helpTables),
  modules: helpModules,
  routes: helpRoutes,
  english: helpEnglish,
  notices: [newQuestion],
  timed: helpTimed,
  follows: {
    help_article: keepArticles,
    help_type: keepLevels(helpType),
    qa_type: keepLevels(qaType),
    qa_item: keepAnswerText,
    qa_form: tellQuestions,
    qa_form_comment: answerByComment,
  },
  demo: makeHelp,
}
